//! Opening the file: whose it is, who may read it, how it is kept.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::{Error as MigrationError, M, MigrationDefinitionError, Migrations};

use super::super::{IfMissing, StoreError};

/// Marks the file as ours, so that no other program's database is migrated by
/// mistake. The first migration sets it.
const APPLICATION_ID: i32 = 0x736c_7374;

const STEPS: &[M<'_>] = &[M::up(include_str!("../../../../assets/migrations/0001_service.sql"))];

/// The writing connection, with the schema brought up to date. Where it is up
/// to date already, nothing is written and nobody waited for.
pub(super) fn writer(
    path: &Path,
    missing: IfMissing,
    patience: Duration,
) -> Result<Connection, StoreError> {
    let _turn = turn(path);
    let made = touch(path, missing)?;
    prepared(path, made, patience).map_err(|error| plain(error, path))
}

/// One opener at a time: making a file ours takes several steps, and the one
/// to a write-ahead log fails at once where another takes it too. The folder is
/// locked, not the file: closing a second handle on that would take away the
/// locks of every connection in this process. Where a folder cannot be locked,
/// the steps are taken all the same.
fn turn(path: &Path) -> Option<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new("."))).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

fn prepared(path: &Path, made: bool, patience: Duration) -> Result<Connection, StoreError> {
    let mut connection = connect(path, patience)?;
    check_owner(&connection, path)?;
    if made {
        // Pages of 8 KiB: a page of a list lies in five of them instead of ten.
        connection.pragma_update(None, "page_size", 8_192)?;
    }
    let journal: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !journal.eq_ignore_ascii_case("wal") {
        let why = "lies on a file system that cannot keep a write-ahead log; choose a local disk";
        return Err(StoreError::CannotOpen { path: path.to_owned(), reason: why.to_owned() });
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    migrate(&mut connection, path)?;
    Ok(connection)
}

/// A reading connection; the file exists, the writer made it.
pub(super) fn reader(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let connection = connect(path, patience)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// A reading connection for a few rows at a time, all over the file.
pub(super) fn quick_reader(
    path: &Path,
    patience: Duration,
    mapped: bool,
) -> Result<Connection, StoreError> {
    let connection = reader(path, patience)?;
    // Read through the page cache of the system instead of copying each page.
    // The price: a disk that fails under a page ends the process. So what is
    // written never depends on it; nor does a walk over a whole table, which
    // would seem to take as much memory as the table has bytes.
    if mapped {
        connection.pragma_update(None, "mmap_size", 1_i64 << 36)?;
    }
    Ok(connection)
}

/// What the system refused, in words that name the file.
fn plain(error: StoreError, path: &Path) -> StoreError {
    let StoreError::Database(cause) = &error else { return error };
    let why = match cause.sqlite_error_code() {
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            "cannot be opened for writing; copy it to a place that is yours"
        }
        Some(ErrorCode::DatabaseCorrupt) => "is damaged; go back to an export or a copy",
        Some(ErrorCode::NotADatabase) => "is not a database; name another file with --database",
        _ => return error,
    };
    StoreError::CannotOpen { path: path.to_owned(), reason: why.to_owned() }
}

fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    // 16 MiB: the upper part of every tree stays at hand, also in a long fill.
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Makes the file readable by its owner alone; says whether it is new. `SQLite`
/// gives the files beside it the same mode.
fn touch(path: &Path, missing: IfMissing) -> Result<bool, StoreError> {
    let unusable = |why: String| StoreError::CannotOpen { path: path.to_owned(), reason: why };
    if path.is_file() {
        return Ok(false);
    }
    if missing == IfMissing::Fail {
        return Err(unusable(
            "there is no database here; make one with `shortlist db demo`, or name another with --database"
                .to_owned(),
        ));
    }
    if path.is_dir() {
        return Err(unusable("is a directory; name a file".to_owned()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(unusable(format!(
            "the directory {} does not exist; make it first (a shell does not expand ~ after sqlite:)",
            folder.display()
        )));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_file() => Ok(false),
        Err(error) => Err(unusable(format!("cannot be made: {error}"))),
    }
}

fn check_owner(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let foreign =
        |why: &str| StoreError::CannotOpen { path: path.to_owned(), reason: why.to_owned() };
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let owner = number("application_id")?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if owner == APPLICATION_ID || tables == 0 {
        return Ok(());
    }
    Err(foreign("is another program's database; name another file with --database"))
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let migrations = Migrations::from_slice(STEPS);
    // A second process may have taken the same step between our look and our
    // leap; the second try then finds nothing left to do.
    let done = migrations.to_latest(connection).or_else(|_raced| migrations.to_latest(connection));
    done.map_err(|error| match error {
        MigrationError::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            let why = "was written by a newer shortlist; update this one".to_owned();
            StoreError::CannotOpen { path: path.to_owned(), reason: why }
        }
        other => StoreError::Migration(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    #[test]
    fn the_migrations_are_well_formed() {
        Migrations::from_slice(STEPS).validate().unwrap();
    }

    #[test]
    fn the_file_is_the_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        writer(&path, IfMissing::Create, PATIENCE).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_write_is_on_disk_before_it_is_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.db");
        let writer = writer(&path, IfMissing::Create, PATIENCE).unwrap();
        let reader = reader(&path, PATIENCE).unwrap();
        let asked = |db: &Connection, name: &str| {
            db.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).unwrap()
        };
        assert_eq!((asked(&writer, "synchronous"), asked(&writer, "foreign_keys")), (2, 1));
        assert_eq!((asked(&reader, "query_only"), asked(&writer, "mmap_size")), (1, 0));
        let mode: String =
            writer.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }

    #[test]
    fn a_file_of_a_newer_program_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("e.db");
        let newer = writer(&path, IfMissing::Create, PATIENCE).unwrap();
        newer.pragma_update(None, "user_version", 99).unwrap();
        let refused = writer_again(&path);
        assert!(refused.contains("newer shortlist"), "{refused}");
    }

    fn writer_again(path: &Path) -> String {
        writer(path, IfMissing::Fail, PATIENCE).unwrap_err().to_string()
    }

    #[test]
    fn many_may_make_the_same_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..20 {
            let path = folder.path().join(format!("{round}.db"));
            std::thread::scope(|scope| {
                let each = || {
                    scope.spawn(|| {
                        writer(&path, IfMissing::Create, PATIENCE)
                            .map(drop)
                            .map_err(|e| e.to_string())
                    })
                };
                let opened: Vec<_> = (0..6).map(|_| each()).collect();
                for one in opened {
                    assert_eq!(one.join().unwrap(), Ok(()));
                }
            });
        }
    }

    #[test]
    fn another_programs_database_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let refused = writer(&path, IfMissing::Create, PATIENCE).unwrap_err().to_string();
        assert!(refused.contains("another program's database"), "{refused}");
        std::fs::write(&path, "hello ".repeat(1000)).unwrap();
        let refused = writer(&path, IfMissing::Create, PATIENCE).unwrap_err().to_string();
        assert!(refused.contains("is not a database"), "{refused}");
    }

    #[test]
    fn a_missing_file_is_made_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.db");
        assert!(writer(&path, IfMissing::Fail, PATIENCE).is_err());
        assert!(!path.exists());
    }
}
