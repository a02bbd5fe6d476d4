//! Opening the database file: permissions, ownership, pragmas, migrations.

use std::cmp::Ordering;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction};
use rusqlite_migration::{Error as MigrationError, M};

use super::{backup, upgrade};
use crate::files::sqlite::{self, DatabaseError};
use crate::files::{IfExists, folder_of};
use crate::platform::files::private_options;
use crate::service::store::error::StoreError;
use crate::service::store::model::IfMissing;

/// The size that the write-ahead log shrinks to once it was written into the file.
const MAX_LOG_BYTES: i64 = 16 << 20;

/// How long opening or reading waits for the lock of another process.
pub(super) const LOCK_WAIT: Duration = Duration::from_secs(5);

const READ_ONLY_WAIT: Duration = Duration::from_secs(5);

/// Identifies our files. The first migration sets it.
const APPLICATION_ID: i32 = 0x736c_7374;

static MIGRATIONS: LazyLock<[M<'static>; 3]> = LazyLock::new(|| {
    [
        M::up(include_str!("../../../../assets/migrations/0001_service.sql")),
        M::up_with_hook(
            include_str!("../../../../assets/migrations/0002_operations.sql"),
            |transaction: &Transaction<'_>| upgrade::normalize(transaction),
        ),
        M::up_with_hook(
            include_str!("../../../../assets/migrations/0003_item_blocks.sql"),
            |transaction: &Transaction<'_>| upgrade::fill_blocks(transaction),
        ),
    ]
});

/// The writing connection of a database.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: Connection,
    /// The database as it was before a migration, if there was one to apply.
    pub(super) upgrade_copy: Option<PathBuf>,
}

/// Opens the writing connection and applies pending migrations. If there are
/// none, it writes nothing and takes no lock on the file.
pub(super) fn writer(
    path: &Path,
    if_missing: IfMissing,
    busy_timeout: Duration,
) -> Result<Writer, StoreError> {
    let _lock = lock_folder(path);
    let is_new = create_file(path, if_missing)?;
    let explain = |error| explain(error, path, FileRole::Database);
    let mut connection = prepare(path, is_new, busy_timeout).map_err(explain)?;
    let upgrade_copy = copy_before_migration(&connection, path)?;
    // Another process may apply the same migration between our check and our
    // write; the second attempt then finds nothing to do.
    sqlite::migrate(&mut connection, &*MIGRATIONS)
        .or_else(|_raced| sqlite::migrate(&mut connection, &*MIGRATIONS))
        .map_err(explain)?;
    Ok(Writer { connection, upgrade_copy })
}

/// A new database without a name.
pub(super) fn private() -> Result<Connection, StoreError> {
    let mut connection = Connection::open("")?;
    let explain = |error| explain(error, Path::new("the temporary database"), FileRole::Database);
    sqlite::migrate(&mut connection, &*MIGRATIONS).map_err(explain)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Serializes openers: preparing a new file takes several steps, and the switch
/// to WAL fails at once when two processes try it. The folder is locked and not
/// the file, because closing a second handle on the file would release the
/// locks of every connection in this process. If the folder cannot be locked,
/// opening continues without the lock.
fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(path)).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

fn prepare(path: &Path, is_new: bool, busy_timeout: Duration) -> Result<Connection, DatabaseError> {
    let connection = connect(path, busy_timeout)?;
    sqlite::check_owner(&connection, APPLICATION_ID)?;
    if is_new {
        // With 8 KiB, a list page spans half as many database pages as with the default of 4 KiB.
        connection.pragma_update(None, "page_size", 8_192)?;
    }
    sqlite::use_write_ahead_log(&connection)?;
    Ok(connection)
}

/// Opens a database that is only read, and applies no migration. The file may be read-only, in a
/// directory that may be.
pub(super) fn read_only(path: &Path) -> Result<Connection, StoreError> {
    create_file(path, IfMissing::Fail)?;
    let connection = read_only_of_any_version(path, FileRole::Database)?;
    let reason = match sqlite::version(&connection)? {
        0 => "is empty; fill it with `shortlist db demo` or `shortlist db import`",
        version if version < MIGRATIONS.len() => {
            "was written by an older version of shortlist; `shortlist serve` and every command that changes data upgrade it, after making a copy"
        }
        _ => return Ok(connection),
    };
    Err(cannot_open(path, reason))
}

