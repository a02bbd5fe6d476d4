//! The saved edits of this session, for the edit log and undo.

use std::collections::BTreeMap;

use super::plan::OwnEdit;
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

/// The last edit of each field of a person.
pub(crate) fn own_edits(edits: &[SavedEdit], person: &PersonId) -> BTreeMap<PersonField, OwnEdit> {
    let mut own_edits = BTreeMap::new();
    for edit in edits.iter().filter(|edit| edit.person == *person) {
        for (field, after) in &edit.after {
            let Some(Some(before)) = edit.before.get(field).cloned() else { continue };
            let after = after.clone();
            let own_edit = match edit.status {
                EditStatus::Undone => OwnEdit { before: after, after: before },
                _ => OwnEdit { before, after },
            };
            own_edits.insert(*field, own_edit);
        }
    }
    own_edits
}

/// Whether the API can restore the old value of a field.
pub(crate) fn can_undo(field: PersonField, before: Option<&FieldValue>) -> bool {
    let is_readable = matches!(field.spec().readback, Readback::AsIs | Readback::InList);
    is_readable && before.is_some()
}
