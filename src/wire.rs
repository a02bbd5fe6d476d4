//! The request and response types of the API, and nothing else.
//!
//! `client` reads these types and `service` writes them, so a field that one
//! side renames stops compiling on the other. They are written exactly as the
//! API says and read tolerantly ([`tolerant`]): a server may send null,
//! numbers for ids, half a date or unknown fields. No type here knows about
//! retries, screens or SQL.

pub mod candidate;
pub mod envelope;
pub mod ids;
pub mod job;
pub mod person;
pub mod record;
pub mod request;
mod scalars;
pub mod shape;
pub(crate) mod surrogates;
#[cfg(test)]
mod tests;
pub mod texts;
pub mod time;
pub mod token;
pub mod tolerant;
pub mod validate;

pub use candidate::{Candidate, CandidateItem, StageEntry};
pub use envelope::{
    Envelope, EnvelopeV0, Items, MAX_PAGE_SIZE, Meta, Page, ParsedEnvelope, UpdateNotice,
    positions_without,
};
pub use ids::{
    CandidateId, ClientContactId, ClientId, CompanyId, JobId, PersonId, StageId, StatusId,
};
pub use job::{Job, JobItem, PipelineStage};
pub use person::{
    Certification, Contact, Education, JobAssociation, Person, PersonCreated, PersonCreatedV0,
    Position, WorkExperience,
};
pub use record::Record;
pub use request::{CreatePerson, CreatePersonV0, Patch, UpdatePerson};
pub use shape::{Field, Shape};
pub use texts::Texts;
pub use time::{Date, Timestamp};
