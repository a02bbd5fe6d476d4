//! The steps that open a `SQLite` file of ours. `storage` calls them for the data of this machine,
//! `service::store` for the data of the service.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use rusqlite_migration::{Error as MigrationError, M, MigrationDefinitionError, Migrations};

/// Why a file cannot be used as a database.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatabaseError {
    #[error("is another program's database")]
    ForeignFile,
    #[error("is on a file system that does not support a write-ahead log; choose a local disk")]
    NoWriteAheadLog,
    #[error("was written by a newer version of shortlist; update this one")]
    TooNew,
    #[error(transparent)]
    Migration(MigrationError),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

impl DatabaseError {
    /// Whether files beside the database cannot be created or opened.
    pub(crate) fn is_access_error(&self) -> bool {
        let Self::Sqlite(error) = self else { return false };
        matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
        )
    }
}

/// What `SQLite` adds to the name of a database for the files that it keeps beside it.
pub(crate) const SIDE_FILES: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The path of a file beside a database, as in `service.db-wal`.
pub(crate) fn side_file(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Removes the files beside a database that no connection has open.
pub(crate) fn remove_side_files(database: &Path) {
    for suffix in SIDE_FILES {
        // Not every file exists.
        let _ = std::fs::remove_file(side_file(database, suffix));
    }
}

/// Opens a file that exists. `access` is read-only or read-write.
pub(crate) fn connect(
    path: &Path,
    access: OpenFlags,
    busy_timeout: Duration,
) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(busy_timeout)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Fails if the file holds tables and not our id, so that we never migrate another program's
/// database. The first migration sets the id.
pub(crate) fn check_owner(
    connection: &Connection,
    application_id: i32,
) -> Result<(), DatabaseError> {
    let owner: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if owner == application_id || tables == 0 { Ok(()) } else { Err(DatabaseError::ForeignFile) }
}

/// Uses a write-ahead log. A commit survives a power cut.
pub(crate) fn use_write_ahead_log(connection: &Connection) -> Result<(), DatabaseError> {
    let journal: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if !journal.eq_ignore_ascii_case("wal") {
        return Err(DatabaseError::NoWriteAheadLog);
    }
    Ok(connection.pragma_update(None, "synchronous", "FULL")?)
}

/// How many migrations were applied to the file.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<usize> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok(version as usize)
}

/// Applies what is missing of the migrations. If nothing is, it writes nothing.
pub(crate) fn migrate(
    connection: &mut Connection,
    migrations: &[M<'_>],
) -> Result<(), DatabaseError> {
    Migrations::from_slice(migrations).to_latest(connection).map_err(|error| match error {
        MigrationError::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => {
            DatabaseError::TooNew
        }
        other => DatabaseError::Migration(other),
    })
}
