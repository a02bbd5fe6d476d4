//! State of this window's drafts and edits that the editor does not draw.

use crate::keymap::action::Action;
use crate::recruiting::person::Draft;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct EditSession {
    /// False until the drafts of earlier sessions have been loaded.
    pub(crate) remembers: bool,
    pub(crate) begun: u64,
    pub(crate) discarded: Option<Draft>,
    pub(crate) opening: Option<PendingOpen>,
    /// Positions in the edit log, newest last.
    pub(crate) undone: Vec<usize>,
    /// Newest last.
    pub(crate) taken_back: Vec<UndoneEdit>,
    /// Length of the log when undo last warned that its newest edit is final.
    pub(crate) passed: usize,
    /// When stages were moved; cleared once undo has said that moves are final.
    pub(crate) applied: Option<Timestamp>,
    /// A key that asks for confirmation, and what it applies to; a second press confirms.
    pub(crate) twice: Option<(Action, String)>,
}

impl EditSession {
    /// Whether this press confirms the one before.
    pub(crate) fn is_again(&mut self, action: Action, about: &str) -> bool {
        let before = self.twice.take();
        if before.is_some_and(|(asked, whom)| asked == action && whom == about) {
            return true;
        }
        self.twice = Some((action, about.to_owned()));
        false
    }

    pub(crate) fn forget_unless(&mut self, action: Action) {
        // The palette is only a way to reach an action.
        if !matches!(action, Action::Palette | Action::Edit(_)) {
            self.twice.take_if(|(asked, _)| *asked != action);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingOpen {
    /// The form is open and waits for a fresh external ID.
    Create,
    /// Opens the external editor once the record is loaded.
    Outside,
    /// Reopens a draft once the user types nowhere else.
    Draft,
    /// Sends the form once a fresh external ID is there.
    Send,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoneEdit {
    Edit,
    Step,
}
