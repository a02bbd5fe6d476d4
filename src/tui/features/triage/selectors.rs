//! What the triage keys apply to, and how long candidates may stay in a stage. Lists, board, card
//! and the keys of this feature ask here.

use crate::recruiting::funnel::overdue::{self, limit_of};
use crate::recruiting::table::Row;
use crate::recruiting::triage::{Snapshot, Subject};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::board;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::format::age;
use crate::wire::Timestamp;

/// By how many days a candidate exceeds the limit of the stage. `None` also where the time of entry
/// is not known exactly: those candidates are never called overdue.
pub(crate) fn overdue(
    limits: &[(String, u32)],
    open: &OpenJob,
    row: Row,
    now: Timestamp,
) -> Option<u32> {
    overdue::overdue(limits, open.list.pages.rows.stage_name(row), open.since(row)?, now)
}

pub(crate) fn overdue_days(state: &State, open: &OpenJob, row: Row) -> Option<u32> {
    overdue(&state.rules.limits, open, row, state.clock.date)
}

/// For the card.
pub(crate) fn overdue_text(state: &State) -> Option<String> {
    let (open, row) = state.current_row()?;
    let excess = overdue_days(state, open, row)?;
    let limit = limit_of(&state.rules.limits, open.list.pages.rows.stage_name(row))?;
    Some(format!("{} over the limit of {limit} d", age(excess.into())))
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
