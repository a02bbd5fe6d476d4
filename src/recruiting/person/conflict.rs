//! What somebody else changed meanwhile.

use super::fields::PersonField;
use super::plan::Plan;
use super::readable::shown;
use super::report::is_shown;
use super::value::FieldValue;
use crate::wire::Person;

/// A field that was changed here and there.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// Which one.
    pub field: PersonField,
    /// What it held when the change was begun.
    pub base: FieldValue,
    /// What it holds now.
    pub theirs: FieldValue,
    /// What it shall hold.
    pub mine: FieldValue,
}

/// The fields of a plan that somebody else changed to something else since it
/// was begun. What a server never shows cannot be compared.
#[must_use]
pub fn clashes(plan: &Plan, now: &Person) -> Vec<Conflict> {
    let wanted = plan.wanted.iter();
    let clash = wanted.filter_map(|(field, mine)| {
        let theirs = shown(now, *field)?;
        let base = plan.base.get(field)?;
        let is_clash = !theirs.means(base) && !is_shown(*field, mine, &theirs);
        is_clash.then(|| Conflict { field: *field, base: base.clone(), theirs, mine: mine.clone() })
    });
    clash.collect()
}
