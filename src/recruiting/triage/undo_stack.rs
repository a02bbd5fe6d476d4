//! The order of undo and redo.

/// Undo groups, the next one last, each as the index of its first entry. A group that changed sides
/// may remain further down, but never at the end.
#[derive(Debug, Default)]
pub(crate) struct UndoStack {
    pub(crate) done: Vec<usize>,
    pub(crate) undone: Vec<usize>,
}

impl UndoStack {
    /// Drops groups that changed sides from the ends. Amortized constant: each is dropped once.
    pub(crate) fn settle(&mut self, is_void: impl Fn(usize) -> bool) {
        while self.done.pop_if(|place| is_void(*place)).is_some() {}
        while self.undone.pop_if(|place| !is_void(*place)).is_some() {}
    }
}
