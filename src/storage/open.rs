//! Opens the database of a profile: permissions, ownership, journal mode, migrations.

use std::fs::File;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{io, thread};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Params, Row};
use rusqlite_migration::{Error as MigrationError, M};

use super::error::{StorageError, unusable};
use super::recovery::{self, Reason, Rescue};
use super::sessions::{Session, is_open};
use crate::files::folder_of;
use crate::files::sqlite::{self, DatabaseError};
use crate::platform::files::{create_private_dir, make_private, private_options};
use crate::wire::Timestamp;

/// Marks the file as ours. The first migration sets it.
const APPLICATION_ID: i32 = 0x736c_636c;

pub(crate) const MIGRATIONS: &[M<'_>] = &[
    M::up(include_str!("../../assets/migrations/local/0001_local.sql")),
    M::up(include_str!("../../assets/migrations/local/0002_triage.sql")),
    M::up(include_str!("../../assets/migrations/local/0003_unconfirmed.sql")),
    M::up(include_str!("../../assets/migrations/local/0004_screen.sql")),
    M::up(include_str!("../../assets/migrations/local/0005_mirror.sql")),
    M::up(include_str!("../../assets/migrations/local/0006_deleted_rows.sql")),
];

/// Most of the file consists of list pages of about this size; larger pages need fewer writes.
pub(super) const PAGE_SIZE: u32 = 8192;
/// A commit that finds a longer log writes it into the file, since the next connection has to read
/// what is left: 16 MiB.
const MAX_LOG_PAGES: u32 = 2048;

/// How long to wait for another window that is writing.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// The database of a profile, open for one window.
#[derive(Debug)]
pub struct Storage {
    // Declared first, so closed first: the last write of a draft must precede its release.
    pub(super) connection: Connection,
    pub(super) session: Session,
    rescue: Option<Rescue>,
    /// Whether records of the mirror were deleted, of which bytes may be left in the file.
    pub(super) has_deleted: bool,
}

/// How thoroughly a file is checked before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Check {
    OwnRows,
    Structure,
}

impl Storage {
    /// Opens the file. Creates it and its directory, private to the user, if they are missing.
    pub fn open(path: &Path) -> Result<Self, StorageError> {
        Self::open_with_timeout(path, LOCK_TIMEOUT)
    }

    pub(super) fn open_with_timeout(path: &Path, timeout: Duration) -> Result<Self, StorageError> {
        match open(path, timeout, Check::OwnRows) {
            Err(StorageError::Damaged) => open(path, timeout, Check::Structure),
            result => result,
        }
        .map_err(|error| error.with_path(path))
    }

    /// Opens a file again that turned out to be damaged after it was opened: checks all of it, and
    /// sets it aside if need be. The caller has closed it.
    pub(crate) fn reopen_damaged(path: &Path) -> Result<Self, StorageError> {
        open(path, LOCK_TIMEOUT, Check::Structure).map_err(|error| error.with_path(path))
    }

    /// From now on a power cut may undo the last commits of this connection, whole and in order.
    /// Only for the mirror, which can be read again: a walk would wait for the disk at each batch.
    pub(super) fn defer_sync(&self) -> Result<(), StorageError> {
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(())
    }

    /// From now on closing this connection does not write the log into the file, since the user would
    /// wait for it. Long logs and connections of other kinds are written.
    pub(super) fn keep_log(&self) -> Result<(), StorageError> {
        self.connection.pragma_update(None, "wal_autocheckpoint", MAX_LOG_PAGES)?;
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(())
    }

    /// Writes the log into the file on close after all.
    pub(crate) fn write_log(&self) -> Result<(), StorageError> {
        self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        Ok(())
    }

    /// For the user: the file that was set aside when this one was opened.
    pub(crate) fn rescue_notice(&self) -> Option<String> {
        self.rescue.as_ref().map(Rescue::describe)
    }

    /// The name of this window's session.
    pub(crate) fn session(&self) -> &str {
        self.session.name()
    }

    /// Whether the window of that session is still open.
    pub(crate) fn is_alive(&self, session: &str) -> bool {
        self.session.is_alive(session)
    }

