//! Sets a file aside that cannot be used, and rescues the user's own rows from it.
//!
//! [`open`](super::open) calls this for a file that is damaged, or was written by a newer version,
//! as long as no other process has it open. What came from the server is not rescued: it is read
//! again. Damage that shows only later is marked, so that the file is set aside when it is opened
//! the next time.

use std::fs::{File, rename};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::Local;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter};
use rusqlite_migration::Error as MigrationError;

use super::error::{StorageError, unusable};
use crate::files::sqlite::{self, DatabaseError};
use crate::platform::files::private_options;

/// Every `SQLite` file begins with this.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where the header of a `SQLite` file has the application id.
const APPLICATION_ID_AT: usize = 68;

/// Whether this process marked a file.
static HAS_MARKED: AtomicBool = AtomicBool::new(false);

/// Whether a file turned out to be damaged while it was open. Opening it again sets it aside.
pub(crate) fn has_found_damage() -> bool {
    HAS_MARKED.swap(false, Ordering::Relaxed)
}

/// Marks a file as damaged.
pub(super) fn mark(path: &Path) {
    // Without the mark the damage is found again.
    let _ = private_options().write(true).create(true).truncate(false).open(marker(path));
    HAS_MARKED.store(true, Ordering::Relaxed);
}

pub(super) fn is_marked(path: &Path) -> bool {
    marker(path).exists()
}

fn marker(path: &Path) -> PathBuf {
    beside(path, "-damaged")
}

/// Why a file is set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    Damaged,
    Newer,
}

/// A file that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rescue {
    reason: Reason,
    /// Its new name.
    pub(crate) file: PathBuf,
    /// Verdicts, notes and the like.
    pub(crate) entries: usize,
    pub(crate) drafts: usize,
}

impl Rescue {
    /// For the user: what happened, where the file is, and what was rescued.
    pub(crate) fn describe(&self) -> String {
        let cause = match self.reason {
            Reason::Damaged => "was damaged",
            Reason::Newer => "was written by a newer version of shortlist",
        };
        let Self { file, entries, drafts, .. } = self;
        format!(
            "Your local file {cause}; rescued verdicts and notes: {entries}, unsaved edits: {drafts}; the old file is now {}",
            file.display()
        )
    }
}

/// Why this file must be set aside; `None` if the error has another cause.
pub(super) fn reason(error: &DatabaseError) -> Option<Reason> {
    match error {
        DatabaseError::TooNew => Some(Reason::Newer),
        DatabaseError::Sqlite(error)
        | DatabaseError::Migration(MigrationError::RusqliteError { err: error, .. }) => {
            let code = error.sqlite_error_code()?;
            matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                .then_some(Reason::Damaged)
        }
        _ => None,
    }
}

/// Whether the header names another program. A file without a header names none.
pub(super) fn is_foreign(path: &Path, application_id: i32) -> bool {
    let mut header = Vec::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut header));
    let owner = header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4);
    read.is_ok() && header.starts_with(MAGIC) && owner != Some(&application_id.to_be_bytes())
}

/// Reads the user's own rows once, which shows most damage. Does not read the mirror.
pub(super) fn check_own_rows(connection: &Connection) -> rusqlite::Result<()> {
    for name in [ENTRY.name, DRAFT.name, LOOKED.name] {
        // No index holds this column, so the table itself is read.
        connection.query_row(&format!("SELECT max(at) FROM {name}"), [], |_| Ok(()))?;
    }
    Ok(())
}

/// Checks the structure of the whole file.
pub(super) fn check_structure(connection: &Connection) -> rusqlite::Result<()> {
    let problem: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if problem == "ok" {
        return Ok(());
    }
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    Err(rusqlite::Error::SqliteFailure(code, Some(problem)))
}

