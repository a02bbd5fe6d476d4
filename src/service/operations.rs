//! The operations of the API. The router and the OpenAPI document are
//! both generated from [`OPERATIONS`].

use super::fields::{self, BodySchema};
use crate::wire::tolerant::Tolerant;
use crate::wire::{
    Candidate, CandidateItem, Job, JobItem, Person, PersonCreated, PersonCreatedV0, Shape,
    UpdateNotice,
};

#[derive(Debug, Clone, Copy)]
pub(super) struct Operation {
    pub(super) id: OperationId,
    pub(super) method: &'static str,
    /// The identifier is in braces, as in `/jobs/{id}`.
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    pub(super) body: Option<BodySchema>,
    pub(super) response: ResponseBody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperationId {
    CreatePerson,
    CreatePersonV0,
    ReadPerson,
    UpdatePerson,
    ReadCandidate,
    ListCandidates,
    ReadJob,
    ListJobs,
}

impl OperationId {
    /// `operationId` in the OpenAPI document, and the operation in the metrics.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::CreatePerson => "CreatePerson",
            Self::CreatePersonV0 => "CreatePersonV0",
            Self::ReadPerson => "ReadPerson",
            Self::UpdatePerson => "UpdatePerson",
            Self::ReadCandidate => "ReadCandidate",
            Self::ListCandidates => "ListCandidates",
            Self::ReadJob => "ReadJob",
            Self::ListJobs => "ListJobs",
        }
    }
}

/// The body of a success response, which decides its status and envelope.
#[derive(Debug, Clone, Copy)]
pub(super) enum ResponseBody {
    Created(Shape),
    /// In the envelope of version 0.
    CreatedV0(Shape),
    /// With an `ETag`; so is a page.
    Record(Shape),
    Notice(Shape),
    Page(Shape),
}

#[rustfmt::skip]
pub(super) const OPERATIONS: &[Operation] = &[
    Operation { id: OperationId::CreatePerson, method: "post", path: "/v1/persons", summary: "Create a person", body: Some(fields::CREATE_V1), response: ResponseBody::Created(PersonCreated::SHAPE) },
    Operation { id: OperationId::CreatePersonV0, method: "post", path: "/v0/persons", summary: "Create a person (version 0)", body: Some(fields::CREATE_V0), response: ResponseBody::CreatedV0(PersonCreatedV0::SHAPE) },
    Operation { id: OperationId::ReadPerson, method: "get", path: "/v1/persons/{id}", summary: "Read a person", body: None, response: ResponseBody::Record(Person::SHAPE) },
    Operation { id: OperationId::UpdatePerson, method: "patch", path: "/v1/persons/{id}", summary: "Update a person", body: Some(fields::UPDATE), response: ResponseBody::Notice(UpdateNotice::SHAPE) },
    Operation { id: OperationId::ReadCandidate, method: "get", path: "/v1/candidates/{id}", summary: "Read a candidate", body: None, response: ResponseBody::Record(Candidate::SHAPE) },
    Operation { id: OperationId::ListCandidates, method: "get", path: "/v1/jobs/{id}/candidates", summary: "List the candidates of a job", body: None, response: ResponseBody::Page(CandidateItem::SHAPE) },
    Operation { id: OperationId::ReadJob, method: "get", path: "/v1/jobs/{id}", summary: "Read a job", body: None, response: ResponseBody::Record(Job::SHAPE) },
    Operation { id: OperationId::ListJobs, method: "get", path: "/v1/jobs", summary: "List jobs", body: None, response: ResponseBody::Page(JobItem::SHAPE) },
];
