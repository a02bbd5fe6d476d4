//! How a request to the server is identified, and what a response holds.
//!
//! Every request belongs to a [`Slot`]; a newer one in the same slot cancels the
//! older. A response carries the [`Ticket`] of its request and is ignored when
//! the slot has moved on.

use crate::wire::{
    Candidate, CandidateId, CandidateItem, Job, JobId, JobItem, Page, Person, PersonId,
};

/// What was asked for. A newer asking in the same slot replaces the older.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A page of the jobs, by where it begins.
    Jobs(usize),
    /// A job with its pipeline.
    Job(JobId),
    /// A page of a job's candidates.
    CandidatePage(JobId, usize),
    /// A candidate with its history.
    Candidate(CandidateId),
    /// A person.
    Person(PersonId),
}

/// Tells one asking from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticket(pub u64);

/// What came.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A page of the jobs.
    Jobs(Page<JobItem>),
    /// A job.
    Job(Box<Job>),
    /// A page of candidates.
    CandidatePage(Page<CandidateItem>),
    /// A candidate.
    Candidate(Box<Candidate>),
    /// A person.
    Person(Box<Person>),
}
