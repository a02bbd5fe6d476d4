//! An unsaved edit, as storage keeps it.

use serde::{Deserialize, Serialize};

use super::form::Form;
use crate::wire::Timestamp;

/// Unique across windows and sessions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DraftId(pub String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    pub id: DraftId,
    pub form: Form,
    /// The time of the last change.
    pub at: Timestamp,
    /// Text from the external editor that could not be parsed.
    pub text: Option<String>,
    /// Whether a create may have been sent: look for the person before sending it again. Or whether
    /// the server accepted a change that it did not show.
    pub sent: bool,
    /// Whether the user closed the form and kept the draft: it does not reopen by itself.
    #[serde(default)]
    pub kept: bool,
    /// Whether the user saved it while the server could not be asked.
    #[serde(default)]
    pub waiting: bool,
}

impl Draft {
    /// A draft of an open form that was never sent.
    #[must_use]
    pub const fn new(id: DraftId, form: Form, at: Timestamp) -> Self {
        Self { id, form, at, text: None, sent: false, kept: false, waiting: false }
    }
}
