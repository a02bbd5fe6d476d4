//! The edits of this session, and which of them were undone.

use crate::recruiting::person::saved_edit::SavedEdit;

#[derive(Debug, Default)]
pub(crate) struct EditLog {
    /// The edits sent in this session, newest last.
    pub(crate) edits: Vec<SavedEdit>,
    /// Positions in `edits`, the one undone last at the end.
    pub(crate) undone: Vec<usize>,
}
