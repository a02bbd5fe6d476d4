//! State of this window's drafts and edits that the editor does not draw.

use crate::keymap::action::Action;
use crate::recruiting::person::Draft;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct EditSession {
    /// False until the drafts of earlier sessions have been loaded.
    pub(crate) is_restored: bool,
    pub(crate) draft_count: u64,
    pub(crate) discarded: Option<Draft>,
    pub(crate) opening: Option<PendingOpen>,
    /// Positions in the edit log, newest last.
    pub(crate) undone_edits: Vec<usize>,
    /// Newest last.
    pub(crate) redo_stack: Vec<UndoneEdit>,
    /// Length of the log when undo last warned that its newest edit is final.
    pub(crate) warned_log_len: usize,
    /// When stages were moved; cleared once undo has said that moves are final.
    pub(crate) moves_applied_at: Option<Timestamp>,
    /// A key that asks for confirmation, and what it applies to; a second press confirms.
    pub(crate) pending_confirmation: Option<(Action, String)>,
}

impl EditSession {
    /// Whether this press confirms the one before.
    pub(crate) fn is_second_press(&mut self, action: Action, subject: &str) -> bool {
        let before = self.pending_confirmation.take();
        if before.is_some_and(|(previous, previous_subject)| {
            previous == action && previous_subject == subject
        }) {
            return true;
        }
        self.pending_confirmation = Some((action, subject.to_owned()));
        false
    }

    pub(crate) fn clear_confirmation_unless(&mut self, action: Action) {
        // The palette is only a way to reach an action.
        if !matches!(action, Action::Palette | Action::Edit(_)) {
            self.pending_confirmation.take_if(|(pending, _)| *pending != action);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingOpen {
    /// The form is open and waits for a fresh external ID.
    Create,
    /// Opens the external editor once the record is loaded.
    ExternalEditor,
    /// Reopens a draft once the user types nowhere else.
    Draft,
    /// Sends the form once a fresh external ID arrives.
    Send,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoneEdit {
    Edit,
    UndoGroup,
}
