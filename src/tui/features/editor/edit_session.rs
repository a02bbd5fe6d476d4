//! What is to be known of this window's drafts and edits, and is not shown.

use crate::keymap::action::Action;
use crate::recruiting::person::Draft;
use crate::wire::Timestamp;

/// What is to be known of this window's drafts.
#[derive(Debug, Default)]
pub(crate) struct EditSession {
    /// Whether it has been told what this machine remembers.
    pub(crate) remembers: bool,
    /// Drafts that were begun in this window.
    pub(crate) begun: u64,
    /// The draft that was discarded last; it can be had back.
    pub(crate) discarded: Option<Draft>,
    /// What is waited for.
    pub(crate) opening: Option<PendingOpen>,
    /// The edits that were taken back, the newest last.
    pub(crate) undone: Vec<usize>,
    /// What was taken back in the panes, the newest last.
    pub(crate) taken_back: Vec<UndoneEdit>,
    /// So many edits were told that the last of them cannot be taken back.
    pub(crate) passed: usize,
    /// When stages were moved, until that was told not to be taken back.
    pub(crate) applied: Option<Timestamp>,
    /// A key that was told what it would do, and to what; again, it does it.
    pub(crate) twice: Option<(Action, String)>,
}

impl EditSession {
    /// Whether a key is pressed again after it was told what it would do to this.
    pub(crate) fn is_again(&mut self, action: Action, about: &str) -> bool {
        let before = self.twice.take();
        if before.is_some_and(|(asked, whom)| asked == action && whom == about) {
            return true;
        }
        self.twice = Some((action, about.to_owned()));
        false
    }

    /// Another key was pressed: nothing is told any more.
    pub(crate) fn forget_unless(&mut self, action: Action) {
        // The palette is only the way to it.
        if !matches!(action, Action::Palette | Action::Edit(_)) {
            self.twice.take_if(|(asked, _)| *asked != action);
        }
    }
}

/// What is waited for, and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingOpen {
    /// The form of somebody new is open; it is given an id for them.
    Create,
    /// It is opened outside, when it was read.
    Outside,
    /// What is unsaved, when nobody types elsewhere.
    Draft,
    /// It is sent, when there is an id for them: theirs was taken out.
    Send,
}

/// What was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoneEdit {
    /// A saved edit.
    Edit,
    /// A verdict, note, tag, star or snooze.
    Step,
}
