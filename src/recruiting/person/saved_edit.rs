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
    pub told: String,
    /// Whether the server did exactly what was requested.
    pub is_fine: bool,
    pub state: EditStatus,
    pub report: Option<Box<Report>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditStatus {
    Made,
    TakenBack,
    /// Not applied, or unknown.
    Unsaved,
    /// Cannot be undone: a create, or only write-only fields.
    Final,
}

/// Whether the API can restore the old value of a field.
#[must_use]
pub fn can_take_back(field: PersonField, before: Option<&FieldValue>) -> bool {
    let is_known = matches!(field.spec().shown, Readback::AsIs | Readback::InList);
    is_known && before.is_some()
}
