//! Attaching people to a job as a background batch.
//!
//! `state` and `outcome` are the batch and its rows, `update` sends and handles responses, `view`
//! draws the dialog.

pub(crate) mod outcome;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
