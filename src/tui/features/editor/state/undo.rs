//! Undo and redo inside the form.

use std::collections::{BTreeMap, BTreeSet};

use super::{Editor, FormSnapshot};
use crate::recruiting::person::PersonField;

/// Length of the undo stack.
const MAX_UNDO: usize = 500;

impl Editor {
    /// The fields that were changed, also if the change was undone: undo and redo may bring it back.
    pub(crate) fn changed_fields(&self) -> BTreeSet<PersonField> {
        let undone = self.undo_stack.iter().chain(&self.redo_stack).map(|snapshot| &snapshot.typed);
        undone.chain([&self.form.typed]).flat_map(BTreeMap::keys).copied().collect()
    }

    pub(crate) fn snapshot(&self) -> FormSnapshot {
        let (line, cell, cursor) = (self.line, self.cell, self.text.cursor());
        FormSnapshot { typed: self.form.typed.clone(), line, cell, cursor }
    }

    pub(crate) fn push_snapshot(&mut self) {
        let before = self.snapshot();
        self.push_undo(before);
    }

    /// Records a change that was made already.
    pub(crate) fn push_undo(&mut self, before: FormSnapshot) {
        self.typing_run = None;
        self.redo_stack.clear();
        self.undo_stack.push(before);
        if self.undo_stack.len() > MAX_UNDO {
            self.undo_stack.remove(0);
        }
    }

    /// Returns false on an empty stack.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(previous) = self.undo_stack.pop() else { return false };
        let now = self.snapshot();
        self.redo_stack.push(now);
        self.restore(previous);
        true
    }

    /// Returns false on an empty stack.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(next) = self.redo_stack.pop() else { return false };
        let now = self.snapshot();
        self.undo_stack.push(now);
        self.restore(next);
        true
    }

    fn restore(&mut self, snapshot: FormSnapshot) {
        self.typing_run = None;
        self.form.typed = snapshot.typed;
        self.go(snapshot.line, snapshot.cell);
        self.text.set_cursor(snapshot.cursor);
    }
}