/// Renames the file and those beside it. The caller holds the lock on the folder.
pub(super) fn set_aside(path: &Path, reason: Reason) -> Result<Rescue, StorageError> {
    let word = match reason {
        Reason::Damaged => "damaged",
        Reason::Newer => "newer",
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let time = Local::now().format("%Y%m%d-%H%M%S");
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{word}-{time}.db"),
        number => format!("{stem}.{word}-{time}-{number}.db"),
    });
    let is_free =
        |file: &PathBuf| !["", "-wal", "-shm"].iter().any(|end| beside(file, end).exists());
    let file = names.map(|name| path.with_file_name(name)).find(is_free).unwrap_or_default();
    // The database last: a log without its database would be applied to the next one.
    for end in ["-wal", "-shm", ""] {
        match rename(beside(path, end), beside(&file, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(unusable(path, format!("is {word} and cannot be renamed: {error}")));
            }
            _ => {}
        }
    }
    // If it stays, the new file is set aside in its turn, and nothing is lost.
    let _ = std::fs::remove_file(marker(path));
    Ok(Rescue { reason, file, entries: 0, drafts: 0 })
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A table with rows of the user's own.
struct Table {
    name: &'static str,
    /// Those that this version knows; a newer one may have more.
    columns: &'static str,
    key: &'static [&'static str],
    has_rowid: bool,
}

const ENTRY: Table = Table {
    name: "entry",
    columns: "seq, server, id, step, at, candidate, person, job, name, job_name, title, company, \
              stage_id, stage_name, kind, text, beside, until, source",
    key: &["rowid"],
    has_rowid: true,
};
const DRAFT: Table = Table {
    name: "draft",
    columns: "id, session, server, person, name, at, body, dropped_at",
    key: &["rowid"],
    has_rowid: true,
};
const LOOKED: Table = Table {
    name: "looked",
    columns: "server, candidate, person, at",
    key: &["server", "candidate"],
    has_rowid: false,
};

/// Copies what can be read of the user's own rows into the new file.
pub(super) fn rescue_rows(rescue: &mut Rescue, to: &mut Connection) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let Ok(from) = sqlite::connect(&rescue.file, flags, Duration::ZERO) else { return Ok(()) };
    // Reads a file that is shorter than its header says.
    let _ = from.pragma_update(None, "writable_schema", true);
    let change = to.transaction()?;
    rescue.entries = ENTRY.copy(&from, &change);
    rescue.drafts = DRAFT.copy(&from, &change);
    LOOKED.copy(&from, &change);
    change.commit()
}

/// Rows between two unreadable pages at most: a damaged number may be huge.
const MAX_GAP: i64 = 100_000;

impl Table {
    /// Returns the number of rows copied.
    fn copy(&self, from: &Connection, to: &Connection) -> usize {
        let Self { key, has_rowid, .. } = self;
        let mut count = 0;
        let order = |direction: &str| {
            let keys: Vec<String> = key.iter().map(|key| format!("{key} {direction}")).collect();
            format!("ORDER BY {}", keys.join(", "))
        };
        // Behind an unreadable page the way continues from the end.
        let Err(first) = self.copy_rows(from, to, &order("ASC"), &mut count) else { return count };
        let last = self.copy_rows(from, to, &order("DESC"), &mut count).err().flatten();
        // Between two unreadable pages, one by one.
        if let (true, Some(first), Some(last)) = (has_rowid, first, last) {
            for rowid in first.saturating_add(1)..last.min(first.saturating_add(MAX_GAP)) {
                let _ = self.copy_rows(from, to, &format!("WHERE rowid = {rowid}"), &mut count);
            }
        }
        count
    }

    /// Copies the rows of a query up to an error, which holds the key of the last row before it.
    fn copy_rows(
        &self,
        from: &Connection,
        to: &Connection,
        rest: &str,
        count: &mut usize,
    ) -> Result<(), Option<i64>> {
        let Self { name, columns, has_rowid, .. } = self;
        let width = columns.split(',').count();
        let id = if *has_rowid { "rowid" } else { "0" };
        let holes = vec!["?"; width].join(", ");
        let put = format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES ({holes})");
        let mut last = None;
        let mut query = from
            .prepare(&format!("SELECT {columns}, {id} FROM {name} {rest}"))
            .map_err(|_unreadable| None)?;
        let mut rows = query.raw_query();
        loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => return Ok(()),
                Err(_unreadable) => return Err(last),
            };
            last = row.get(width).ok();
            let values: rusqlite::Result<Vec<Value>> = (0..width).map(|at| row.get(at)).collect();
            let Some(values) = values.ok().filter(|values| !values.iter().any(is_cut)) else {
                continue;
            };
            let insert =
                to.prepare_cached(&put).and_then(|mut put| put.execute(params_from_iter(values)));
            // A row that does not fit the table is as good as unreadable.
            *count += insert.unwrap_or(0);
        }
    }
}

/// Where the file ends within a row, zeros follow.
fn is_cut(value: &Value) -> bool {
    matches!(value, Value::Text(text) if text.contains('\0'))
}
