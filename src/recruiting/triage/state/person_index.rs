//! The table of people: by person ID, or by candidate ID where no person is known.

use hashbrown::Equivalent;

use crate::recruiting::triage::candidate::CandidateTriage;
use crate::recruiting::triage::entry::Subject;
use crate::wire::{CandidateId, PersonId, Timestamp};

pub(super) type People = hashbrown::HashMap<PersonKey, IndexedPerson>;

/// An entry without a person ID counts for its candidate alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum PersonKey {
    Person(PersonId),
    Candidate(CandidateId),
}

/// The same, borrowed: lists look people up row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PersonRef<'a> {
    Person(&'a str),
    Candidate(&'a str),
}

impl<'a> PersonRef<'a> {
    pub(super) const fn new(candidate: &'a str, person: &'a str) -> Self {
        if person.is_empty() { Self::Candidate(candidate) } else { Self::Person(person) }
    }

    pub(super) fn of(subject: &'a Subject) -> Self {
        Self::new(subject.candidate.as_str(), subject.person.as_str())
    }

    pub(super) fn to_key(self) -> PersonKey {
        match self {
            Self::Person(id) => PersonKey::Person(id.into()),
            Self::Candidate(id) => PersonKey::Candidate(id.into()),
        }
    }
}

impl Equivalent<PersonKey> for PersonRef<'_> {
    fn equivalent(&self, key: &PersonKey) -> bool {
        match (self, key) {
            (Self::Person(id), PersonKey::Person(other)) => *id == other.as_str(),
            (Self::Candidate(id), PersonKey::Candidate(other)) => *id == other.as_str(),
            _ => false,
        }
    }
}

#[derive(Debug)]
pub(super) struct IndexedPerson {
    /// As a candidacy without entries of its own has it: without a verdict.
    pub(super) triage: CandidateTriage,
    /// The time of the newest entry.
    pub(super) newest: Timestamp,
    /// Indices of the entries.
    pub(super) entries: Vec<usize>,
}