/// Opens a backup of this version or an older one.
pub(super) fn backup_file(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        let reason = if path.exists() { "is not a file" } else { "does not exist" };
        return Err(cannot_open(path, format!("{reason}; {}", FileRole::Backup.advice())));
    }
    read_only_of_any_version(path, FileRole::Backup)
}

fn read_only_of_any_version(path: &Path, role: FileRole) -> Result<Connection, StoreError> {
    let open = |file: &Path, flags| -> Result<Connection, DatabaseError> {
        let connection = sqlite::connect(file, flags, READ_ONLY_WAIT)?;
        connection.pragma_update(None, "query_only", true)?;
        sqlite::check_owner(&connection, APPLICATION_ID)?;
        match sqlite::version(&connection)?.cmp(&MIGRATIONS.len()) {
            Ordering::Greater => Err(DatabaseError::TooNew),
            Ordering::Less | Ordering::Equal => Ok(connection),
        }
    };
    // SQLite needs files beside the database to read it while others write. A connection that may
    // write removes them at its end. Where they cannot be created, no other process writes either.
    let opened =
        open(path, OpenFlags::SQLITE_OPEN_READ_WRITE).or_else(|error| match immutable_uri(path) {
            Some(uri) if error.is_access_error() => {
                open(&uri, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI)
            }
            _ => Err(error),
        });
    opened.map_err(|error| explain(error, path, role))
}

/// `None` if a log beside the file holds writes that reading the file alone would miss.
fn immutable_uri(path: &Path) -> Option<PathBuf> {
    let has_log =
        sqlite::side_file(path, "-wal").metadata().is_ok_and(|metadata| metadata.len() > 0);
    let absolute = path.canonicalize().ok()?;
    let encoded = absolute.to_str()?.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    (!has_log).then(|| PathBuf::from(format!("file:{encoded}?immutable=1")))
}

pub(super) fn reader(path: &Path, busy_timeout: Duration) -> Result<Connection, StoreError> {
    let connection = connect(path, busy_timeout)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens a reading connection for short queries all over the file.
pub(super) fn pooled_reader(
    path: &Path,
    busy_timeout: Duration,
    use_mmap: bool,
) -> Result<Connection, StoreError> {
    let connection = reader(path, busy_timeout)?;
    // Reads the system's page cache without copying. The price: an I/O error
    // kills the process. So the writer never maps the file, and neither does a
    // table scan, which would appear to use as much memory as the table is big.
    if use_mmap {
        connection.pragma_update(None, "mmap_size", 1_i64 << 36)?;
    }
    Ok(connection)
}

/// Keeps the database as it is before a migration changes it, as in `service.before-v3.db`.
fn copy_before_migration(
    connection: &Connection,
    path: &Path,
) -> Result<Option<PathBuf>, StoreError> {
    let version = sqlite::version(connection)?;
    if version == 0 || version >= MIGRATIONS.len() {
        return Ok(None);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = |number: u32| match number {
        0 => format!("{stem}.before-v{}.db", MIGRATIONS.len()),
        _ => format!("{stem}.before-v{}-{number}.db", MIGRATIONS.len()),
    };
    let mut copies = (0..).map(|number| path.with_file_name(name(number)));
    // An older copy stays, whatever it is.
    let copy = copies.find(|copy| copy.symlink_metadata().is_err()).unwrap_or_default();
    let mut go_on = |_progress| ControlFlow::Continue(());
    backup::copy(connection, &copy, IfExists::Fail, &mut go_on).map_err(|error| {
        let cause = error.with_causes();
        cannot_open(path, format!("must be upgraded, but cannot be copied first: {cause}"))
    })?;
    Ok(Some(copy))
}

/// What the user named the file as. The remedies differ.
#[derive(Debug, Clone, Copy)]
enum FileRole {
    Database,
    Backup,
}

impl FileRole {
    /// For a file that is not what it should be.
    const fn advice(self) -> &'static str {
        match self {
            Self::Database => "name another file with --database",
            Self::Backup => "name a file that `shortlist db backup` or `serve --backup-dir` made",
        }
    }

    const fn advice_if_damaged(self) -> &'static str {
        match self {
            Self::Database => "restore a backup with `shortlist db restore`",
            Self::Backup => "name another backup",
        }
    }
}

