//! Whether a database is what it should be: `db check`.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::{read, rows};
use crate::service::store::candidate::{copy_person, list_item};
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::record::{CandidateRecord, PersonRecord};
use crate::wire::Candidate;

/// Passes each problem to `report`.
pub(crate) fn check(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let db = &*read::snapshot(db)?;
    let structure = structure(db, report)?;
    if !structure {
        // Queries on a damaged file may report anything.
        return Ok(());
    }
    foreign_keys(db, report)?;
    name_keys(db, report)?;
    positions(db, report)?;
    items_without_candidate(db, report)?;
    candidates(db, report)?;
    persons(db, report)
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

fn name_keys(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    for table in ["client", "job"] {
        let mut query = db.prepare(&format!("SELECT id, name, name_key FROM {table}"))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (id, name, key): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            if name_key(&name) != key {
                report(format!("{table} {id}: its name cannot be found"));
            }
        }
    }
    Ok(())
}

/// Lists are dense and in order, and their lengths are those that the jobs state.
fn positions(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let checks = [
        (
            "SELECT id FROM (SELECT id, position,
                 row_number() OVER (ORDER BY created_at, id) - 1 AS place FROM job)
             WHERE position <> place",
            "job {}: is at the wrong position in the list of jobs",
        ),
        (
            "SELECT id FROM (SELECT id, position,
                 row_number() OVER (PARTITION BY job_pk ORDER BY created_at, id) - 1 AS place
                 FROM candidate)
             WHERE position <> place",
            "candidate {}: is at the wrong position in the list of its job",
        ),
        (
            "SELECT id FROM job j
             WHERE candidate_count <> (SELECT count(*) FROM candidate c WHERE c.job_pk = j.job_pk)",
            "job {}: its number of candidates is wrong",
        ),
        (
            "SELECT id FROM job j WHERE last_candidate_at <
                 (SELECT max(created_at) FROM candidate c WHERE c.job_pk = j.job_pk)",
            "job {}: the date of its last candidate is wrong",
        ),
        (
            "SELECT c.id FROM candidate c JOIN stage s USING (stage_pk) WHERE s.job_pk <> c.job_pk",
            "candidate {}: is in a stage of another job",
        ),
    ];
    for (query, message) in checks {
        let mut query = db.prepare(query)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            report(message.replace("{}", row.get_ref(0)?.as_str().unwrap_or("?")));
        }
    }
    Ok(())
}

fn items_without_candidate(
    db: &Connection,
    report: &mut dyn FnMut(String),
) -> Result<(), StoreError> {
    let mut query = db.prepare(
        "SELECT i.place >> 32, i.place & 0xffffffff FROM candidate_item i
         WHERE NOT EXISTS (SELECT 1 FROM candidate c
             WHERE c.job_pk = i.place >> 32 AND c.position = i.place & 0xffffffff)",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (job, position): (i64, i64) = (row.get(0)?, row.get(1)?);
        report(format!("job row {job}: its list has an item at {position} without a candidate"));
    }
    Ok(())
}

/// What is served of a candidate equals what its sources give.
fn candidates(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let mut query = db.prepare(
        "SELECT c.id, c.shown, i.item, p.id, p.name, p.current_job_title, p.current_company_name,
             j.id, s.id, s.name, c.created_at
         FROM candidate c JOIN person p USING (person_pk) JOIN job j ON j.job_pk = c.job_pk
         JOIN stage s USING (stage_pk)
         LEFT JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let id: String = row.get(0)?;
        let shown = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        let Ok(candidate) = serde_json::from_str::<Candidate>(shown) else {
            report(format!("candidate {id}: its record cannot be read"));
            continue;
        };
        let expected = expected(row, candidate)?;
        if serde_json::to_string(&expected)? != shown {
            report(format!("candidate {id}: its record differs from its person, job or stage"));
        }
        let item = serde_json::to_string(&list_item(&expected))?;
        match row.get_ref(2)? {
            ValueRef::Text(stored) if stored == item.as_bytes() => {}
            ValueRef::Null => report(format!("candidate {id}: is missing in the list of its job")),
            _ => report(format!("candidate {id}: its row in the list differs from its record")),
        }
        if let Err(error) = CandidateRecord::from(expected).check_history() {
            report(format!("candidate {id}: {error}"));
        }
    }
    Ok(())
}

fn expected(row: &rusqlite::Row<'_>, stored: Candidate) -> rusqlite::Result<Candidate> {
    let person = PersonRecord {
        name: row.get(4)?,
        current_job_title: row.get(5)?,
        current_company_name: row.get(6)?,
        ..PersonRecord::default()
    };
    let mut expected = Candidate {
        id: rows::text(row, 0)?,
        person_id: rows::text(row, 3)?,
        job_id: rows::text(row, 7)?,
        current_pipeline_stage_id: rows::text(row, 8)?,
        current_pipeline_stage_name: row.get(9)?,
        created_at: crate::wire::Timestamp::from_micros(row.get(10)?),
        ..stored
    };
    copy_person(&mut expected, &person);
    Ok(expected)
}

fn persons(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let mut query = db.prepare("SELECT id FROM person")?;
    let mut ids = query.query([])?;
    while let Some(row) = ids.next()? {
        let id = rows::text(row, 0)?;
        if let Err(error) = rows::person_by_id(db, &id) {
            report(format!("person {id}: its record cannot be read: {}", error.with_causes()));
        }
    }
    Ok(())
}
