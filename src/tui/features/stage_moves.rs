//! Moves candidates to other stages in the user's own database, with undo and redo.
//!
//! `update::moves` sends the moves of the to-do list and takes their results.

pub(crate) mod state;
pub(crate) mod update;
