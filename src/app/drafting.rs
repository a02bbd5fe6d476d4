//! What is to be known of this window's drafts and edits, and is not shown.

use super::edit::Draft;

/// What is to be known of this window's drafts.
#[derive(Debug, Default)]
pub(super) struct Drafting {
    /// Whether it has been told what this machine remembers.
    pub(super) remembers: bool,
    /// Drafts that were begun in this window.
    pub(super) begun: u64,
    /// The draft that was discarded last; it can be had back.
    pub(super) discarded: Option<Draft>,
    /// What is waited for.
    pub(super) opening: Option<Opening>,
    /// The edits that were taken back, the newest last.
    pub(super) undone: Vec<usize>,
    /// So many edits were told that the last of them cannot be taken back.
    pub(super) passed: usize,
}

/// What is waited for, and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// The form of somebody new is open; it is given an id for them.
    Create,
    /// It is opened outside, when it was read.
    Outside,
    /// What is unsaved, when nobody types elsewhere.
    Draft,
    /// It is sent, when there is an id for them: theirs was taken out.
    Send,
}
