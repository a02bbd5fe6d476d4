//! The saved edits of this session, for the edit log and undo.

use std::collections::BTreeMap;

use super::{FieldValue, PersonField, Readback, Report};
use crate::wire::{PersonId, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedEdit {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    pub(crate) at: Timestamp,
    /// None for a write-only field.
    pub(crate) before: BTreeMap<PersonField, Option<FieldValue>>,
    pub(crate) after: BTreeMap<PersonField, FieldValue>,
    pub(crate) message: String,
    /// Whether the server did exactly what was requested.
    pub(crate) is_fine: bool,
    pub(crate) status: EditStatus,
    pub(crate) report: Option<Box<Report>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditStatus {
    Applied,
    Undone,
    /// The server did not apply it, or that is unknown.
    NotSaved,
    /// Cannot be undone: a create, or only write-only fields.
    Final,
}

/// Whether the API can restore the old value of a field.
pub(crate) fn can_undo(field: PersonField, before: Option<&FieldValue>) -> bool {
    let is_readable = matches!(field.spec().readback, Readback::AsIs | Readback::InList);
    is_readable && before.is_some()
}
