//! Only one process syncs a workspace at a time. The system releases the lock of a killed process.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::error::{StorageError, unusable};
use crate::platform::files::private_options;

/// Held while a sync runs.
#[derive(Debug)]
pub(crate) struct SyncLock {
    _file: File,
}

impl SyncLock {
    /// `None` while another process syncs.
    pub(crate) fn take(database: &Path) -> Result<Option<Self>, StorageError> {
        let mut path = database.as_os_str().to_owned();
        path.push(".sync");
        let path = Path::new(&path);
        let file = private_options().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| unusable(path, format!("cannot be created: {error}")))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                Err(unusable(path, format!("cannot be locked: {error}")))
            }
        }
    }
}
