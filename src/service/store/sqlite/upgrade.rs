//! The part of migration 2 that SQL cannot express: names are compared by their
//! normalized form, and stored timestamps have three decimals.

use rusqlite::{Connection, params};
use rusqlite_migration::{HookError, HookResult};

use super::candidates;
use super::rows::json;
use crate::service::store::candidate::{copy_person, with_millis};
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::record::PersonRecord;
use crate::wire::Candidate;

/// Rows read before they are written: a statement must not see its own updates.
const BATCH: i64 = 1_000;

pub(super) fn normalize(db: &Connection) -> HookResult {
    let convert = |error: StoreError| HookError::Hook(error.with_causes());
    rename_keys(db, "client").and_then(|()| rename_keys(db, "job")).map_err(convert)?;
    let mut last = i64::MIN;
    while let Some(end) = rewrite_candidates(db, last).map_err(convert)? {
        last = end;
    }
    Ok(())
}

fn rename_keys(db: &Connection, table: &str) -> Result<(), StoreError> {
    let mut query = db.prepare(&format!("SELECT rowid, name, name_key FROM {table}"))?;
    let rows = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<Vec<(i64, String, String)>, _>>()?;
    for (key, name, stored) in rows {
        let name_key = name_key(&name);
        if name_key != stored {
            db.prepare_cached(&format!("UPDATE {table} SET name_key = ?2 WHERE rowid = ?1"))?
                .execute(params![key, name_key])?;
        }
    }
    Ok(())
}

/// Rewrites the next candidates and returns the key of the last one.
fn rewrite_candidates(db: &Connection, after: i64) -> Result<Option<i64>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT c.candidate_pk, c.job_pk, c.position, c.shown, p.name, p.current_job_title,
             p.current_company_name
         FROM candidate c JOIN person p USING (person_pk)
         WHERE c.candidate_pk > ?1 ORDER BY c.candidate_pk LIMIT ?2",
    )?;
    let rows = query
        .query_map(params![after, BATCH], |row| {
            let person = PersonRecord {
                name: row.get(4)?,
                current_job_title: row.get(5)?,
                current_company_name: row.get(6)?,
                ..PersonRecord::default()
            };
            let candidate: Candidate = json(row, 3)?;
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, candidate, person))
        })?
        .collect::<Result<Vec<(i64, i64, i64, Candidate, PersonRecord)>, _>>()?;
    let last = rows.last().map(|row| row.0);
    for (candidate_pk, job_pk, position, mut candidate, person) in rows {
        with_millis(&mut candidate);
        copy_person(&mut candidate, &person);
        candidates::write_json(db, candidate_pk, (job_pk, position), &candidate)?;
    }
    Ok(last)
}
