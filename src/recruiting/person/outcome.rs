//! The outcome of an update or a create, for the screens and the commands.

use super::conflict::Conflict;
use super::fields::PersonField;
use super::report::Report;
use super::value::JobChoice;
use crate::recruiting::failure::Failure;
use crate::wire::{CandidateId, Person, PersonId};

/// The progress of a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SaveStep {
    /// Reads the record, to detect conflicts.
    Reading,
    /// Looks for a person whom an earlier attempt may have created.
    Searching,
    Sending,
    /// Reads the record again, to verify the result.
    Verifying,
    /// The server accepted the request but does not show the change yet: looks again.
    Awaiting,
    /// The server did not confirm the request: finds out whether it applied it.
    Settling,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SaveOutcome {
    /// The server has these values already; nothing was sent.
    AlreadySaved(Box<Person>),
    /// Another user changed the same fields; nothing was overwritten.
    Conflict {
        current: Box<Person>,
        conflicts: Vec<Conflict>,
    },
    Saved(Box<Report>),
}

/// Why a person was not changed or created, for the screens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteFailure {
    pub failure: Failure,
    pub fields: Vec<FieldError>,
    pub is_sent: bool,
    /// Whether the server may have applied the change all the same.
    pub is_uncertain: bool,
}

impl WriteFailure {
    pub(crate) const fn not_sent(failure: Failure) -> Self {
        Self { failure, fields: Vec::new(), is_sent: false, is_uncertain: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: PersonField,
    /// The index in its list.
    pub entry: Option<usize>,
    /// Safe to show.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct CreatedPerson {
    pub id: PersonId,
    pub name: String,
    pub candidate: Option<CandidateId>,
    /// The requested job.
    pub(crate) job: Option<JobChoice>,
    /// Whether the server did not confirm it and the person was found by external ID.
    pub was_recovered: bool,
    /// What differs from the request, in sentences.
    pub warnings: Vec<String>,
    /// The record, if it could be read.
    pub person: Option<Box<Person>>,
}
