//! Which funnels are on the screen, when to compute them again, and their lines.

use super::rich_text;
use super::rich_text::FunnelDetails;
use super::state::Funnel;
use crate::recruiting::funnel::figures::{FunnelCoverage, FunnelFigures};
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;

/// Whether a candidate is listed, to go to.
pub(crate) fn has_rows(state: &State, funnel: &Funnel) -> bool {
    let figures = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    figures.is_some_and(|figures| !figures.stuck.is_empty())
}

/// When figures are due to be computed.
pub(crate) fn next_count_at(state: &State) -> Option<Moment> {
    let open = state.open.values();
    open.filter_map(|open| open.figures.due_at(&open.histories, state.clock.date)).min()
}

/// How many candidates the figures of a funnel are based on.
pub(crate) fn basis(state: &State, funnel: &Funnel) -> FunnelCoverage {
    let Some(open) = state.open.get(&funnel.job) else { return FunnelCoverage::default() };
    let list = &open.list.pages;
    FunnelCoverage {
        read: open.histories.read_count(),
        total: list.total().unwrap_or(0).max(list.loaded() as u64),
        failed: open.history_queue.failed_count(),
        is_reading: !state.fetching.in_flight.is_empty(),
    }
}

pub(crate) fn funnel_details(state: &State, funnel: &Funnel, width: u16) -> FunnelDetails {
    let none = FunnelFigures::default();
    let figures = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    rich_text::funnel_details(figures.unwrap_or(&none), &basis(state, funnel), width.into())
}
