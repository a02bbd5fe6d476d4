//! Undo and redo inside the form.

use super::{Editor, FormSnapshot};

/// Length of the undo stack.
const KEPT: usize = 500;

impl Editor {
    #[must_use]
    pub fn snapshot(&self) -> FormSnapshot {
        let (line, cell, cursor) = (self.line, self.cell, self.text.cursor());
        FormSnapshot { typed: self.form.typed.clone(), line, cell, cursor }
    }

    pub fn remember(&mut self) {
        let before = self.snapshot();
        self.changed_from(before);
    }

    /// Records a change that was made already.
    pub fn changed_from(&mut self, before: FormSnapshot) {
        self.run = None;
        self.future.clear();
        self.past.push(before);
        if self.past.len() > KEPT {
            self.past.remove(0);
        }
    }

    /// Returns false on an empty stack.
    pub fn take_back(&mut self) -> bool {
        let Some(back) = self.past.pop() else { return false };
        let now = self.snapshot();
        self.future.push(now);
        self.turn_to(back);
        true
    }

    /// Returns false on an empty stack.
    pub fn make_again(&mut self) -> bool {
        let Some(again) = self.future.pop() else { return false };
        let now = self.snapshot();
        self.past.push(now);
        self.turn_to(again);
        true
    }

    fn turn_to(&mut self, to: FormSnapshot) {
        self.run = None;
        self.form.typed = to.typed;
        self.go(to.line, to.cell);
        self.text.place(to.cursor);
    }
}
