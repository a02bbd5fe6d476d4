//! Whether a database file is sound, for `db check`.

use rusqlite::Connection;

use crate::service::store::error::StoreError;

/// Passes each problem to `report`. Returns false if the file is damaged: queries may then report
/// anything.
pub(super) fn check(db: &Connection, report: &mut dyn FnMut(String)) -> Result<bool, StoreError> {
    if !structure(db, report)? {
        return Ok(false);
    }
    foreign_keys(db, report)?;
    Ok(true)
}

fn structure(db: &Connection, report: &mut dyn FnMut(String)) -> Result<bool, StoreError> {
    let mut query = db.prepare("PRAGMA integrity_check(100)")?;
    let lines = query.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    if lines == ["ok"] {
        return Ok(true);
    }
    for line in lines {
        report(format!("file: {line}"));
    }
    Ok(false)
}

fn foreign_keys(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let mut query = db.prepare("PRAGMA foreign_key_check")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (table, target): (String, String) = (row.get(0)?, row.get(2)?);
        let row: Option<i64> = row.get(1)?;
        report(format!("{table}, row {}: refers to a missing {target}", row.unwrap_or(0)));
    }
    Ok(())
}
