//! Brings the lists in line with the triage log after candidates changed in it.
//!
//! Verdicts, undo and the log call this; it decides nothing itself.

use std::collections::HashSet;

use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;
use crate::wire::{CandidateId, PersonId};

/// Marks the row dirty in every filtered list: a filter may ask for verdicts or tags.
pub(crate) fn refilter(state: &mut State, candidate: &str) {
    for open in state.candidate_lists_mut().filter(|open| !open.list.filter.is_empty()) {
        if let Some(row) = open.list.pages.rows.find(candidate) {
            open.list.mark_dirty(row);
        }
    }
}

/// Drops all local data of a person. The records are left as failed, so that the person who is
/// still on the screen is not fetched and stored again at once.
pub(crate) fn drop_person(state: &mut State, person: &PersonId) {
    let subjects = state.triage.all().map(|triage| &triage.subject);
    let in_log = subjects.filter(|subject| subject.person == *person);
    let cached = state.candidates.records().filter(|record| record.person_id == *person);
    let selected = state.selected().filter(|(_, selected)| selected == person);
    let candidates: HashSet<CandidateId> = (in_log.map(|subject| subject.candidate.clone()))
        .chain(cached.map(|record| record.id.clone()))
        .chain(selected.map(|(candidate, _)| candidate))
        .collect();
    state
        .triage
        .forget(|subject| subject.person == *person || candidates.contains(&subject.candidate));
    for candidate in &candidates {
        if state.candidates.get(candidate).is_some() {
            *state.candidates.entry(candidate) = forgotten_record();
        }
        refilter(state, candidate.as_str());
    }
    if state.people.get(person).is_some() {
        *state.people.entry(person) = forgotten_record();
    }
    state.follow_up(FollowUp::RebuildInbox);
}

/// A record that is not fetched again by itself. The server still has it.
fn forgotten_record<T>() -> Loaded<T> {
    Loaded::failed(Failure::new(FailureKind::Cancelled, "deleted from this machine"))
}
