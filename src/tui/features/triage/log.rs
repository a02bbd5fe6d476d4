//! What storage reports about the triage log: entries restored at startup, written by another
//! window, or not written at all; and the dialog that deletes the local data of a person.

use super::refresh;
use super::selectors::candidate_at_cursor;
use crate::keymap::action::Action;
use crate::recruiting::triage::{EntryKind, LogEntry, UndoGroup};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, PersonId, Timestamp};

/// Takes the stored log, and the reasons given last unless the user gave others since.
pub(crate) fn restore(
    state: &mut State,
    log: Vec<LogEntry>,
    seen_marks: Vec<(CandidateId, Timestamp)>,
    reasons: Option<[Option<String>; 3]>,
) {
    for entry in log {
        state.triage.add(entry);
    }
    for (candidate, at) in seen_marks {
        state.triage.mark_seen(candidate.as_str(), at);
    }
    if let Some(reasons) = reasons
        && state.triage_session.default_reasons.iter().all(Option::is_none)
    {
        state.triage_session.default_reasons = reasons;
    }
}

/// Takes the entries that another window wrote.
pub(crate) fn add_entries(state: &mut State, entries: Vec<LogEntry>) {
    for entry in entries {
        let candidates = affected_candidates(state, &entry);
        state.triage.add(entry);
        for candidate in candidates {
            refresh::refilter(state, candidate.as_str());
        }
    }
    state.follow_up(FollowUp::RebuildInbox);
}

/// A group is on disk.
pub(crate) fn confirm(state: &mut State, group: &UndoGroup) {
    state.triage.confirm(group);
    note_disk_answer(state);
}

/// The disk answered; what is still pending waits from now on.
fn note_disk_answer(state: &mut State) {
    let is_pending = state.triage.pending_count() > 0;
    state.triage_session.pending_since = is_pending.then_some(state.clock.moment);
}

/// Takes a group out of the log that could not be written; the inbox returns to its first candidate.
pub(crate) fn retract(state: &mut State, group: &UndoGroup, error: &str) {
    let entries = state.triage.log().iter().filter(|entry| entry.group == *group);
    let mut candidates: Vec<CandidateId> =
        entries.flat_map(|entry| affected_candidates(state, entry)).collect();
    candidates.dedup();
    state.triage.retract(group);
    note_disk_answer(state);
    for candidate in &candidates {
        refresh::refilter(state, candidate.as_str());
    }
    state.follow_up(FollowUp::RetractFromInbox(candidates));
    let message = format!(
        "not saved, so your change was withdrawn: {}; free disk space or check the permissions of its folder, then repeat it",
        text::sanitize(error)
    );
    state.notify(Severity::Error, message);
}

/// The candidates whose triage an entry changes: for undo and redo, those of the group it is about.
fn affected_candidates(state: &State, entry: &LogEntry) -> Vec<CandidateId> {
    let (EntryKind::Undo { group } | EntryKind::Redo { group }) = &entry.kind else {
        return vec![entry.subject.candidate.clone()];
    };
    let entries = state.triage.log().iter().filter(|entry| entry.group == *group);
    entries.map(|entry| entry.subject.candidate.clone()).collect()
}

/// Opens the dialog that asks whether to delete the local data of the selected person.
pub(crate) fn open_forget_dialog(state: &mut State) {
    let Some((subject, snapshot)) = candidate_at_cursor(state) else { return };
    if subject.person.is_empty() {
        return state.notify(Severity::Info, "the server does not say who this is");
    }
    state.dialogs.open(Dialog::Forget(subject, snapshot.name));
}

/// A key in that dialog.
pub(crate) fn act_in_forget_dialog(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Open => {
            if let Some(Dialog::Forget(subject, _)) = state.dialogs.pop() {
                effects.push(Effect::Storage(StorageEffect::ForgetPerson(subject.person)));
            }
        }
        Action::Back | Action::Quit => state.dialogs.close(),
        _ => {}
    }
}

/// The local data of a person was deleted, or could not be.
pub(crate) fn handle_forgotten(state: &mut State, person: &PersonId, outcome: Result<(), String>) {
    if let Err(error) = outcome {
        let error = text::sanitize(&error);
        let message = format!("what is kept of them could not be deleted: {error}");
        return state.notify(Severity::Error, message);
    }
    refresh::drop_person(state, person);
    state.notify(Severity::Info, "what was kept of them here is gone");
}
