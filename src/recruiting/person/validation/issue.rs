//! What a check of a form reports: issues of a text, and of the field that holds it.

use crate::recruiting::person::fields::PersonField;

/// Something odd about a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationIssue {
    /// Which one.
    pub field: PersonField,
    /// Which entry of its list.
    pub entry: Option<usize>,
    /// What it is, in a sentence that is safe to show.
    pub told: String,
    /// Whether it cannot be sent so.
    pub blocks: bool,
}

/// Something odd about a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextIssue {
    pub(crate) told: String,
    pub(crate) blocks: bool,
}

/// Something that is odd, and may be sent.
pub(crate) fn warning(told: impl Into<String>) -> TextIssue {
    TextIssue { told: told.into(), blocks: false }
}

/// Something that cannot be sent.
pub(crate) fn impossible(told: impl Into<String>) -> TextIssue {
    TextIssue { told: told.into(), blocks: true }
}
