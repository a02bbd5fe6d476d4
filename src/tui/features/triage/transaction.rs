//! Turns triage actions into log entries. The entries of one action form an undo group; they are in
//! the log at once, and storage writes them before the next frame is drawn.

use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, InboxPosition};
use crate::tui::features::messages::state::Severity;

/// Returns true, and tells the user, while the log is not readable yet.
pub(crate) fn refuse_until_open(state: &mut State) -> bool {
    let is_closed = !state.edit_session.is_restored;
    if is_closed {
        state.notify(Severity::Warning, "the place for verdicts is not open yet");
    }
    is_closed
}

/// Adds one undo group to the log. The caller must pass the entries to [`write()`].
pub(crate) fn append(
    state: &mut State,
    acts: Vec<(Subject, Snapshot, EntryKind)>,
) -> Vec<LogEntry> {
    if acts.is_empty() {
        return Vec::new();
    }
    state.triage_session.group_count += 1;
    state.edit_session.moves_applied_at = None;
    let group = (state.restored.session.as_str(), state.triage_session.group_count);
    let entries = state.triage.new_group(group, state.clock.date, acts);
    for entry in &entries {
        state.triage.add_from_window(entry.clone());
    }
    entries
}

/// Sends an undo group to storage, together with the inbox position after it.
pub(crate) fn write(state: &mut State, entries: Vec<LogEntry>, effects: &mut Vec<Effect>) {
    let Some(group) = entries.first().map(|entry| entry.group.clone()) else { return };
    let position = state.inbox.as_deref().map(|inbox| position(state, inbox));
    if position.is_some() {
        state.restored.inbox_position.clone_from(&position);
    }
    effects.push(Effect::Storage(StorageEffect::Append { group, entries, position }));
}

pub(crate) fn position(state: &State, inbox: &Inbox) -> InboxPosition {
    let selected = || state.selected().map(|(candidate, _)| candidate);
    InboxPosition {
        scope: inbox.scope.clone(),
        order: inbox.order,
        side: inbox.side,
        // A filter is temporary: the next session starts where the user was before it.
        candidate: inbox.origin.clone().or_else(|| inbox.heading_for.clone()).or_else(selected),
        blind: inbox.blind,
        sticky: state.triage_session.sticky.clone(),
    }
}
