//! Arguments and results of the methods of [`Store`](super::Store).
//!
//! Plain data, the same for every database engine. Records that the database
//! keeps are in `record`.

use super::association::AssociationRequest;
use super::record::PersonRecord;
use crate::wire::{CandidateId, ClientContactId, JobId, Person, Timestamp};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMissing {
    Create,
    Fail,
}

/// One page of a list, as in `LIMIT limit OFFSET offset`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pagination {
    pub offset: i64,
    pub limit: i64,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewPerson {
    /// The id is ignored: the store assigns one.
    pub record: PersonRecord,
    pub association: AssociationRequest,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PersonCreation {
    /// The new person, or the existing one with the same external id.
    pub record: PersonRecord,
    pub candidate_id: Option<CandidateId>,
    pub client_contact_id: Option<ClientContactId>,
}

/// A person inside an update transaction.
#[derive(Debug)]
pub struct PersonEdit {
    /// The person as a read returns them before the update, for `If-Match`.
    pub current: Person,
    pub record: PersonRecord,
    /// A job to add the person to, unless they are one of its candidates.
    pub attach_to: Option<JobId>,
}

/// An API key of the service. The key itself is never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRecord {
    pub name: String,
    /// SHA-256 of the key.
    pub digest: [u8; 32],
    pub read_only: bool,
    pub created_at: Timestamp,
}

/// A completed move of a candidate between two stages, by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMove {
    pub candidate_name: String,
    pub job_name: String,
    pub from: String,
    pub to: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Archived jobs included.
    pub jobs: i64,
    pub archived_jobs: i64,
    pub clients: i64,
    pub persons: i64,
    pub candidates: i64,
    pub keys: i64,
    pub bytes: i64,
}
