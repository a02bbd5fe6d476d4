//! How a request to the server is identified, and what a response holds.
//!
//! Every request belongs to a [`Slot`]; a newer one in the same slot cancels the
//! older. A response carries the [`Ticket`] of its request and is ignored when
//! the slot has moved on.

use crate::wire::{
    Candidate, CandidateId, CandidateItem, Job, JobId, JobItem, Page, Person, PersonId,
};

/// What a request is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A page of the jobs, by offset.
    Jobs(usize),
    Job(JobId),
    /// A page of a job's candidates, by offset.
    CandidatePage(JobId, usize),
    Candidate(CandidateId),
    Person(PersonId),
}

/// Identifies one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticket(pub u64);

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Jobs(Page<JobItem>),
    Job(Box<Job>),
    CandidatePage(Page<CandidateItem>),
    Candidate(Box<Candidate>),
    Person(Box<Person>),
}
