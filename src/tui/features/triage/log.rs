//! What storage reports about the triage log: entries restored at startup, written by another
//! window, or not written at all; and that the data of a person was deleted.

use super::refresh;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::text;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{CandidateId, PersonId, Timestamp};

/// Takes the stored log.
pub(crate) fn restore(
    state: &mut State,
    log: Vec<LogEntry>,
    seen_marks: Vec<(CandidateId, Timestamp)>,
) {
    state.triage.extend(log);
    for (candidate, at) in seen_marks {
        state.triage.mark_seen(candidate.as_str(), at);
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
        "Not saved, so your change was reverted: {}; free disk space or check the permissions of the folder, then repeat it",
        text::sanitize(error)
    );
    state.notify(Severity::Error, message);
}

fn affected_candidates(state: &State, entry: &LogEntry) -> Vec<CandidateId> {
    state.triage.affected_candidates(entry).into_iter().map(CandidateId::from).collect()
}

/// The local data of a person was deleted, or could not be.
pub(crate) fn handle_forgotten(state: &mut State, person: &PersonId, outcome: Result<(), String>) {
    if let Err(error) = outcome {
        let error = text::sanitize(&error);
        let message = format!("The data on this machine could not be deleted: {error}");
        return state.notify(Severity::Error, message);
    }
    refresh::drop_person(state, person);
    state.notify(Severity::Info, "Deleted the data about this person from this machine");
}
