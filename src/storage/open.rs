//! Opening the file: whose it is, who may read it, how it is kept.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{io, thread};

use rusqlite::{Connection, OpenFlags};
use rusqlite_migration::{Error as MigrationError, M, MigrationDefinitionError, Migrations};

use super::error::{StorageError, unusable};
use super::{PATIENCE, Session, Storage, drafts};

/// Marks the file as ours, so that no other program's database is migrated by
/// mistake. The first migration sets it.
const APPLICATION_ID: i32 = 0x736c_636c;

pub(crate) const STEPS: &[M<'_>] = &[
    M::up(include_str!("../../assets/migrations/local/0001_local.sql")),
    M::up(include_str!("../../assets/migrations/local/0002_triage.sql")),
];

pub(crate) fn open(path: &Path, patience: Duration) -> Result<Storage, StorageError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    make_folder(folder)
        .map_err(|error| unusable(folder, format!("the directory cannot be made: {error}")))?;
    let _turn = turn(folder, patience)?;
    make_file(path).map_err(|error| unusable(path, format!("cannot be made: {error}")))?;
    let connection = connect(path, patience)?;
    drafts::forget_old(&connection)?;
    let session = Session::begin(path)?;
    Ok(Storage { connection, session })
}

/// One opener at a time: making a file ours takes several steps, and so does
/// beginning a session. The folder is locked, not the file: closing a second
/// handle on that would take away the locks of every connection in this process.
/// One that was stopped in here would be waited for without end.
fn turn(folder: &Path, patience: Duration) -> Result<File, StorageError> {
    let unlocked = |error: io::Error| {
        let why = format!(
            "the directory cannot be locked: {error}; windows could not be told apart there, choose a local disk"
        );
        unusable(folder, why)
    };
    let opened = File::open(folder).map_err(unlocked)?;
    if opened.try_lock().is_ok() {
        return Ok(opened);
    }
    let (locked, turn) = channel();
    let wait = move || {
        // Where nobody waits any more, it is let go again.
        let _ = locked.send(opened.lock().map(|()| opened));
    };
    thread::Builder::new().name("turn".to_owned()).spawn(wait).map_err(unlocked)?;
    match turn.recv_timeout(patience) {
        Ok(locked) => locked.map_err(unlocked),
        Err(_late) => Err(unusable(
            folder,
            "another shortlist holds the directory and does not let go; is one stopped? let it go on, and try again",
        )),
    }
}

/// Opens a file that is there, to look into it.
pub(crate) fn only_to_read(path: &Path) -> Result<Connection, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    check_owner(&connection, path)?;
    Ok(connection)
}

fn connect(path: &Path, patience: Duration) -> Result<Connection, StorageError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    check_owner(&connection, path)?;
    let journal: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !journal.eq_ignore_ascii_case("wal") {
        let why = "lies on a file system that cannot keep a write-ahead log; choose a local disk";
        return Err(unusable(path, why));
    }
    // What was typed outlives a power cut, and what was dropped is really gone.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", true)?;
    migrate(&mut connection, path)?;
    Ok(connection)
}

fn check_owner(connection: &Connection, path: &Path) -> Result<(), StorageError> {
    let owner: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if owner == APPLICATION_ID || tables == 0 {
        return Ok(());
    }
    Err(unusable(path, "is another program's database; move it away, and a new one is made"))
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StorageError> {
    Migrations::from_slice(STEPS).to_latest(connection).map_err(|error| match error {
        MigrationError::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            unusable(path, "was written by a newer shortlist; update this one")
        }
        MigrationError::RusqliteError { err, .. } => err.into(),
        other => unusable(path, format!("cannot be brought up to date: {other}")),
    })
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    builder.mode(0o700).create(folder)
}

/// Makes the file readable by its owner alone. `SQLite` gives the files beside
/// it the same mode.
fn make_file(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("a directory stands there"));
    }
    drop(private().append(true).create(true).open(path)?);
    if path.metadata()?.permissions().mode() & 0o077 != 0 {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o600))?;
    }
    Ok(())
}

/// How files are made that nobody else reads.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}
