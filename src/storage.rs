//! The recruiter's own data on this machine: one `SQLite` file for each profile.
//!
//! It holds the triage log, unsaved drafts, cached records, what was learned about a
//! server, and the progress of bulk creations; one source file for each. Several windows
//! may have the file open. Each is a session, and a draft belongs to one session at a time.
//! `tui::runtime` and `cli` call this; nothing here talks to a server.

pub mod cache;
pub mod created;
pub mod drafts;
pub mod error;
pub mod log;
pub mod open;
pub mod person_rows;
pub mod purge;
pub mod quirks;
pub mod sessions;
#[cfg(test)]
mod tests;

pub use cache::{CacheRow, RecordKind};
pub use created::{Creation, CreationLog, CreationState};
pub use drafts::DraftRow;
pub use error::StorageError;
pub use log::TriageLog;
pub use open::Storage;
pub use purge::PurgeReport;
