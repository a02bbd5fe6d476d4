//! The table of operations: the whole surface of the interface.
//!
//! The router and the OpenAPI document are both made from [`OPERATIONS`].

use super::fields::{self, BodySchema};
use crate::wire::tolerant::Tolerant;
use crate::wire::{
    Candidate, CandidateItem, Job, JobItem, Person, PersonCreated, PersonCreatedV0, Shape,
    UpdateNotice,
};

/// One operation of the interface.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Which one; also its name in the OpenAPI document.
    pub name: Name,
    /// Its method.
    pub method: &'static str,
    /// Its path, with the identifier in braces.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// What it takes.
    pub body: Option<BodySchema>,
    /// What it gives.
    pub gives: Gives,
}

/// The operations by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// POST /v1/persons.
    CreatePerson,
    /// POST /v0/persons.
    CreatePersonV0,
    /// GET /v1/persons/{id}.
    ReadPerson,
    /// PATCH /v1/persons/{id}.
    UpdatePerson,
    /// GET /v1/candidates/{id}.
    ReadCandidate,
    /// GET /v1/jobs/{id}/candidates.
    ListCandidates,
    /// GET /v1/jobs/{id}.
    ReadJob,
    /// GET /v1/jobs.
    ListJobs,
}

/// What an operation answers, and in which envelope.
#[derive(Debug, Clone, Copy)]
pub enum Gives {
    /// A record that was made.
    Created(Shape),
    /// The same in the envelope of version 0.
    CreatedV0(Shape),
    /// A record, with an `ETag`.
    Record(Shape),
    /// A notice about a record that was changed.
    Notice(Shape),
    /// A page of records.
    Page(Shape),
}

/// Every operation of the interface.
#[rustfmt::skip]
pub const OPERATIONS: &[Operation] = &[
    Operation { name: Name::CreatePerson, method: "post", path: "/v1/persons", summary: "Create a person", body: Some(fields::CREATE_V1), gives: Gives::Created(PersonCreated::SHAPE) },
    Operation { name: Name::CreatePersonV0, method: "post", path: "/v0/persons", summary: "Create a person (version 0)", body: Some(fields::CREATE_V0), gives: Gives::CreatedV0(PersonCreatedV0::SHAPE) },
    Operation { name: Name::ReadPerson, method: "get", path: "/v1/persons/{id}", summary: "Read a person", body: None, gives: Gives::Record(Person::SHAPE) },
    Operation { name: Name::UpdatePerson, method: "patch", path: "/v1/persons/{id}", summary: "Update a person", body: Some(fields::UPDATE), gives: Gives::Notice(UpdateNotice::SHAPE) },
    Operation { name: Name::ReadCandidate, method: "get", path: "/v1/candidates/{id}", summary: "Read a candidate", body: None, gives: Gives::Record(Candidate::SHAPE) },
    Operation { name: Name::ListCandidates, method: "get", path: "/v1/jobs/{id}/candidates", summary: "List the candidates of a job", body: None, gives: Gives::Page(CandidateItem::SHAPE) },
    Operation { name: Name::ReadJob, method: "get", path: "/v1/jobs/{id}", summary: "Read a job", body: None, gives: Gives::Record(Job::SHAPE) },
    Operation { name: Name::ListJobs, method: "get", path: "/v1/jobs", summary: "List jobs", body: None, gives: Gives::Page(JobItem::SHAPE) },
];
