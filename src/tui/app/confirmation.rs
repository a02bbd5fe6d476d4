//! Keys that must be pressed twice: the first press asks, the second confirms.
//!
//! Features ask [`Confirmation::is_second_press`]; the dispatcher clears it when another key comes.

use crate::keymap::action::Action;

#[derive(Debug, Default)]
pub(crate) struct Confirmation {
    /// The key that was pressed once, and what it applies to.
    pending: Option<(Action, String)>,
}

impl Confirmation {
    /// Whether this press confirms the one before.
    pub(crate) fn is_second_press(&mut self, action: Action, subject: &str) -> bool {
        let before = self.pending.take();
        if before.is_some_and(|(previous, previous_subject)| {
            previous == action && previous_subject == subject
        }) {
            return true;
        }
        self.pending = Some((action, subject.to_owned()));
        false
    }

    pub(crate) fn clear_unless(&mut self, action: Action) {
        // The palette is only a way to reach an action.
        if !matches!(action, Action::Palette | Action::Edit(_)) {
            self.pending.take_if(|(pending, _)| *pending != action);
        }
    }
}
