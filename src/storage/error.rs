//! Errors of the database, with advice for the user.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

thread_local! {
    static DAMAGE: Cell<bool> = const { Cell::new(false) };
}

/// Whether a statement met damage on this thread since the last call. A connection stays on its
/// thread, and callers pass errors on as texts, so the code that closes the connection checks this.
pub(super) fn take_damage() -> bool {
    DAMAGE.take()
}

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("{path}: {reason}")]
    Unusable {
        path: PathBuf,
        /// The problem, and what to do about it.
        reason: String,
    },
    /// Another window wrote for too long. Nothing was changed.
    #[error("another shortlist process was writing for too long; try again")]
    Busy,
    #[error("the disk is full; free some space and try again")]
    Full,
    #[error("the file cannot be written; is the disk or the file read-only?")]
    ReadOnly,
    #[error("the disk failed: {0}")]
    Disk(#[source] rusqlite::Error),
    #[error(
        "the file is damaged; quit shortlist everywhere and start it again: it sets the file aside and rescues what it can"
    )]
    Damaged,
    #[error("this edit is no longer stored")]
    NoDraft,
    #[error("no random numbers from the system: {0}")]
    Random(#[source] getrandom::Error),
    /// An unexpected error.
    #[error("the file could not be read or written: {0}")]
    Database(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::ReadOnly
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                DAMAGE.set(true);
                Self::Damaged
            }
            Some(ErrorCode::SystemIoFailure) => Self::Disk(error),
            _ => Self::Database(error),
        }
    }
}

impl StorageError {
    /// Adds the path of the file.
    pub(crate) fn with_path(self, path: &Path) -> Self {
        match self {
            Self::Unusable { .. } => self,
            other => unusable(path, other.to_string()),
        }
    }
}

pub(crate) fn unusable(path: &Path, reason: impl Into<String>) -> StorageError {
    StorageError::Unusable { path: path.to_owned(), reason: reason.into() }
}
