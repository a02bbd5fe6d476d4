//! Verdicts, notes, tags, stars and snoozes: the recruiter's own data.
//!
//! It stays on this machine; the server never receives it. Every action is a [`LogEntry`] in a log
//! that only grows, undo included. [`TriageState`] is what the log adds up to, [`SyncStatus`] says
//! whether the server meanwhile did what was decided. `storage` writes the log, the terminal adds
//! to it, and the commands read it.

pub mod candidate;
pub mod entry;
pub mod snooze;
pub mod state;
pub mod sync_status;
#[cfg(test)]
mod tests;
pub mod undo_stack;

pub use candidate::{CandidateTriage, GivenVerdict, Note, Snooze};
pub use entry::{EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict};
pub use snooze::parse_until;
pub use state::TriageState;
pub use sync_status::{SyncStatus, describe_changes, sync_status};
