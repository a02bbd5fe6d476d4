//! Verdicts, notes, tags, stars and snoozes: the recruiter's own data.
//!
//! The data stays on this machine; the server never receives it. Every action, undo included,
//! appends a [`LogEntry`] to a log. [`TriageState`] is the sum of the log, and [`SyncStatus`] says
//! whether the server meanwhile did what was decided. `storage` keeps the log; the terminal and the
//! commands append to it.

pub(crate) mod candidate;
pub(crate) mod entry;
pub(crate) mod snooze;
pub(crate) mod stage_move;
pub(crate) mod state;
pub(crate) mod sync_status;
#[cfg(test)]
mod tests;
mod undo_stack;

pub(crate) use candidate::{CandidateTriage, GivenVerdict, Note};
pub use entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict};
pub(crate) use snooze::parse_until;
pub use stage_move::StageMove;
pub(crate) use stage_move::{refusal, rejection_stages, target_stage};
pub use state::TriageState;
pub(crate) use sync_status::{SyncStatus, describe_changes, reconcile, sync_status};
