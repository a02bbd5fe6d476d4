//! The prompts of triage: reason, note, tags, snooze, and the confirmation for marked candidates.
//!
//! `triage::update` opens them; `update` handles their keys and logs the input, `offers` suggests
//! reasons and tags.

pub(crate) mod offers;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
