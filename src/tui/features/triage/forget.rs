//! Somebody of whom nothing is kept any more: they are dropped from memory, too.

use std::collections::HashSet;

use super::verdicts;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;
use crate::tui::features::inbox::queue;
use crate::wire::{CandidateId, PersonId};

/// Drops what was done to a person and their records. Those are not asked for
/// again by themselves, nor do they count as looked at anew: who is still on the
/// screen would be kept again at once.
pub(crate) fn drop_person(state: &mut State, person: &PersonId) {
    let subjects = state.book.all().map(|own| &own.subject);
    let known = subjects.filter(|subject| subject.person == *person);
    let read = state.candidates.records().filter(|record| record.person_id == *person);
    let shown = state.selected().filter(|(_, shown)| shown == person);
    let theirs: HashSet<CandidateId> = (known.map(|subject| subject.candidate.clone()))
        .chain(read.map(|record| record.id.clone()))
        .chain(shown.map(|(candidate, _)| candidate))
        .collect();
    state.book.forget(|subject| subject.person == *person || theirs.contains(&subject.candidate));
    for candidate in &theirs {
        if state.candidates.get(candidate).is_some() {
            *state.candidates.place(candidate) = dropped();
        }
        verdicts::restir(state, candidate.as_str());
    }
    if state.people.get(person).is_some() {
        *state.people.place(person) = dropped();
    }
    queue::outdate(state);
}

fn dropped<T>() -> Loaded<T> {
    let failure = Failure::new(FailureKind::Missing, "it was forgotten here");
    Loaded { failure: Some(failure), ..Loaded::default() }
}
