//! Moves candidates to other stages in the user's own database, with undo and redo.
//!
//! The picker (`update`, `view`) offers the stages (`targets`) for the selected or marked candidates;
//! `update::moves` sends its moves and those of the to-do list, and takes their results.

pub(crate) mod state;
pub(crate) mod targets;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
