//! What can go wrong with the file, and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why something was not read or kept.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The file cannot be used.
    #[error("{path}: {why}")]
    Unusable {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// Another window kept writing for too long. Nothing was changed.
    #[error("another shortlist was writing for too long; try again")]
    Busy,
    /// There is no room.
    #[error("the disk is full; make room and try again")]
    Full,
    /// Nothing can be written there.
    #[error("the file cannot be written; is the disk or the file read-only?")]
    ReadOnly,
    /// The disk did not do what was asked.
    #[error("the disk failed: {0}")]
    Disk(#[source] rusqlite::Error),
    /// The file holds what it cannot hold.
    #[error("the file is damaged; move it away, and a new one is made")]
    Damaged,
    /// There is no such draft any more.
    #[error("that edit is not kept any more")]
    NoDraft,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(#[source] getrandom::Error),
    /// Something that should not happen.
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
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            Some(ErrorCode::SystemIoFailure) => Self::Disk(error),
            _ => Self::Database(error),
        }
    }
}

impl StorageError {
    /// The same, with the file that it is about.
    pub(crate) fn named(self, path: &Path) -> Self {
        match self {
            Self::Unusable { .. } => self,
            other => unusable(path, other.to_string()),
        }
    }
}

/// The file cannot be used, because of this.
pub(crate) fn unusable(path: &Path, why: impl Into<String>) -> StorageError {
    StorageError::Unusable { path: path.to_owned(), why: why.into() }
}
