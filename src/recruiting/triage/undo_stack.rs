//! The groups that undo and redo take next. The triage state keeps two: one for this window, one for
//! all others.

/// Undo groups, the next one last, each as the index of its first entry. A stale group, that is,
/// one undone or redone since, may remain further down, but never at the end.
#[derive(Debug, Default)]
pub(super) struct UndoStack {
    pub(super) undo: Vec<usize>,
    pub(super) redo: Vec<usize>,
}

impl UndoStack {
    /// Pops stale groups from the end. Amortized constant, since each is popped once.
    pub(super) fn discard_stale(&mut self, is_void: impl Fn(usize) -> bool) {
        while self.undo.pop_if(|index| is_void(*index)).is_some() {}
        while self.redo.pop_if(|index| !is_void(*index)).is_some() {}
    }
}
