//! Copies of the whole database: backups, copies before a migration, and
//! restored files. A copy is one snapshot, verified, and gets its name only
//! when it is complete.

use std::fs::{DirEntry, File};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::{Builder, NamedTempFile};

use crate::files::{IfExists, folder_of, sqlite};
use crate::platform::files::private_permissions;
use crate::service::store::error::{StorageFailure, StoreError, take_failure};
use crate::service::store::model::CopyProgress;

/// Pages between two reports: 16 MiB.
const PAGES_PER_STEP: i32 = 2_048;

/// How long the copy of another program's file may be locked.
const WAIT: Duration = Duration::from_secs(5);

/// A copy that is not complete.
const PREFIX: &str = ".shortlist-copy-";

/// No copy takes this long.
const LEFTOVER_AGE: Duration = Duration::from_hours(12);

/// Copies the snapshot of `source` to `target`, readable by its owner alone.
pub(crate) fn copy(
    source: &Connection,
    target: &Path,
    if_exists: IfExists,
    progress: &mut dyn FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let error =
        |reason: String| StoreError::CannotOpen { database: target.display().to_string(), reason };
    if if_exists == IfExists::Fail && target.symlink_metadata().is_ok() {
        return Err(StoreError::Conflict(format!(
            "{} already exists and was not changed; choose another name",
            target.display()
        )));
    }
    remove_leftovers(folder_of(target));
    let file = temporary_file(target)
        .map_err(|cause| error(format!("cannot be created in its directory: {cause}")))?;
    let pages = write_copy(source, file.path(), progress).map_err(|failed| {
        // The disk of the copy failed, not that of the database: no failure of the storage.
        take_failure();
        sqlite::remove_side_files(file.path());
        match failed {
            StoreError::Storage { failure, cause: Some(cause) }
                if failure != StorageFailure::Damaged =>
            {
                error(format!("cannot be written: {cause}"))
            }
            other => other,
        }
    })?;
    progress_done(pages, progress)?;
    persist(file, target, if_exists).map_err(|cause| error(format!("cannot be written: {cause}")))
}

/// Removes what copies in this directory left that were killed. They hold personal data.
fn remove_leftovers(directory: &Path) {
    let is_leftover = |entry: &DirEntry| {
        entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && entry
                .metadata()
                .and_then(|file| file.modified())
                .is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LEFTOVER_AGE))
    };
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for leftover in entries.filter(is_leftover) {
        // The next copy tries again.
        let _ = std::fs::remove_file(leftover.path());
    }
}

fn temporary_file(target: &Path) -> std::io::Result<NamedTempFile> {
    Builder::new().prefix(PREFIX).permissions(private_permissions()).tempfile_in(folder_of(target))
}

fn write_copy(
    source: &Connection,
    path: &Path,
    progress: &mut dyn FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<u64, StoreError> {
    // One transaction for all steps: without it, every write to the source would start the copy
    // over, and a busy service would never be copied.
    let snapshot = source.unchecked_transaction()?;
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_row| Ok(()))?;
    let mut copy = sqlite::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, WAIT)?;
    let total = {
        let backup = Backup::new(&snapshot, &mut copy)?;
        loop {
            let step = backup.step(PAGES_PER_STEP)?;
            let state = backup.progress();
            let total = u64::try_from(state.pagecount).unwrap_or(0);
            let rest = u64::try_from(state.remaining).unwrap_or(0);
            if progress(CopyProgress { done: total - rest, total }).is_break() {
                return Err(StoreError::Interrupted);
            }
            match step {
                StepResult::Done => break total,
                StepResult::Busy | StepResult::Locked => return Err(StoreError::Busy),
                _ => {}
            }
        }
    };
    // A copy is one file, without a log that could be left behind.
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_row| Ok(()))?;
    verify(&copy)?;
    Ok(total)
}

/// Copies the snapshot of `source` to a database that `SQLite` keeps in memory and, as far as it
/// does not fit, in a temporary file without a name.
pub(super) fn private_copy(source: &Connection) -> Result<Connection, StoreError> {
    let snapshot = source.unchecked_transaction()?;
    let mut copy = Connection::open("")?;
    Backup::new(&snapshot, &mut copy)?.run_to_completion(PAGES_PER_STEP, Duration::ZERO, None)?;
    copy.pragma_update(None, "foreign_keys", true)?;
    copy.set_prepared_statement_cache_capacity(64);
    Ok(copy)
}

/// Fails if the structure of the file is damaged.
pub(crate) fn verify(db: &Connection) -> Result<(), StoreError> {
    let result: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if result == "ok" {
        return Ok(());
    }
    Err(StoreError::Conflict(format!("the copy is damaged and was deleted: {result}")))
}

fn progress_done(
    pages: u64,
    progress: &mut dyn FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    match progress(CopyProgress { done: pages, total: pages }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(StoreError::Interrupted),
    }
}

fn persist(file: NamedTempFile, target: &Path, if_exists: IfExists) -> std::io::Result<()> {
    file.as_file().sync_all()?;
    match if_exists {
        IfExists::Replace => file.persist(target),
        IfExists::Fail => file.persist_noclobber(target),
    }
    .map_err(|error| error.error)?;
    // Makes the new name survive a power failure; some file systems cannot sync a directory.
    let _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
    Ok(())
}
