//! Reads and writes that find out whether the file can be used, for health checks.

use rusqlite::Connection;

use crate::service::store::error::StoreError;

/// Reads the first and the last row of every large table through a new connection, which has no
/// page in its cache.
pub(super) fn read_pages(db: &Connection) -> Result<(), StoreError> {
    for (table, column) in [
        ("client", "name"),
        ("job", "name"),
        ("person", "name"),
        ("candidate", "shown"),
        ("candidate_item", "item"),
        ("candidate_block", "items"),
        ("audit", "operation"),
    ] {
        for order in ["ASC", "DESC"] {
            let query = format!("SELECT {column} FROM {table} ORDER BY rowid {order} LIMIT 1");
            let mut statement = db.prepare(&query)?;
            let mut rows = statement.query([])?;
            if let Some(row) = rows.next()? {
                row.get_ref(0)?;
            }
        }
    }
    Ok(())
}

/// More than fits into pages that are partly filled.
const PROBE_BYTES: i64 = 64 << 10;

/// Writes a few pages, to find out whether a failure has passed.
pub(super) fn write_probe(db: &Connection) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO meta (name, value) VALUES ('health_probe', zeroblob(?1))
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [PROBE_BYTES],
    )?;
    Ok(())
}

pub(super) fn delete_probe(db: &Connection) -> Result<(), StoreError> {
    db.execute("DELETE FROM meta WHERE name = 'health_probe'", [])?;
    Ok(())
}
