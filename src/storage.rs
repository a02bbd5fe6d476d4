//! The recruiter's own data on this machine: one `SQLite` file for each profile.
//!
//! It holds the triage log, unsaved drafts, the mirror of the server, server quirks, the last
//! screen, and the progress of bulk creations. Several windows may have the file open: each is a session, and a draft belongs to one
//! session at a time. `tui::runtime` and `cli` call this module, which never talks to a server.

pub(crate) mod background;
pub(crate) mod creations;
pub(crate) mod drafts;
pub(crate) mod error;
pub(crate) mod health;
pub(crate) mod local_store;
pub(crate) mod log;
pub mod mirror;
pub(crate) mod open;
pub(crate) mod person_rows;
pub(crate) mod purge;
pub(crate) mod reader;
pub(crate) mod recovery;
mod screen;
pub(crate) mod sessions;
pub(crate) mod sync_lock;
#[cfg(test)]
mod tests;

pub(crate) use creations::{Creation, CreationLog, CreationState};
pub(crate) use drafts::DraftRow;
pub(crate) use error::StorageError;
pub use local_store::LocalStore;
pub use open::Storage;
pub(crate) use purge::PurgeReport;
