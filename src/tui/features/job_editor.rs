//! Edits jobs and their pipelines in the user's own database, with undo and redo.
//!
//! The dialog (`update`, `view`) lists the fields and the stages of a job (`selectors`);
//! `update::typing` takes names, `update::changes` sends the changes and takes their results.

pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
