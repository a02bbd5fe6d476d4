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
    pub(crate) record: PersonRecord,
    pub(crate) association: AssociationRequest,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PersonCreation {
    /// The new person, or the existing one with the same external id.
    pub(crate) record: PersonRecord,
    pub(crate) candidate_id: Option<CandidateId>,
    pub(crate) client_contact_id: Option<ClientContactId>,
}

/// A person inside an update transaction.
#[derive(Debug)]
pub struct PersonEdit {
    /// The person as a read returns them before the update, for `If-Match`.
    pub(crate) current: Person,
    pub(crate) record: PersonRecord,
    /// A job to add the person to, unless they are one of its candidates.
    pub(crate) attach_to: Option<JobId>,
}

/// An API key of the service. The key itself is never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRecord {
    pub(crate) name: String,
    /// SHA-256 of the key.
    pub(crate) digest: [u8; 32],
    pub(crate) read_only: bool,
    pub(crate) created_at: Timestamp,
}

/// A completed move of a candidate between two stages, by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletedMove {
    pub(crate) candidate_name: String,
    pub(crate) job_name: String,
    pub from: String,
    pub to: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreStats {
    /// Archived jobs included.
    pub(crate) jobs: i64,
    pub(crate) archived_jobs: i64,
    pub(crate) clients: i64,
    pub(crate) persons: i64,
    pub candidates: i64,
    pub(crate) keys: i64,
    pub(crate) bytes: i64,
}
