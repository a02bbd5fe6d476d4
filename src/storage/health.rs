//! Whether a file of this machine's data is sound, for `shortlist doctor`. Changes nothing in it.

use std::path::Path;

use rusqlite::OptionalExtension;

use super::open::{MIGRATIONS, open_read_only, timestamp};
use super::{StorageError, recovery};
use crate::files::sqlite;
use crate::wire::Timestamp;

#[derive(Debug)]
pub(crate) struct LocalHealth {
    pub(crate) version: usize,
    /// That this program writes.
    pub(crate) newest_version: usize,
    /// `None` if the structure is sound.
    pub(crate) damage: Option<String>,
    /// When the oldest page of a list was read.
    pub(crate) oldest_page: Option<Timestamp>,
}

/// Whether this version of the program can open the file without changing it.
pub(crate) fn is_current(path: &Path) -> Result<bool, StorageError> {
    let connection = open_read_only(path)?;
    Ok(sqlite::version(&connection)? == MIGRATIONS.len() && !recovery::is_marked(path))
}

pub(crate) fn read_health(path: &Path, server: &str) -> Result<LocalHealth, StorageError> {
    let connection = open_read_only(path)?;
    let result: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    let oldest: Option<Option<i64>> = connection
        .query_row(
            "SELECT min(mirror_page.read_at) FROM mirror_page JOIN mirror_list ON list = mirror_list.id
             WHERE server = ?1 AND position >= 0",
            [server],
            |row| row.get(0),
        )
        .optional()
        // A file of an older version has no copy.
        .unwrap_or_default();
    Ok(LocalHealth {
        version: sqlite::version(&connection)?,
        newest_version: MIGRATIONS.len(),
        damage: Some(result).filter(|result| result != "ok"),
        oldest_page: oldest.flatten().map(timestamp),
    })
}
