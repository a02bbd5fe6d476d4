//! The edits of this session: what was sent, what came of it, what can be taken
//! back.

use std::collections::BTreeMap;

use super::{FieldValue, PersonField, Readback, Report};
use crate::wire::{PersonId, Timestamp};

/// An edit that was saved.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedEdit {
    /// Whose.
    pub person: PersonId,
    /// What they are called.
    pub name: String,
    /// When.
    pub at: Timestamp,
    /// What each field held before; nothing where the server never shows it.
    pub before: BTreeMap<PersonField, Option<FieldValue>>,
    /// What each holds since.
    pub after: BTreeMap<PersonField, FieldValue>,
    /// How it went, in words.
    pub told: String,
    /// Whether it was as it was meant.
    pub is_fine: bool,
    /// What it is now.
    pub state: EditStatus,
    /// What the server did, where that was seen.
    pub report: Option<Box<Report>>,
}

/// Where a saved edit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditStatus {
    /// It holds.
    Made,
    /// It was taken back.
    TakenBack,
    /// It was not carried out, or nobody knows.
    Unsaved,
    /// It cannot be taken back: somebody new, or only what is never shown.
    Final,
}

/// Whether a field can be put back to what it held, through this interface.
#[must_use]
pub fn can_take_back(field: PersonField, before: Option<&FieldValue>) -> bool {
    let is_known = matches!(field.spec().shown, Readback::AsIs | Readback::InList);
    is_known && before.is_some()
}
