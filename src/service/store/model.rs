//! Arguments and results of the methods of [`Store`](super::Store).
//!
//! Plain data, the same for every database engine. Records that the database
//! keeps are in `record`.

use std::path::PathBuf;

use serde::Serialize;

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

/// A list at the moment in which a page of it was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListState {
    /// The length of the whole list.
    pub total: i64,
    /// Changes with every change of the list.
    pub tag: i64,
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
    /// The person as a read returns them.
    pub(crate) person: Person,
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
    /// The key is refused from then on.
    pub(crate) expires_at: Option<Timestamp>,
    /// To the minute.
    pub(crate) last_used_at: Option<Timestamp>,
    /// What the key was before its last rotation, and until when it is accepted.
    pub(crate) previous: Option<PreviousSecret>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreviousSecret {
    pub(crate) digest: [u8; 32],
    pub(crate) until: Timestamp,
}

/// A completed move of a candidate between two stages, by their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CompletedMove {
    pub(crate) candidate_id: CandidateId,
    pub(crate) candidate_name: String,
    pub(crate) job_name: String,
    pub from: String,
    pub to: String,
}

/// How much of a database is copied, in pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyProgress {
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// A restored database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Where the database is now that was in its place.
    pub(crate) kept: Option<PathBuf>,
    /// The copy that was made of a backup of an older version before it was upgraded.
    pub(crate) upgrade_copy: Option<PathBuf>,
}

/// How large the database is, and when it was last backed up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StorageFigures {
    pub(crate) database_bytes: i64,
    pub(crate) log_bytes: i64,
    pub(crate) last_backup_at: Option<Timestamp>,
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
