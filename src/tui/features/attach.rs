//! Attaching people to a job as a background batch.
//!
//! `state` and `outcome` are the batch and its rows, `update` sends and handles answers, `view` draws the dialog.

pub mod outcome;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
