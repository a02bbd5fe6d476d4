//! Streams every record of one snapshot.

use std::collections::HashMap;

use super::rows::{self, json};
use super::{Db, jobs};
use crate::service::store::error::StoreError;
use crate::service::store::record::{JobRecord, StoreRecord};
use crate::service::store::values::params;
use crate::wire::record::Extra;
use crate::wire::{Candidate, PersonId};

pub(crate) fn export<E: From<StoreError>>(
    db: &Db<'_>,
    mut visit: impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    for job_pk in job_keys(db)? {
        visit(StoreRecord::Job(job(db, job_pk)?))?;
    }
    let mut merged_ids = merged_ids(db)?;
    let mut external_ids =
        lists(db, "SELECT person_pk, external_source_id FROM external_alias ORDER BY 1, 2")?;
    rows::each_person(db, |person_pk, mut person| {
        let merged = merged_ids.remove(&person_pk).unwrap_or_default();
        person.merged_ids = merged.into_iter().map(PersonId::new).collect();
        person.merged_external_ids = external_ids.remove(&person_pk).unwrap_or_default();
        visit(StoreRecord::Person(Box::new(person)))
    })?;
    candidates(db, &mut visit)
}

fn job_keys(db: &Db<'_>) -> Result<Vec<i64>, StoreError> {
    db.query("SELECT job_pk FROM job ORDER BY position", params![], |row| row.get(0))
}

pub(super) fn job(db: &Db<'_>, job_pk: i64) -> Result<JobRecord, StoreError> {
    let sql = "SELECT external_source_id FROM job WHERE job_pk = ?1";
    let external_source_id = db.query_one(sql, params![job_pk], |row| row.get(0))?;
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
pub(super) fn merged_ids(db: &Db<'_>) -> Result<HashMap<i64, Vec<String>>, StoreError> {
    lists(
        db,
        "SELECT p.person_pk, d.id FROM deleted_person d JOIN person p ON p.id = d.merged_into
         ORDER BY 1, 2",
    )
}

/// Texts by the primary key of a person. Merged people are few.
fn lists(db: &Db<'_>, query: &str) -> Result<HashMap<i64, Vec<String>>, StoreError> {
    let mut lists: HashMap<i64, Vec<String>> = HashMap::new();
    for (person_pk, text) in db.query(query, params![], |row| Ok((row.get(0)?, row.get(1)?)))? {
        lists.entry(person_pk).or_default().push(text);
    }
    Ok(lists)
}

fn candidates<E: From<StoreError>>(
    db: &Db<'_>,
    visit: &mut impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    db.each(
        "SELECT c.shown FROM job j JOIN candidate c ON c.job_pk = j.job_pk
         ORDER BY j.position, c.position",
        params![],
        |row| {
            let candidate: Candidate = json(row, 0)?;
            visit(StoreRecord::Candidate(candidate.into()))
        },
    )
}
