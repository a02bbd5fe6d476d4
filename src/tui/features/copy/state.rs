//! A copy that waits for records.

use crate::keymap::action::CopyField;
use crate::recruiting::triage::Subject;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PendingCopy {
    pub(crate) field: CopyField,
    /// In the order of the list.
    pub(crate) subjects: Vec<Subject>,
}
