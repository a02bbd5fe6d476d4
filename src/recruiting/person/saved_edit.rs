//! The saved edits of this session, for the edit log and undo.

use std::collections::BTreeMap;

use super::{FieldValue, PersonField, Readback, Report};
use crate::wire::{PersonId, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub struct SavedEdit {
    pub person: PersonId,
    pub name: String,
    pub at: Timestamp,
    /// None for a write-only field.
    pub before: BTreeMap<PersonField, Option<FieldValue>>,
    pub after: BTreeMap<PersonField, FieldValue>,
    pub message: String,
    /// Whether the server did exactly what was requested.
    pub is_fine: bool,
    pub status: EditStatus,
    pub report: Option<Box<Report>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditStatus {
    Applied,
    Undone,
    /// Not applied, or unknown.
    NotSaved,
    /// Cannot be undone: a create, or only write-only fields.
    Final,
}

/// Whether the API can restore the old value of a field.
#[must_use]
pub fn can_undo(field: PersonField, before: Option<&FieldValue>) -> bool {
    let is_readable = matches!(field.spec().readback, Readback::AsIs | Readback::InList);
    is_readable && before.is_some()
}
