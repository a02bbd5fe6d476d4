//! Streams every record of one snapshot.

use std::collections::HashMap;

use rusqlite::Connection;

use super::rows::{self, json};
use super::{jobs, read};
use crate::service::store::error::StoreError;
use crate::service::store::record::{JobRecord, StoreRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, PersonId};

pub(crate) fn export<E: From<StoreError>>(
    db: &Connection,
    mut visit: impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    // One read transaction for the three queries: without it, a concurrent
    // write could export a candidate whose person is missing.
    let snapshot = read::snapshot(db)?;
    for job_pk in job_keys(&snapshot)? {
        visit(StoreRecord::Job(job(&snapshot, job_pk)?))?;
    }
    let mut merged_ids = merged_ids(&snapshot)?;
    let mut external_ids =
        lists(&snapshot, "SELECT person_pk, external_source_id FROM external_alias ORDER BY 1, 2")?;
    rows::each_person(&snapshot, |person_pk, mut person| {
        let merged = merged_ids.remove(&person_pk).unwrap_or_default();
        person.merged_ids = merged.into_iter().map(PersonId::new).collect();
        person.merged_external_ids = external_ids.remove(&person_pk).unwrap_or_default();
        visit(StoreRecord::Person(Box::new(person)))
    })?;
    candidates(&snapshot, &mut visit)
}

fn job_keys(db: &Connection) -> Result<Vec<i64>, StoreError> {
    let mut query = db.prepare("SELECT job_pk FROM job ORDER BY position")?;
    Ok(query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

pub(super) fn job(db: &Connection, job_pk: i64) -> Result<JobRecord, StoreError> {
    let external_source_id = db
        .prepare_cached("SELECT external_source_id FROM job WHERE job_pk = ?1")?
        .query_row([job_pk], |row| row.get(0))?;
    let job = jobs::by_key(db, job_pk)?;
    Ok(JobRecord {
        id: job.id,
        external_source_id,
        name: job.name,
        created_at: job.created_at,
        is_archived: job.is_archived,
        client_company_name: job.client_company_name,
        client_company_id: job.client_company_id,
        job_status_name: job.job_status_name,
        job_status_id: job.job_status_id,
        pipeline_stages: job.pipeline_stages,
        extra: Extra::new(),
    })
}

/// The IDs of those who were merged into a person, by the primary key of that person.
pub(super) fn merged_ids(db: &Connection) -> Result<HashMap<i64, Vec<String>>, StoreError> {
    lists(
        db,
        "SELECT p.person_pk, d.id FROM deleted_person d JOIN person p ON p.id = d.merged_into
         ORDER BY 1, 2",
    )
}

/// Texts by the primary key of a person. Merged people are few.
fn lists(db: &Connection, query: &str) -> Result<HashMap<i64, Vec<String>>, StoreError> {
    let mut query = db.prepare(query)?;
    let mut lists: HashMap<i64, Vec<String>> = HashMap::new();
    for row in query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))? {
        let (person_pk, text) = row?;
        lists.entry(person_pk).or_default().push(text);
    }
    Ok(lists)
}

fn candidates<E: From<StoreError>>(
    db: &Connection,
    visit: &mut impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    let mut query = db
        .prepare(
            "SELECT c.shown FROM job j JOIN candidate c ON c.job_pk = j.job_pk
             ORDER BY j.position, c.position",
        )
        .map_err(StoreError::from)?;
    let mut rows = query.query([]).map_err(StoreError::from)?;
    while let Some(row) = rows.next().map_err(StoreError::from)? {
        let candidate: Candidate = json(row, 0).map_err(StoreError::from)?;
        visit(StoreRecord::Candidate(candidate.into()))?;
    }
    Ok(())
}
