//! Whether the path still names the file that is open.
//!
//! An operator may delete or replace the file of a running service. `SQLite` then
//! continues to write into a file without a name: those writes would be lost.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rusqlite::Connection;

use crate::files::sqlite::side_file;
use crate::platform::files::{self, identity};
use crate::service::store::error::{StorageFailure, StoreError};

#[derive(Debug)]
pub(super) struct FileIdentity {
    database: (PathBuf, files::FileIdentity),
    log: (PathBuf, OnceLock<files::FileIdentity>),
}

impl FileIdentity {
    /// `None` if there is no file.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let database = (path.to_owned(), identity(path)?);
        let log = side_file(path, "-wal");
        let opened = identity(&log).map_or_else(OnceLock::new, OnceLock::from);
        Some(Self { database, log: (log, opened) })
    }

    /// Writes the log into the file that is open, and removes the log. It belongs to a file that no
    /// longer has its name: `SQLite` would apply it to the file that has the name now.
    pub(super) fn release_log(&self, connection: &Connection) {
        let (path, opened) = &self.log;
        let is_busy = connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))
            .unwrap_or(true);
        let is_ours = opened.get().is_some_and(|opened| identity(path) == Some(*opened));
        if is_busy || !is_ours {
            return;
        }
        for suffix in ["-wal", "-shm"] {
            // Another process may have removed it.
            let _ = std::fs::remove_file(side_file(&self.database.0, suffix));
        }
    }

    /// Bytes of the file, and of the log beside it.
    pub(super) fn sizes(&self) -> (i64, i64) {
        let size = |path: &Path| {
            let bytes = path.metadata().map_or(0, |metadata| metadata.len());
            i64::try_from(bytes).unwrap_or(i64::MAX)
        };
        (size(&self.database.0), size(&self.log.0))
    }

    /// Fails if the database file is gone or another one.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let (path, opened) = &self.database;
        match identity(path) {
            Some(found) if found == *opened => Ok(()),
            Some(_) => Err(StorageFailure::Replaced.into()),
            None => Err(StorageFailure::Missing.into()),
        }
    }

    /// Also checks the write-ahead log, which holds what was just committed.
    pub(super) fn check_after_commit(&self) -> Result<(), StoreError> {
        self.check()?;
        let (path, opened) = &self.log;
        match identity(path) {
            Some(found) if *opened.get_or_init(|| found) == found => Ok(()),
            Some(_) => Err(StorageFailure::Replaced.into()),
            None => Err(StorageFailure::Missing.into()),
        }
    }
}
