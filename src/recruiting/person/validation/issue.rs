//! What a check of a form reports: issues of a text, and of the field that holds it.

use crate::recruiting::person::fields::PersonField;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ValidationIssue {
    pub(crate) field: PersonField,
    /// The index in its list.
    pub(crate) entry: Option<usize>,
    /// Safe to show.
    pub(crate) message: String,
    /// Whether the form cannot be sent.
    pub(crate) is_blocking: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextIssue {
    pub(crate) message: String,
    pub(crate) is_blocking: bool,
}

pub(crate) fn warning(message: impl Into<String>) -> TextIssue {
    TextIssue { message: message.into(), is_blocking: false }
}

pub(crate) fn error(message: impl Into<String>) -> TextIssue {
    TextIssue { message: message.into(), is_blocking: true }
}
