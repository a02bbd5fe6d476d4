//! The parts of migrations that are not plain SQL. Migration 2 normalizes names for comparison and gives
//! timestamps three decimals; migration 3 writes the blocks of lists.

use rusqlite::Connection;
use rusqlite_migration::{HookError, HookResult};

use super::item_blocks;
use crate::service::store::candidate::{copy_person, with_millis};
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::record::PersonRecord;
use crate::service::store::sql::{Db, Row, candidates, rows};
use crate::service::store::values::params;
use crate::wire::Candidate;

/// Rows read before they are written: a statement must not see its own updates.
const BATCH: i64 = 1_000;

pub(super) fn normalize(connection: &Connection) -> HookResult {
    let db = &Db::Sqlite(connection);
    let convert = |error: StoreError| HookError::Hook(error.with_causes());
    rename_keys(db, "client").and_then(|()| rename_keys(db, "job")).map_err(convert)?;
    let mut last = i64::MIN;
    while let Some(end) = rewrite_candidates(db, last).map_err(convert)? {
        last = end;
    }
    Ok(())
}

/// Writes the blocks of all lists.
pub(super) fn fill_blocks(connection: &Connection) -> HookResult {
    item_blocks::refill(connection).map_err(|error| HookError::Hook(error.with_causes()))
}

fn rename_keys(db: &Db<'_>, table: &str) -> Result<(), StoreError> {
    let query = format!("SELECT rowid, name, name_key FROM {table}");
    let rows = db.query(&query, params![], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for (key, name, stored) in rows {
        let (key, name, stored): (i64, String, String) = (key, name, stored);
        let name_key = name_key(&name);
        if name_key != stored {
            let sql = format!("UPDATE {table} SET name_key = ?2 WHERE rowid = ?1");
            db.execute(&sql, params![key, name_key])?;
        }
    }
    Ok(())
}

/// A candidate as they are stored, with the fields of their person that they repeat.
struct Stored {
    candidate_pk: i64,
    place: (i64, i64),
    candidate: Candidate,
    person: PersonRecord,
}

/// Rewrites the next candidates and returns the key of the last one.
fn rewrite_candidates(db: &Db<'_>, after: i64) -> Result<Option<i64>, StoreError> {
    let query = "SELECT c.candidate_pk, c.job_pk, c.position, c.shown, p.name, p.current_job_title,
             p.current_company_name
         FROM candidate c JOIN person p USING (person_pk)
         WHERE c.candidate_pk > ?1 ORDER BY c.candidate_pk LIMIT ?2";
    let found = db.query(query, params![after, BATCH], stored)?;
    let last = found.last().map(|stored| stored.candidate_pk);
    for Stored { candidate_pk, place, mut candidate, person } in found {
        with_millis(&mut candidate);
        copy_person(&mut candidate, &person);
        candidates::write_json(db, candidate_pk, place, &candidate)?;
    }
    Ok(last)
}

fn stored(row: &Row<'_>) -> Result<Stored, StoreError> {
    let person = PersonRecord {
        name: row.get(4)?,
        current_job_title: row.get(5)?,
        current_company_name: row.get(6)?,
        ..PersonRecord::default()
    };
    Ok(Stored {
        candidate_pk: row.get(0)?,
        place: (row.get(1)?, row.get(2)?),
        candidate: rows::json(row, 3)?,
        person,
    })
}
