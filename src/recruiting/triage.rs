//! What the recruiter decides and jots down: verdicts, notes, tags, stars, snoozes.
//!
//! All of it is the recruiter's own and stays on this machine; the server never
//! hears of it. What was done is a log of [`LogEntry`]s that only grows; taking back
//! is an entry too. The [`TriageState`] is what the log says now. Whether the server did
//! meanwhile what was decided is a [`SyncStatus`]. Pure: `local` writes the log down,
//! `worker` carries it there, `update` adds to it, and the commands read it.

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
pub use snooze::until;
pub use state::TriageState;
pub use sync_status::{SyncStatus, changes, fate};
