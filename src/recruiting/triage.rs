//! Verdicts, notes, tags, stars and snoozes: the recruiter's own data.
//!
//! It stays on this machine; the server never receives it. Every action is a [`LogEntry`] in a log
//! that only grows, undo included. [`TriageState`] is what the log adds up to, [`SyncStatus`] says
//! whether the server meanwhile did what was decided. `storage` writes the log, the terminal adds
//! to it, and the commands read it.

pub(crate) mod candidate;
pub(crate) mod entry;
pub(crate) mod snooze;
pub(crate) mod state;
pub(crate) mod sync_status;
#[cfg(test)]
mod tests;

pub(crate) use candidate::{CandidateTriage, GivenVerdict};
pub use entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict};
pub(crate) use snooze::parse_until;
pub use state::TriageState;
pub(crate) use sync_status::{SyncStatus, describe_changes, sync_status};
