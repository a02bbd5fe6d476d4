//! The inbox: one queue of the candidates of many jobs that need a verdict, with the card of the
//! selected one. It covers the panes; the verdicts themselves are in `triage`.
//!
//! `scope` chooses the jobs, `reason` decides who is in the queue, `queue` builds it and moves in
//! it, `decisions` follows the triage log, `stale_key_guard` refuses keys meant for another card,
//! `areas` places the parts on the screen for `update` and `view`.

pub(crate) mod areas;
pub(crate) mod decisions;
pub(crate) mod jobs;
pub(crate) mod progress;
pub(crate) mod queue;
pub(crate) mod reason;
pub(crate) mod scope;
pub(crate) mod stale_key_guard;
pub mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