    pub(super) fn query_rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StorageError> {
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map(params, read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn open(path: &Path, timeout: Duration, check: Check) -> Result<Storage, StorageError> {
    let folder = folder_of(path);
    create_private_dir(folder)
        .map_err(|error| unusable(folder, format!("the directory cannot be created: {error}")))?;
    let _lock = lock_folder(folder, timeout)?;
    create_file(path).map_err(|error| unusable(path, format!("cannot be created: {error}")))?;
    let (connection, rescue) = if recovery::is_marked(path) && may_set_aside(path) {
        rebuild(path, timeout, Reason::Damaged)?
    } else {
        match connect(path, timeout, check) {
            Ok(connection) => (connection, None),
            Err(error) => match recovery::reason(&error).filter(|_| may_set_aside(path)) {
                Some(reason) => rebuild(path, timeout, reason)?,
                None => return Err(explain(error, path)),
            },
        }
    };
    let storage =
        Storage { connection, session: Session::begin(path)?, rescue, has_deleted: false };
    storage.delete_old_drafts()?;
    Ok(storage)
}

/// Whether the file is ours and no other process has it open.
fn may_set_aside(path: &Path) -> bool {
    !is_open(path) && !recovery::is_foreign(path, APPLICATION_ID)
}

/// Sets a file aside, and puts the user's own rows of it into a new one.
fn rebuild(
    path: &Path,
    timeout: Duration,
    reason: Reason,
) -> Result<(Connection, Option<Rescue>), StorageError> {
    let mut rescue = recovery::set_aside(path, reason)?;
    create_file(path).map_err(|error| unusable(path, format!("cannot be created: {error}")))?;
    let mut connection =
        connect(path, timeout, Check::OwnRows).map_err(|error| explain(error, path))?;
    recovery::rescue_rows(&mut rescue, &mut connection)?;
    Ok((connection, Some(rescue)))
}

/// Only one process at a time may open the file or begin a session.
///
/// The lock is on the folder, not on the database: closing a second handle on the database would
/// release the locks of every connection in this process. A separate thread waits for it, since a
/// stopped process may hold its lock forever.
fn lock_folder(folder: &Path, timeout: Duration) -> Result<File, StorageError> {
    let lock_error = |error: io::Error| {
        let reason =
            format!("the directory cannot be locked: {error}; choose a folder on a local disk");
        unusable(folder, reason)
    };
    let handle = File::open(folder).map_err(lock_error)?;
    if handle.try_lock().is_ok() {
        return Ok(handle);
    }
    let (sender, receiver) = channel();
    let wait = move || {
        // After a timeout no receiver is left; dropping the handle unlocks the folder.
        let _ = sender.send(handle.lock().map(|()| handle));
    };
    thread::Builder::new().name("folder-lock".to_owned()).spawn(wait).map_err(lock_error)?;
    match receiver.recv_timeout(timeout) {
        Ok(locked) => locked.map_err(lock_error),
        Err(_late) => Err(unusable(
            folder,
            "another shortlist process has locked the directory; resume or close it, then try again",
        )),
    }
}

/// Opens an existing file for reading.
pub(crate) fn open_read_only(path: &Path) -> Result<Connection, StorageError> {
    let connection = sqlite::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, LOCK_TIMEOUT)?;
    sqlite::check_owner(&connection, APPLICATION_ID).map_err(|error| explain(error, path))?;
    Ok(connection)
}

fn connect(path: &Path, timeout: Duration, check: Check) -> Result<Connection, DatabaseError> {
    let mut connection = sqlite::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, timeout)?;
    sqlite::check_owner(&connection, APPLICATION_ID)?;
    // Has an effect on a new file only.
    connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    sqlite::use_write_ahead_log(&connection)?;
    // Deleted rows are overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    let version = sqlite::version(&connection)?;
    sqlite::migrate(&mut connection, MIGRATIONS)?;
    if version < MIGRATIONS.len() {
        // The header of the file names its owner, and the log may stay.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    }
    match check {
        Check::OwnRows => recovery::check_own_rows(&connection)?,
        Check::Structure => recovery::check_structure(&connection)?,
    }
    Ok(connection)
}

fn explain(error: DatabaseError, path: &Path) -> StorageError {
    match error {
        DatabaseError::Sqlite(error)
        | DatabaseError::Migration(MigrationError::RusqliteError { err: error, .. }) => {
            error.into()
        }
        DatabaseError::Migration(error) => unusable(path, format!("cannot be upgraded: {error}")),
        DatabaseError::ForeignFile => {
            unusable(path, format!("{error}; move it away, and shortlist creates a new one"))
        }
        DatabaseError::NoWriteAheadLog | DatabaseError::TooNew => unusable(path, error.to_string()),
    }
}

/// Creates the file for its owner only, or makes it so. `SQLite` gives the files beside it
/// the same mode.
fn create_file(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("a directory has this name"));
    }
    // An existing file is not opened here: closing it would release the locks of every connection
    // in this process.
    match private_options().write(true).create_new(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    make_private(path)
}

/// An invalid date becomes the epoch: the row matters more than its date.
pub(super) fn timestamp(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros).unwrap_or_else(|| chrono::DateTime::UNIX_EPOCH.into())
}
