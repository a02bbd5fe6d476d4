//! Puts a backup in the place of the database, and keeps what was there.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::{backup, open};
use crate::files::{IfExists, folder_of, sqlite};
use crate::platform::files::{copy_owner, identity};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::context::WriteContext;
use crate::service::store::error::StoreError;
use crate::service::store::model::{CopyProgress, IfMissing, Restored};
use crate::service::store::sql::{Db, audit};

/// A service that stops needs a moment to close its connections.
const WAIT: Duration = Duration::from_secs(2);

/// Restores `source` as the database at `target`. Fails if any process has the database open.
pub(crate) fn restore(
    source: &Path,
    target: &Path,
    context: &WriteContext,
    progress: &mut dyn FnMut(CopyProgress) -> ControlFlow<()>,
) -> Result<Restored, StoreError> {
    if identity(source).is_some_and(|source| identity(target) == Some(source)) {
        return Err(StoreError::InvalidArgument(format!(
            "{} is the database itself; name a backup of it",
            source.display()
        )));
    }
    if source.metadata().is_ok_and(|file| file.len() == 0) {
        return Err(StoreError::InvalidArgument(format!(
            "{} is empty; name a complete backup",
            source.display()
        )));
    }
    // A link stays; the file that it names is replaced.
    let target = &target.canonicalize().unwrap_or_else(|_absent| target.to_owned());
    let restored = sibling(target, "restored", context);
    {
        let backup = open::backup_file(source)?;
        backup::copy(&backup, &restored, IfExists::Replace, progress)?;
    }
    keep_owner(&restored, target);
    let outcome = finish(&restored, target, context);
    if outcome.is_err() {
        // The copy was not used.
        let _ = std::fs::remove_file(&restored);
    }
    outcome
}

/// Gives the file to the user of the database that it replaces, or of its directory: a service that
/// runs as a user of its own could not open a file of root. Only root can do so, and only root must.
fn keep_owner(restored: &Path, target: &Path) {
    let owner = target.metadata().or_else(|_absent| folder_of(target).metadata());
    if let Ok(owner) = owner {
        let _ = copy_owner(&owner, restored);
    }
}

fn finish(restored: &Path, target: &Path, context: &WriteContext) -> Result<Restored, StoreError> {
    let path_error = |path: &Path, cause: std::io::Error| StoreError::CannotOpen {
        database: path.display().to_string(),
        reason: format!("cannot be moved: {cause}"),
    };
    let mut kept = None;
    // Held until the end: no other process can open the database in between.
    let mut lock = None;
    if target.exists() {
        lock = lock_alone(target)?;
        let old = sibling(target, "before-restore", context);
        std::fs::rename(target, &old).map_err(|cause| path_error(target, cause))?;
        if lock.is_none() {
            move_log(target, &old).map_err(|cause| path_error(target, cause))?;
        }
        kept = Some(old);
    } else {
        // The log of a file that is gone would be applied to the restored one.
        let old = sibling(target, "before-restore", context);
        move_log(target, &old).map_err(|cause| path_error(target, cause))?;
    }
    let moved = std::fs::rename(restored, target);
    if let Err(cause) = moved {
        if let Some(old) = &kept {
            // The old database takes its place again.
            let _ = std::fs::rename(old, target);
        }
        return Err(path_error(restored, cause));
    }
    drop(lock);
    let open::Writer { connection, upgrade_copy } = open::writer(target, IfMissing::Fail, WAIT)?;
    let subject =
        AuditSubject { operation: AuditOperation::Restore, record_id: "", person_id: None };
    audit::record(&Db::Sqlite(&connection), context, &subject)?;
    Ok(Restored { kept, upgrade_copy })
}

/// Locks the database for this process alone, with everything that its log held written into the
/// file. `None` if it is too damaged to be opened: then no process serves it.
fn lock_alone(path: &Path) -> Result<Option<Connection>, StoreError> {
    let in_use = || {
        StoreError::Conflict(format!(
            "{} is in use; stop the service and every program that has it open, then restore again",
            path.display()
        ))
    };
    let lock = || -> rusqlite::Result<Connection> {
        let connection = sqlite::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, WAIT)?;
        connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_row| Ok(()))?;
        connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_row| Ok(()))?;
        Ok(connection)
    };
    match lock().map_err(StoreError::from) {
        Ok(connection) => Ok(Some(connection)),
        Err(StoreError::Busy) => Err(in_use()),
        Err(_damaged) => Ok(None),
    }
}

/// The log of a damaged database belongs to it.
fn move_log(path: &Path, to: &Path) -> std::io::Result<()> {
    for suffix in ["-wal", "-shm"] {
        let log = sqlite::side_file(path, suffix);
        if log.exists() {
            std::fs::rename(log, sqlite::side_file(to, suffix))?;
        }
    }
    Ok(())
}

/// A file beside the database, as in `service.before-restore-20261118T061500.db`.
fn sibling(path: &Path, label: &str, context: &WriteContext) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let time = context.now.to_utc().format("%Y%m%dT%H%M%S%3f");
    path.with_file_name(format!("{stem}.{label}-{time}.db"))
}
