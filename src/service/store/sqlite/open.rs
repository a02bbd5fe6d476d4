//! Opening the database file: permissions, ownership, pragmas, migrations.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction};
use rusqlite_migration::{Error as MigrationError, M};

use super::upgrade;
use crate::files::sqlite::{self, DatabaseError};
use crate::files::{folder_of, private_options};
use crate::service::store::error::StoreError;
use crate::service::store::model::IfMissing;

/// The size that the write-ahead log shrinks to once it was written into the file.
const MAX_LOG_BYTES: i64 = 16 << 20;

/// Identifies our files. The first migration sets it.
const APPLICATION_ID: i32 = 0x736c_7374;

static MIGRATIONS: LazyLock<[M<'static>; 2]> = LazyLock::new(|| {
    [
        M::up(include_str!("../../../../assets/migrations/0001_service.sql")),
        M::up_with_hook(
            include_str!("../../../../assets/migrations/0002_operations.sql"),
            |transaction: &Transaction<'_>| upgrade::normalize(transaction),
        ),
    ]
});

/// Opens the writing connection and applies pending migrations. If there are
/// none, it writes nothing and takes no lock on the file.
pub(super) fn writer(
    path: &Path,
    if_missing: IfMissing,
    busy_timeout: Duration,
) -> Result<Connection, StoreError> {
    let _lock = lock_folder(path);
    let is_new = create_file(path, if_missing)?;
    prepare(path, is_new, busy_timeout).map_err(|error| explain(error, path))
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
    let mut connection = connect(path, busy_timeout)?;
    sqlite::check_owner(&connection, APPLICATION_ID)?;
    if is_new {
        // With 8 KiB, one page of a list spans five database pages, not ten.
        connection.pragma_update(None, "page_size", 8_192)?;
    }
    sqlite::use_write_ahead_log(&connection)?;
    // Another process may apply the same migration between our check and our
    // write; the second attempt then finds nothing to do.
    sqlite::migrate(&mut connection, &*MIGRATIONS)
        .or_else(|_raced| sqlite::migrate(&mut connection, &*MIGRATIONS))?;
    Ok(connection)
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

/// Names the file and a remedy where there is one.
fn explain(error: DatabaseError, path: &Path) -> StoreError {
    let reason = match error {
        DatabaseError::ForeignFile => format!("{error}; name another file with --database"),
        DatabaseError::NoWriteAheadLog | DatabaseError::TooNew => error.to_string(),
        DatabaseError::Migration(MigrationError::RusqliteError { err, .. }) => {
            return explain(err.into(), path);
        }
        DatabaseError::Migration(error) => return StoreError::Migration(error),
        DatabaseError::Sqlite(error) => match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                "cannot be opened for writing; copy it to a place that is yours".to_owned()
            }
            Some(ErrorCode::DatabaseCorrupt) => {
                "is damaged; restore a backup with `shortlist db restore`, or see what can still be read with `shortlist db check`"
                    .to_owned()
            }
            Some(ErrorCode::NotADatabase) => {
                "is not a database; name another file with --database".to_owned()
            }
            _ => return error.into(),
        },
    };
    cannot_open(path, reason)
}

fn cannot_open(path: &Path, reason: impl Into<String>) -> StoreError {
    StoreError::CannotOpen { path: path.to_owned(), reason: reason.into() }
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
            "there is no database here; create one with `shortlist db demo`, or choose another with --database",
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
                "the directory {} does not exist; create it first (a shell does not expand ~ after sqlite:)",
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
        let writer = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap();
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
        let newer = writer(&path, IfMissing::Create, BUSY_TIMEOUT).unwrap();
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
