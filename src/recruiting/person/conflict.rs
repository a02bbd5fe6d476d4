//! Detects fields that another user changed meanwhile.

use super::fields::PersonField;
use super::plan::Plan;
use super::report::is_stored_as;
use super::value::{FieldValue, read_field};
use crate::wire::Person;

/// A field that changed both here and on the server.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    pub(crate) field: PersonField,
    /// The value when the edit began.
    pub base: FieldValue,
    /// The value on the server now.
    pub theirs: FieldValue,
    /// The value of this edit.
    pub mine: FieldValue,
}

/// The fields of a plan that changed on the server to another value. Write-only fields cannot be
/// compared.
pub(crate) fn find_conflicts(plan: &Plan, current: &Person) -> Vec<Conflict> {
    let wanted = plan.wanted.iter();
    let conflicts = wanted.filter_map(|(field, mine)| {
        let theirs = read_field(current, *field)?;
        let base = plan.base.get(field)?;
        let is_conflict = !theirs.is_equivalent(base) && !is_stored_as(*field, mine, &theirs);
        is_conflict.then(|| Conflict {
            field: *field,
            base: base.clone(),
            theirs,
            mine: mine.clone(),
        })
    });
    conflicts.collect()
}
