//! Detects fields that another user changed meanwhile.

use super::field_report::is_stored_as;
use super::fields::PersonField;
use super::plan::Plan;
use super::value::{FieldValue, read_field};
use crate::wire::Person;

/// A field whose value on the server is not the one that the edit began with.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    pub(crate) field: PersonField,
    /// The value when the edit began.
    pub base: FieldValue,
    /// The value on the server now.
    pub theirs: FieldValue,
    /// The value of this edit.
    pub mine: FieldValue,
    /// Whether the server shows the value from before this session's last edit: its reads may lag
    /// behind its writes.
    pub is_stale: bool,
}

/// The fields of a plan that have another value on the server, except values that this session wrote
/// itself. Write-only fields cannot be compared.
pub(crate) fn find_conflicts(plan: &Plan, current: &Person) -> Vec<Conflict> {
    let wanted = plan.wanted.iter();
    let conflicts = wanted.filter_map(|(field, mine)| {
        let theirs = read_field(current, *field)?;
        let base = plan.base.get(field)?;
        let own = plan.own_edits.get(field);
        let is_move = |from: &FieldValue, to: &FieldValue| {
            base.is_equivalent(from) && theirs.is_equivalent(to)
        };
        // The edit began on a record that did not show the last edit yet.
        let is_newer = own.is_some_and(|own| is_move(&own.before, &own.after));
        let is_stale = own.is_some_and(|own| is_move(&own.after, &own.before));
        let is_conflict =
            !theirs.is_equivalent(base) && !is_stored_as(*field, mine, &theirs) && !is_newer;
        is_conflict.then(|| Conflict {
            field: *field,
            base: base.clone(),
            theirs,
            mine: mine.clone(),
            is_stale,
        })
    });
    conflicts.collect()
}
