//! Whether a database is what it should be: `db check`.

use super::{Db, Row, rows};
use crate::service::store::candidate::{copy_person, list_item};
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::record::{CandidateRecord, PersonRecord};
use crate::service::store::values::{Value, params};
use crate::wire::{Candidate, PersonId, Timestamp};

/// Passes each problem to `report`.
pub(crate) fn check(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    name_keys(db, report)?;
    positions(db, report)?;
    if let Db::Postgres(_) = db {
        // `SQLite` checks all references itself.
        candidate_references(db, report)?;
    }
    items_without_candidate(db, report)?;
    candidates(db, report)?;
    persons(db, report)
}

fn name_keys(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    for table in ["client", "job"] {
        let sql = format!("SELECT id, name, name_key FROM {table}");
        db.each(&sql, params![], |row| -> Result<(), StoreError> {
            if name_key(row.str(1)?) != row.str(2)? {
                report(format!("{table} {}: its name cannot be found", row.str(0)?));
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Lists are dense and in order, and their lengths are those that the jobs state.
fn positions(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let checks = [
        (
            "SELECT id FROM (SELECT id, position,
                 row_number() OVER (ORDER BY created_at, id) - 1 AS place FROM job) AS list
             WHERE position <> place",
            "job {}: is at the wrong position in the list of jobs",
        ),
        (
            "SELECT id FROM (SELECT id, position,
                 row_number() OVER (PARTITION BY job_pk ORDER BY created_at, id) - 1 AS place
                 FROM candidate) AS list
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
    for (sql, message) in checks {
        db.each(sql, params![], |row| -> Result<(), StoreError> {
            report(message.replace("{}", row.str(0).unwrap_or("?")));
            Ok(())
        })?;
    }
    Ok(())
}

/// `PostgreSQL` does not watch over these references.
pub(crate) fn candidate_references(
    db: &Db<'_>,
    report: &mut dyn FnMut(String),
) -> Result<(), StoreError> {
    let sql = "SELECT id FROM candidate c
         WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.job_pk = c.job_pk)
             OR NOT EXISTS (SELECT 1 FROM stage s WHERE s.stage_pk = c.stage_pk)";
    db.each(sql, params![], |row| {
        report(format!("candidate {}: refers to a job or stage that does not exist", row.str(0)?));
        Ok(())
    })
}

fn items_without_candidate(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    db.each(
        "SELECT i.place >> 32, i.place & 4294967295 FROM candidate_item i
         WHERE NOT EXISTS (SELECT 1 FROM candidate c
             WHERE c.job_pk = i.place >> 32 AND c.position = i.place & 4294967295)",
        params![],
        |row| {
            let (job, position): (i64, i64) = (row.get(0)?, row.get(1)?);
            report(format!(
                "job row {job}: its list has an item at {position} without a candidate"
            ));
            Ok(())
        },
    )
}

/// What is served of a candidate equals what its sources give.
fn candidates(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    db.each(
        "SELECT c.id, c.shown, i.item, p.id, p.name, p.current_job_title, p.current_company_name,
             j.id, s.id, s.name, c.created_at
         FROM candidate c JOIN person p USING (person_pk) JOIN job j ON j.job_pk = c.job_pk
         JOIN stage s USING (stage_pk)
         LEFT JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position",
        params![],
        |row| candidate(row, report),
    )
}

fn candidate(row: &Row<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let (id, shown) = (row.str(0)?, row.str(1)?);
    let Ok(stored) = serde_json::from_str::<Candidate>(shown) else {
        report(format!("candidate {id}: its record cannot be read"));
        return Ok(());
    };
    let expected = expected(row, stored)?;
    if serde_json::to_string(&expected)? != shown {
        report(format!("candidate {id}: its record differs from its person, job or stage"));
    }
    let item = serde_json::to_string(&list_item(&expected))?;
    match row.value(2)? {
        Value::Text(stored) if stored == item => {}
        Value::Null => report(format!("candidate {id}: is missing from the list of its job")),
        _ => report(format!("candidate {id}: its row in the list differs from its record")),
    }
    if let Err(error) = CandidateRecord::from(expected).check_history() {
        report(format!("candidate {id}: {error}"));
    }
    Ok(())
}

fn expected(row: &Row<'_>, stored: Candidate) -> Result<Candidate, StoreError> {
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
        created_at: Timestamp::from_micros(row.get(10)?),
        ..stored
    };
    copy_person(&mut expected, &person);
    Ok(expected)
}

fn persons(db: &Db<'_>, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    db.each("SELECT id FROM person", params![], |row| {
        let id: PersonId = rows::text(row, 0)?;
        if let Err(error) = rows::person_by_id(db, &id) {
            report(format!("person {id}: its record cannot be read: {}", error.with_causes()));
        }
        Ok(())
    })
}
