//! The stack of open dialogs. The top one is drawn and takes the keys; features open and close
//! dialogs through it.

use super::Dialog;

/// Lowest first.
#[derive(Debug, Default)]
pub(crate) struct DialogStack(Vec<Dialog>);

impl DialogStack {
    /// Opens a dialog in place of all open ones.
    pub(crate) fn open(&mut self, dialog: Dialog) {
        self.0 = vec![dialog];
    }

    /// Opens a dialog over the open ones, which come back when it closes.
    pub(crate) fn push(&mut self, dialog: Dialog) {
        self.0.push(dialog);
    }

    /// Closes the top dialog.
    pub(crate) fn close(&mut self) {
        self.0.pop();
    }

    /// Closes the top dialog and returns it.
    pub(crate) fn pop(&mut self) -> Option<Dialog> {
        self.0.pop()
    }

    /// Closes all dialogs.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) const fn top(&self) -> Option<&Dialog> {
        self.0.as_slice().last()
    }

    pub(crate) const fn top_mut(&mut self) -> Option<&mut Dialog> {
        self.0.as_mut_slice().last_mut()
    }

    /// From the top down.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Dialog> {
        self.0.iter().rev()
    }

    /// From the top down.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Dialog> {
        self.0.iter_mut().rev()
    }
}
