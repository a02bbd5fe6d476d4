//! Turns triage actions into log entries. The entries of one action form an undo group; they are in
//! the log at once, and pending until storage has written them.

use super::session::UndoneChange;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Returns true, and tells the user, while the log is not readable yet.
pub(crate) fn refuse_until_open(state: &mut State) -> bool {
    let is_closed = !state.local_data.is_restored;
    if is_closed {
        state.notify(Severity::Warning, "Your verdicts are still loading; try again in a moment");
    }
    is_closed
}

/// Adds one undo group to the log. The caller queues a follow-up that writes the entries.
pub(crate) fn append(
    state: &mut State,
    changes: Vec<(Subject, Snapshot, EntryKind)>,
) -> Vec<LogEntry> {
    if changes.is_empty() {
        return Vec::new();
    }
    state.triage_session.group_count += 1;
    if !changes.iter().all(|(.., kind)| kind.is_undo_or_redo()) {
        state.triage_session.redo_stack.retain(|change| *change != UndoneChange::Moves);
    }
    state.triage_session.pending_since.get_or_insert(state.clock.moment);
    let group = (state.local_data.session.as_str(), state.triage_session.group_count);
    let entries = state.triage.new_group(group, state.clock.date, changes);
    for entry in &entries {
        state.triage.add_from_window(entry.clone());
    }
    entries
}
