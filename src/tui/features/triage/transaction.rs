//! One step: what was done at once, in the book and on the way to the disk.

use crate::recruiting::triage::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, InboxPosition};

/// Takes a step: all of it is one undo. Nothing is drawn before it is on disk.
pub(crate) fn take(
    state: &mut State,
    acts: Vec<(Subject, Snapshot, EntryKind)>,
    effects: &mut Vec<Effect>,
) {
    let entries = enter(state, acts);
    send(state, entries, effects);
}

/// Puts a step into the book; whoever does so sends it, too.
pub(crate) fn enter(state: &mut State, acts: Vec<(Subject, Snapshot, EntryKind)>) -> Vec<LogEntry> {
    if acts.is_empty() {
        return Vec::new();
    }
    state.deciding.steps += 1;
    state.drafting.applied = None;
    let step = UndoGroup(format!("{}-{}", state.memory.session, state.deciding.steps));
    let now = state.clock.date;
    let entry =
        |(number, (subject, seen, act)): (usize, (Subject, Snapshot, EntryKind))| LogEntry {
            id: EntryId(format!("{}.{number}", step.0)),
            step: step.clone(),
            at: state.book.moment(subject.candidate.as_str(), now),
            subject: subject.into(),
            seen: seen.into(),
            act,
            source: None,
        };
    let entries: Vec<LogEntry> = acts.into_iter().enumerate().map(entry).collect();
    for entry in &entries {
        state.book.enter(entry.clone());
    }
    entries
}

/// Sends a step to the disk, with where one is now.
pub(crate) fn send(state: &mut State, entries: Vec<LogEntry>, effects: &mut Vec<Effect>) {
    let Some(step) = entries.first().map(|entry| entry.step.clone()) else { return };
    let place = state.inbox.as_deref().map(|inbox| place(state, inbox));
    if place.is_some() {
        state.memory.place.clone_from(&place);
    }
    effects.push(Effect::Append { step, entries, place });
}

/// Where one is in the inbox, or wants to be.
pub(crate) fn place(state: &State, inbox: &Inbox) -> InboxPosition {
    let shown = || state.selected().map(|(candidate, _)| candidate);
    InboxPosition {
        scope: inbox.scope.clone(),
        order: inbox.order,
        side: inbox.side,
        // A filter is left again: one stops where one was before it.
        candidate: inbox.origin.clone().or_else(|| inbox.heading_for.clone()).or_else(shown),
        blind: inbox.blind,
        sticky: state.deciding.sticky.clone(),
    }
}
