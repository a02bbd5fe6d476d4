//! How much there is, for `db stats`, and whether there is an answer at all.

use rusqlite::Connection;

use super::super::{StoreError, StoreStats};

/// Asks for something that is always there.
pub(in super::super) fn ping(db: &Connection) -> Result<(), StoreError> {
    Ok(db.query_row("SELECT 1", [], |_row| Ok(()))?)
}

pub(in super::super) fn stats(db: &Connection) -> Result<StoreStats, StoreError> {
    Ok(db.query_row(
        "SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM job WHERE is_archived),
                (SELECT count(*) FROM client), (SELECT count(*) FROM person),
                (SELECT coalesce(sum(candidate_count), 0) FROM job),
                (SELECT count(*) FROM api_key),
                (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
        [],
        |row| {
            Ok(StoreStats {
                jobs: row.get(0)?,
                archived_jobs: row.get(1)?,
                clients: row.get(2)?,
                persons: row.get(3)?,
                candidates: row.get(4)?,
                keys: row.get(5)?,
                bytes: row.get(6)?,
            })
        },
    )?)
}
