//! The prompts of triage: reason, note, tags, snooze, and the confirmation for marked candidates.
//!
//! `triage::update` opens them; `update` handles their keys and logs the input, `offers` suggests reasons
//! and tags.

pub mod offers;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
