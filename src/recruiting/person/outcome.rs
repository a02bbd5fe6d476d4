//! How a change or a creation went, for whoever shows it.

use super::conflict::Conflict;
use super::fields::PersonField;
use super::report::Report;
use super::value::JobChoice;
use crate::recruiting::failure::Failure;
use crate::wire::{CandidateId, Person, PersonId};

/// What is being done about a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SaveStep {
    /// The record is read again, to see whether somebody else changed it.
    Reading,
    /// Somebody new who may have been sent before is looked for.
    Looking,
    /// It is sent.
    Sending,
    /// The record is read again, to see what the server did.
    Proving,
    /// No answer came: what happened is being found out.
    Settling,
}

/// How a change went.
#[derive(Debug, Clone, PartialEq)]
pub enum SaveOutcome {
    /// The server has it already: nothing was sent.
    Already(Box<Person>),
    /// Somebody else changed the same fields: nothing was sent.
    Clash {
        /// The record as it is now.
        now: Box<Person>,
        /// The fields.
        clashes: Vec<Conflict>,
    },
    /// It was sent, and this is what the server did.
    Done(Box<Report>),
    /// It did not come about, or nobody knows.
    Failed(WriteFailure),
}

/// Why a change did not come about, or what hides whether it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteFailure {
    /// What happened.
    pub failure: Failure,
    /// What the server said of single fields.
    pub fields: Vec<FieldError>,
    /// Whether the server may have carried it out all the same.
    pub maybe: bool,
}

/// What the server said of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Which one.
    pub field: PersonField,
    /// Which entry of its list.
    pub entry: Option<usize>,
    /// What is wrong with it, safe to show.
    pub told: String,
}

/// How the making of somebody new went.
#[derive(Debug, Clone, PartialEq)]
pub enum CreateOutcome {
    /// They are there.
    Made(Box<CreatedPerson>),
    /// They were not made, or nobody knows.
    Failed(WriteFailure),
}

/// Somebody new.
#[derive(Debug, Clone, PartialEq)]
pub struct CreatedPerson {
    /// Who.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Their place in the job.
    pub candidate: Option<CandidateId>,
    /// The job that was asked for.
    pub job: Option<JobChoice>,
    /// Whether the answer was lost, and they were found by their outside id.
    pub found: bool,
    /// What is not as it was asked for, in words.
    pub warnings: Vec<String>,
    /// The record as a read shows it, if it could be read.
    pub person: Option<Box<Person>>,
}
