//! An edit that is not saved yet, as it is kept on disk.

use serde::{Deserialize, Serialize};

use super::form::Form;
use crate::wire::Timestamp;

/// Tells one draft from another, over all windows and starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DraftId(pub String);

/// An edit that is not saved yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Which one.
    pub id: DraftId,
    /// What was typed, and over what.
    pub form: Form,
    /// When it was last typed into.
    pub at: Timestamp,
    /// What came back from an outside editor and could not be read yet.
    pub text: Option<String>,
    /// Whether a create of it may have been sent: it must be looked for before
    /// it is sent again.
    pub sent: bool,
}
