//! Which step would be taken back next, and which made again.

/// Steps in the order of their turn, the next one last; each as the place of its
/// first entry. What turned meanwhile may still stand below, never last.
#[derive(Debug, Default)]
pub(crate) struct UndoStack {
    /// Steps that hold.
    pub(crate) done: Vec<usize>,
    /// Steps that were taken back and can be made again.
    pub(crate) undone: Vec<usize>,
}

impl UndoStack {
    /// Drops what turned from the ends. Each goes once, however many there are.
    pub(crate) fn settle(&mut self, is_void: impl Fn(usize) -> bool) {
        while self.done.pop_if(|place| is_void(*place)).is_some() {}
        while self.undone.pop_if(|place| !is_void(*place)).is_some() {}
    }
}
