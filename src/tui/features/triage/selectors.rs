//! What the triage keys apply to, and how long candidates may stay in a stage. Lists, board, card
//! and the keys of this feature ask here.

use crate::recruiting::funnel::overdue::Threshold;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{Snapshot, Subject};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::board;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::format::age;
use crate::wire::Timestamp;

/// How long a candidate may stay in the stage, and by how many days this one exceeds it. `None` also
/// where the time of entry is not known exactly: those candidates are never called overdue.
pub(crate) fn overdue(
    limits: &[(String, u32)],
    open: &OpenJob,
    row: Row,
    now: Timestamp,
) -> Option<(Threshold, u32)> {
    let since = open.since(row)?;
    let threshold = open.threshold(row, limits)?;
    Some((threshold, threshold.excess(since, now)?))
}

/// For the card.
pub(crate) fn overdue_text(state: &State) -> Option<String> {
    let (open, row) = state.current_row()?;
    let (threshold, excess) = overdue(&state.rules.limits, open, row, state.clock.date)?;
    let excess = age(excess.into());
    Some(if threshold.is_limit {
        format!("{excess} over the limit of {}", age(threshold.days))
    } else {
        format!("{excess} overdue")
    })
}

/// The candidate that a triage key applies to; tells the user if there is none.
pub(crate) fn candidate_at_cursor(state: &mut State) -> Option<(Subject, Snapshot)> {
    if state.inbox.is_none() && board::selectors::is_on_empty_stage(state) {
        let message = board::selectors::empty_stage_message(state);
        state.notify(Severity::Info, message);
        return None;
    }
    let selected = state.current_row();
    let selected = selected.map(|(open, row)| (open.subject(row), state.snapshot(open, row)));
    if selected.is_none() {
        state.notify(Severity::Info, "No candidate is selected");
    }
    selected
}
