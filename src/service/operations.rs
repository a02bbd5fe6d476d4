//! The operations of the API and the pages beside it. The router, the OpenAPI
//! document and the reference page are all generated from [`OPERATIONS`]; the
//! latter two also list [`PAGES`].

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
    pub(super) tag: Tag,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
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

/// A group of operations; the OpenAPI document prints the variants' names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Persons,
    Candidates,
    Jobs,
    Service,
}

impl Tag {
    pub(super) const ALL: [Self; 4] = [Self::Persons, Self::Candidates, Self::Jobs, Self::Service];

    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::Persons => "Individuals with contacts and a career.",
            Self::Candidates => "Persons in the pipeline of a job.",
            Self::Jobs => "Positions at clients, each with a status and a pipeline.",
            Self::Service => "The state and the description of the service. No key is needed.",
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

/// A path outside the API. It needs no key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    /// The `operationId`.
    pub(super) id: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    pub(super) content: PageContent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageContent {
    Health,
    /// Prepared once and sent with an `ETag`; so is HTML.
    OpenApi,
    Html,
}

pub(super) const HEALTH: &str = "/healthz";
pub(super) const LIVENESS: &str = "/livez";
/// For the operator, not for clients: no document lists it.
pub(super) const METRICS: &str = "/metrics";

pub(super) const PAGES: &[Page] = &[
    Page {
        id: "CheckHealth",
        path: HEALTH,
        summary: "Check the service",
        description: "Reads the database, and reports the kind of failure (503) if that or the \
                      last write failed. It is answered even when the service is too busy for other \
                      requests.",
        content: PageContent::Health,
    },
    Page {
        id: "CheckLiveness",
        path: LIVENESS,
        summary: "Check the process",
        description: "Reports that the process answers, whatever the state of its database.",
        content: PageContent::Health,
    },
    Page {
        id: "ReadOpenApi",
        path: "/openapi.json",
        summary: "Read the OpenAPI document",
        description: "Returns the description of the API in the format OpenAPI 3.1.",
        content: PageContent::OpenApi,
    },
    Page {
        id: "ReadReference",
        path: "/docs",
        summary: "Read the reference page",
        description: "Returns the description of the API as a web page.",
        content: PageContent::Html,
    },
    Page {
        id: "ReadStartPage",
        path: "/",
        summary: "Read the start page",
        description: "Returns the reference page.",
        content: PageContent::Html,
    },
];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        id: OperationId::CreatePerson,
        method: "post",
        path: "/v1/persons",
        tag: Tag::Persons,
        summary: "Create a person",
        description: "Creates a person, optionally as a candidate for a job or as a contact of a \
                      client. A person is never merged with another by name or email. A request \
                      with an `external_source_id` can be repeated safely: it returns the person \
                      who has this ID.",
        body: Some(fields::CREATE_V1),
        response: ResponseBody::Created(PersonCreated::SHAPE),
    },
    Operation {
        id: OperationId::CreatePersonV0,
        method: "post",
        path: "/v0/persons",
        tag: Tag::Persons,
        summary: "Create a person (version 0)",
        description: "Creates a person as version 1 does. The body has one `email` and one \
                      `phone_number` instead of the fields by type; the response has the envelope \
                      of version 0, in which every value is a string.",
        body: Some(fields::CREATE_V0),
        response: ResponseBody::CreatedV0(PersonCreatedV0::SHAPE),
    },
    Operation {
        id: OperationId::ReadPerson,
        method: "get",
        path: "/v1/persons/{id}",
        tag: Tag::Persons,
        summary: "Read a person",
        description: "Returns a person with contacts, career and jobs.",
        body: None,
        response: ResponseBody::Record(Person::SHAPE),
    },
    Operation {
        id: OperationId::UpdatePerson,
        method: "patch",
        path: "/v1/persons/{id}",
        tag: Tag::Persons,
        summary: "Update a person",
        description: "Changes the fields that the body contains. Null or an empty string clears a \
                      field, an array replaces all entries, and the fields for one type of contact \
                      apply after the arrays. A person must keep a name, an email or a handle.",
        body: Some(fields::UPDATE),
        response: ResponseBody::Notice(UpdateNotice::SHAPE),
    },
    Operation {
        id: OperationId::ReadCandidate,
        method: "get",
        path: "/v1/candidates/{id}",
        tag: Tag::Candidates,
        summary: "Read a candidate",
        description: "Returns a candidate with the history of its stages.",
        body: None,
        response: ResponseBody::Record(Candidate::SHAPE),
    },
    Operation {
        id: OperationId::ListCandidates,
        method: "get",
        path: "/v1/jobs/{id}/candidates",
        tag: Tag::Candidates,
        summary: "List the candidates of a job",
        description: "Returns one page of the candidates of a job, ordered by `created_at` and \
                      `id`. A page past the end is empty.",
        body: None,
        response: ResponseBody::Page(CandidateItem::SHAPE),
    },
    Operation {
        id: OperationId::ReadJob,
        method: "get",
        path: "/v1/jobs/{id}",
        tag: Tag::Jobs,
        summary: "Read a job",
        description: "Returns a job with its pipeline.",
        body: None,
        response: ResponseBody::Record(Job::SHAPE),
    },
    Operation {
        id: OperationId::ListJobs,
        method: "get",
        path: "/v1/jobs",
        tag: Tag::Jobs,
        summary: "List jobs",
        description: "Returns one page of all jobs, archived ones included, ordered by \
                      `created_at` and `id`. A page past the end is empty.",
        body: None,
        response: ResponseBody::Page(JobItem::SHAPE),
    },
];
