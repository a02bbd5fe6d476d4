//! What outlives one editor: the drafts of this machine, the edits whose result is pending, and an
//! editor that is about to open.

use super::state::Editor;
use crate::recruiting::person::{Draft, DraftId};
use crate::wire::Person;

#[derive(Debug, Default)]
pub(crate) struct EditSession {
    /// Unsaved edits, newest first.
    pub(crate) drafts: Vec<Draft>,
    /// Number of drafts begun by this window; part of their ids.
    pub(crate) draft_count: u64,
    /// The draft discarded last; undo restores it.
    pub(crate) discarded: Option<Draft>,
    pub(crate) pending: Option<PendingStep>,
    /// People read in earlier sessions, while a new one is typed: to compare them.
    pub(crate) known_people: Option<Vec<Person>>,
    /// Closed forms whose result is pending.
    pub(crate) awaiting: Vec<Editor>,
}

impl EditSession {
    /// The position of the first draft that can be opened. The result of an awaited edit changes or
    /// deletes its draft, so no other form may write to it.
    pub(crate) fn find_draft(&self, is_match: impl Fn(&Draft) -> bool) -> Option<usize> {
        self.drafts.iter().position(|draft| is_match(draft) && !self.is_awaited(&draft.id))
    }

    /// Replaces the draft with this ID, or adds it as the newest.
    pub(crate) fn store(&mut self, draft: Draft) {
        match self.drafts.iter_mut().find(|stored| stored.id == draft.id) {
            Some(stored) => *stored = draft,
            None => self.drafts.insert(0, draft),
        }
    }

    pub(crate) fn is_awaited(&self, draft: &DraftId) -> bool {
        self.awaiting.iter().any(|editor| editor.draft == *draft)
    }
}

/// What the editor does as soon as it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingStep {
    /// The form is open and waits for a fresh external ID.
    Create,
    /// Opens the external editor once the record is loaded.
    ExternalEditor,
    /// Reopens a draft once the user types nowhere else.
    Draft,
    /// Sends the form once a fresh external ID arrives.
    Send,
    /// Saves the form once its record is loaded and the storage is open.
    Save,
}
