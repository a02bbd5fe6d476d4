//! The audit log: every accepted write, recorded in its transaction.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::wire::{PersonId, Timestamp};

/// What a write did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuditOperation {
    CreatePerson,
    UpdatePerson,
    DeletePerson,
    MergePersons,
    MoveCandidate,
    RemoveCandidate,
    CreateJob,
    UpdateJob,
    CreateStage,
    RenameStage,
    ReorderStages,
    RetireStage,
    CreateClient,
    UpdateClient,
    MergeClients,
    Import,
    CreateKey,
    RotateKey,
    RevokeKey,
    Restore,
}

impl AuditOperation {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::CreatePerson => "person.create",
            Self::UpdatePerson => "person.update",
            Self::DeletePerson => "person.delete",
            Self::MergePersons => "person.merge",
            Self::MoveCandidate => "candidate.move",
            Self::RemoveCandidate => "candidate.remove",
            Self::CreateJob => "job.create",
            Self::UpdateJob => "job.update",
            Self::CreateStage => "stage.create",
            Self::RenameStage => "stage.rename",
            Self::ReorderStages => "stage.reorder",
            Self::RetireStage => "stage.retire",
            Self::CreateClient => "client.create",
            Self::UpdateClient => "client.update",
            Self::MergeClients => "client.merge",
            Self::Import => "import",
            Self::CreateKey => "key.create",
            Self::RotateKey => "key.rotate",
            Self::RevokeKey => "key.revoke",
            Self::Restore => "restore",
        }
    }
}

/// The record that a write changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AuditSubject<'a> {
    pub(crate) operation: AuditOperation,
    pub(crate) record_id: &'a str,
    /// Whom the record is about.
    pub(crate) person_id: Option<&'a PersonId>,
}

/// An entry as `db audit` prints it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditEntry {
    pub(crate) at: Option<Timestamp>,
    pub(crate) actor: String,
    pub(crate) request_id: Option<String>,
    pub(crate) address: Option<String>,
    pub(crate) operation: String,
    pub(crate) record_id: String,
    pub(crate) person_id: Option<PersonId>,
    pub(crate) fields: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditQuery {
    pub(crate) person: Option<PersonId>,
    pub(crate) since: Option<Timestamp>,
}
