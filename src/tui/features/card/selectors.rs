//! The card of the selected candidate.

use super::rich_text::input::CardInput;
use super::rich_text::{self, Card};
use crate::keymap::action::Action;
use crate::tui::app::layout::inner_area;
use crate::tui::app::state::State;
use crate::tui::features::inbox::areas::areas;
use crate::tui::features::triage::selectors::overdue_text;

pub(crate) fn card(state: &State, width: u16) -> Option<Card> {
    let (open, row) = state.current_row()?;
    let item = open.list.pages.rows.item(row);
    let inbox = state.inbox.as_deref();
    let [no_history, no_person] = [
        state.load_error("the history", state.candidate()),
        state.load_error("the person", state.person()),
    ];
    let sync_status = state.sync_status(open, row);
    let scroll_key = state.key_of(Action::PageDown);
    let (as_of, overdue) = (state.as_of(), overdue_text(state));
    let input = CardInput {
        item: &item,
        candidate: state.candidate().and_then(|loaded| loaded.display()),
        person: state.person().and_then(|loaded| loaded.display()),
        pipeline: open.pipeline_of(row),
        since: open.since(row),
        triage: &state.triage,
        sync_status: sync_status.as_ref(),
        reason: inbox.and_then(|inbox| Some(&inbox.item()?.reason)),
        no_history: no_history.as_ref(),
        no_person: no_person.as_ref(),
        as_of: as_of.as_deref(),
        overdue: overdue.as_deref(),
        contacts_first: state.inbox.is_none(),
        blind: state.is_blind(),
        now: state.clock.date,
        scroll_key: &scroll_key,
    };
    Some(rich_text::card(&input, width.into()))
}

/// Height of the whole card, to bound scrolling; 0 if it is not on the screen.
pub(crate) fn card_lines(state: &State) -> usize {
    let area = areas(state).card.map(inner_area);
    area.and_then(|area| card(state, area.width)).map_or(0, |card| card.len())
}
