//! Writing the file anew after a deletion.
//!
//! `secure_delete` overwrites the rows that a transaction deletes, but a page that `SQLite` rebuilt
//! earlier can hold a stale copy in its unused part, and the write-ahead log holds old pages: so the
//! whole file is written anew and the log emptied.

use rusqlite::Connection;

use super::lock_wait;
use crate::service::store::error::StoreError;

/// Writes the file anew, without anything that was deleted, and empties the log beside it. Waits
/// for other processes until the deadline of the thread.
pub(super) fn rewrite(db: &Connection) -> Result<(), StoreError> {
    db.execute_batch("VACUUM")?;
    for attempt in 0.. {
        let is_busy: bool =
            db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if !is_busy {
            return Ok(());
        }
        // `SQLite` waits for readers by itself, but not for another checkpoint.
        if !lock_wait::wait(attempt) {
            break;
        }
    }
    Err(StoreError::InUse)
}
