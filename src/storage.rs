//! The recruiter's own data on this machine: one file a profile.
//!
//! What was decided and jotted down, what was typed and not saved, the records
//! that were read, what was learned of a server, and how far a file of people
//! came. It knows records only by their ids and bodies only as
//! text: `worker` and `cli` know what they mean. Several windows may have the
//! file open; each is a session, and a draft belongs to one of
//! them at a time. One file of source a thing that is kept.

pub mod cache;
pub mod created;
pub mod drafts;
pub mod error;
pub mod log;
pub mod open;
pub mod purge;
pub mod quirks;
pub mod rows_of;
pub mod sessions;
#[cfg(test)]
mod tests;

pub use cache::{CacheRow, Cached};
pub use created::{Creation, CreationState, Past};
pub use drafts::DraftRow;
pub use error::StorageError;
pub use log::LogRow;
pub use purge::Purged;

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use sessions::Session;

/// Another window may write for so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// The recruiter's own data, open for one window.
#[derive(Debug)]
pub struct Storage {
    // Closed before the session ends: nobody takes over what is being written.
    connection: Connection,
    session: Session,
}

impl Storage {
    /// Opens the file; it and its directory are made if they are not there,
    /// closed to everyone else.
    pub fn open(path: &Path) -> Result<Self, StorageError> {
        Self::open_patiently(path, PATIENCE)
    }

    fn open_patiently(path: &Path, patience: Duration) -> Result<Self, StorageError> {
        open::open(path, patience).map_err(|error| error.named(path))
    }

    /// What this window is called.
    #[must_use]
    pub fn session(&self) -> &str {
        self.session.name()
    }

    /// Whether a window of that name is still open.
    #[must_use]
    pub fn is_alive(&self, session: &str) -> bool {
        self.session.is_alive(session)
    }
}
