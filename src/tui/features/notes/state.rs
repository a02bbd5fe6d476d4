//! Whose notes the dialog shows, and which one is selected.

use crate::recruiting::triage::{Snapshot, Subject};

#[derive(Debug)]
pub(crate) struct NotesDialog {
    /// The candidate who was selected when it opened.
    pub(crate) subject: Subject,
    pub(crate) snapshot: Snapshot,
    /// Index from the newest.
    pub(crate) at: usize,
}