/// Names the file and a remedy where there is one.
fn explain(error: DatabaseError, path: &Path, role: FileRole) -> StoreError {
    let reason = match error {
        DatabaseError::ForeignFile => format!("{error}; {}", role.advice()),
        DatabaseError::NoWriteAheadLog | DatabaseError::TooNew => error.to_string(),
        DatabaseError::Migration(MigrationError::RusqliteError { err, .. }) => {
            return explain(err.into(), path, role);
        }
        DatabaseError::Migration(error) => return StoreError::Migration(error),
        DatabaseError::Sqlite(error) => match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                "cannot be opened; copy it to a directory that you can write to".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt) => format!("is damaged; {}", role.advice_if_damaged()),
            Some(ErrorCode::NotADatabase) => format!("is not a database; {}", role.advice()),
            _ => return error.into(),
        },
    };
    cannot_open(path, reason)
}

fn cannot_open(path: &Path, reason: impl Into<String>) -> StoreError {
    StoreError::CannotOpen { database: path.display().to_string(), reason: reason.into() }
}

fn connect(path: &Path, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    let connection = sqlite::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, busy_timeout)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted or replaced leaves no copy in the free space of the file.
    connection.pragma_update(None, "secure_delete", true)?;
    // A large import leaves no log of its size behind.
    connection.pragma_update(None, "journal_size_limit", MAX_LOG_BYTES)?;
    // 16 MiB keeps the inner nodes of every tree cached, even in a long import.
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Creates the file, readable by its owner alone, and returns whether it is
/// new. `SQLite` gives the WAL files beside it the same mode.
fn create_file(path: &Path, if_missing: IfMissing) -> Result<bool, StoreError> {
    if path.is_file() {
        return Ok(false);
    }
    if if_missing == IfMissing::Fail {
        return Err(cannot_open(
            path,
            "does not exist; create a database with `shortlist db demo`, or choose another with --database",
        ));
    }
    if path.is_dir() {
        return Err(cannot_open(path, "is a directory; name a file"));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(cannot_open(
            path,
            format!(
                "cannot be created: the directory {} does not exist; create it first (a shell does not expand ~ after sqlite:)",
                folder.display()
            ),
        ));
    }
    match private_options().write(true).create_new(true).open(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_file() => Ok(false),
        Err(error) => Err(cannot_open(path, format!("cannot be created: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

    #[test]
    fn the_migrations_are_valid() {
        rusqlite_migration::Migrations::from_slice(&*MIGRATIONS).validate().unwrap();
    }

    #[test]
    fn only_the_owner_can_read_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn commits_are_synchronous_and_only_readers_map_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.db");
        let writer = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap().connection;
        let reader = reader(&path, BUSY_TIMEOUT).unwrap();
        let pragma = |db: &Connection, name: &str| {
            db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap()
        };
        assert_eq!((pragma(&writer, "synchronous"), pragma(&writer, "foreign_keys")), (2, 1));
        assert_eq!((pragma(&reader, "query_only"), pragma(&writer, "mmap_size")), (1, 0));
        let mode: String =
            writer.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }

    #[test]
    fn a_file_of_a_newer_version_is_refused_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("e.db");
        let newer = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap().connection;
        newer.pragma_update(None, "user_version", 99).unwrap();
        let error = writer(&path, IfMissing::Fail, BUSY_TIMEOUT).unwrap_err().to_string();
        assert!(error.contains("newer version of shortlist"), "{error}");
    }

    #[test]
    fn several_threads_can_create_the_same_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..20 {
            let path = folder.path().join(format!("{round}.db"));
            std::thread::scope(|scope| {
                let open = || {
                    scope.spawn(|| {
                        writer(&path, IfMissing::Create, BUSY_TIMEOUT)
                            .map(drop)
                            .map_err(|e| e.to_string())
                    })
                };
                let threads: Vec<_> = (0..6).map(|_| open()).collect();
                for thread in threads {
                    assert_eq!(thread.join().unwrap(), Ok(()));
                }
            });
        }
    }

    #[test]
    fn the_database_of_another_program_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let error = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap_err().to_string();
        assert!(error.contains("another program's database"), "{error}");
        std::fs::write(&path, "hello ".repeat(1000)).unwrap();
        let error = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap_err().to_string();
        assert!(error.contains("is not a database"), "{error}");
    }

    #[test]
    fn a_missing_file_is_created_only_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.db");
        assert!(writer(&path, IfMissing::Fail, BUSY_TIMEOUT).is_err());
        assert!(!path.exists());
    }
}
