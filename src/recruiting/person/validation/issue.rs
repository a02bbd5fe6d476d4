//! What a check of a form reports: issues of a text, and of the field that holds it.

use crate::recruiting::person::fields::PersonField;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationIssue {
    pub field: PersonField,
    /// The index in its list.
    pub entry: Option<usize>,
    /// Safe to show.
    pub told: String,
    /// Whether the form cannot be sent.
    pub blocks: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextIssue {
    pub(crate) told: String,
    pub(crate) blocks: bool,
}

pub(crate) fn warning(told: impl Into<String>) -> TextIssue {
    TextIssue { told: told.into(), blocks: false }
}

pub(crate) fn impossible(told: impl Into<String>) -> TextIssue {
    TextIssue { told: told.into(), blocks: true }
}
