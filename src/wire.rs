//! The shapes that cross the network, and nothing else.
//!
//! `client` reads these types and `service` writes them, so a field that one
//! side renames stops compiling on the other. They are written exactly as the
//! interface says and read tolerantly: a server may send null, numbers for
//! ids, half a date or fields we never heard of, and every good field beside
//! the odd one is still read ([`tolerant`]). No type here knows about retries,
//! panes or SQL.

pub mod candidate;
pub mod envelope;
pub mod ids;
pub mod job;
pub mod parsed_envelope;
pub mod person;
pub mod record;
pub mod request;
mod scalars;
pub(crate) mod surrogates;
pub mod time;
pub mod tolerant;
pub mod validate;

pub use candidate::{Candidate, CandidateItem, StageEntry};
pub use envelope::{Envelope, EnvelopeV0, Items, Meta, Page, UpdateNotice};
pub use ids::{
    CandidateId, ClientContactId, ClientId, CompanyId, JobId, PersonId, StageId, StatusId,
};
pub use job::{Job, JobItem, PipelineStage};
pub use parsed_envelope::ParsedEnvelope;
pub use person::{
    Certification, Contact, Education, JobAssociation, Person, PersonCreated, PersonCreatedV0,
    Position, WorkExperience,
};
pub use record::{Field, Record, Shape};
pub use request::{CreatePerson, CreatePersonV0, Patch, UpdatePerson};
pub use time::{Date, Timestamp};

#[cfg(test)]
mod tests;
