//! One session for each window that has the database open.
//!
//! A session locks its own file while it lives. The system releases the lock of a killed process,
//! so an abandoned session needs no timeout.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{StorageError, take_damage, unusable};
use super::recovery;
use crate::files::folder_of;
use crate::platform::files::private_options;

const EXTENSION: &str = ".live";

/// The session of this window.
#[derive(Debug)]
pub(crate) struct Session {
    name: String,
    database: PathBuf,
    /// Keeps the lock until it is dropped.
    _lock: File,
}

impl Drop for Session {
    fn drop(&mut self) {
        if take_damage() {
            recovery::mark(&self.database);
        }
        // If this fails, the next session deletes the file.
        let _ = std::fs::remove_file(lock_path(&self.database, &self.name));
    }
}

impl Session {
    /// Begins a session and deletes the files of ended ones. The caller holds the lock on
    /// the folder, so no other process sees the new file before it is locked.
    pub(crate) fn begin(database: &Path) -> Result<Self, StorageError> {
        remove_stale(database);
        let name = fresh_name()?;
        let path = lock_path(database, &name);
        let lock = private_options().write(true).create_new(true).open(&path);
        let lock = lock.map_err(|error| unusable(&path, format!("cannot be created: {error}")))?;
        lock.try_lock().map_err(|error| unusable(&path, format!("cannot be locked: {error}")))?;
        Ok(Self { name, database: database.to_owned(), _lock: lock })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_alive(&self, session: &str) -> bool {
        let is_valid = !session.is_empty() && session.bytes().all(|byte| byte.is_ascii_hexdigit());
        session == self.name || (is_valid && is_locked(&lock_path(&self.database, session)))
    }
}

/// Whether a process holds the lock. An unreadable file counts as locked, since a draft that stays
/// unclaimed is not lost.
fn is_locked(path: &Path) -> bool {
    match File::open(path) {
        // A shared lock, so that two processes that check at once do not block each other.
        Ok(file) => !matches!(file.try_lock_shared(), Ok(())),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}

/// Whether a window has the database open.
pub(crate) fn is_open(database: &Path) -> bool {
    session_files(database).any(|path| is_locked(&path))
}

fn lock_path(database: &Path, session: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(format!(".{session}{EXTENSION}"));
    path.into()
}

/// Deletes the files of ended sessions.
fn remove_stale(database: &Path) {
    for path in session_files(database).filter(|path| !is_locked(path)) {
        // The next session tries again.
        let _ = std::fs::remove_file(path);
    }
}

/// The files of all sessions, ended ones too.
fn session_files(database: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder_of(database)).into_iter().flatten().flatten();
    let name = database.file_name().unwrap_or_default().to_string_lossy().into_owned();
    entries.map(|entry| entry.path()).filter(move |path| {
        let file = path.file_name().and_then(|file| file.to_str());
        let session = file
            .and_then(|file| file.strip_prefix(&*name)?.strip_prefix('.')?.strip_suffix(EXTENSION));
        session.is_some()
    })
}

fn fresh_name() -> Result<String, StorageError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(StorageError::Random)?;
    Ok(format!("{:016x}", u64::from_be_bytes(bytes)))
}
