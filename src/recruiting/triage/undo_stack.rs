//! The order of undo and redo.

/// Undo groups, the next one last, each as the index of its first entry. A group that changed sides
/// may remain further down, but never at the end.
#[derive(Debug, Default)]
pub(crate) struct UndoStack {
    pub(crate) undo: Vec<usize>,
    pub(crate) redo: Vec<usize>,
}

impl UndoStack {
    /// Drops groups that changed sides from the ends. Amortized constant: each is dropped once.
    pub(crate) fn discard_stale(&mut self, is_void: impl Fn(usize) -> bool) {
        while self.undo.pop_if(|index| is_void(*index)).is_some() {}
        while self.redo.pop_if(|index| !is_void(*index)).is_some() {}
    }
}
