//! Single records, and the statistics of the whole database.

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::rows::{self, text};
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::StoreStats;
use crate::wire::record::Extra;
use crate::wire::{
    CandidateId, Job, JobAssociation, JobId, Person, PersonId, PipelineStage, Timestamp,
};

/// Appends the stored JSON without parsing it: the service itself serialized it.
pub(crate) fn candidate_json(
    db: &Connection,
    id: &CandidateId,
    out: &mut Vec<u8>,
) -> Result<(), StoreError> {
    db.prepare_cached("SELECT shown FROM candidate WHERE id = ?1")?
        .query_row([id.as_str()], |row| {
            out.extend_from_slice(row.get_ref(0)?.as_bytes()?);
            Ok(())
        })
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}

/// One snapshot for several statements: without it, a concurrent write could
/// yield a record that never existed.
pub(super) fn snapshot(db: &Connection) -> Result<Transaction<'_>, StoreError> {
    Ok(db.unchecked_transaction()?)
}

pub(crate) fn job(db: &Connection, id: &JobId) -> Result<Job, StoreError> {
    let db = &*snapshot(db)?;
    let (job_pk, job) = db
        .prepare_cached(&format!(
            "SELECT {} FROM job j JOIN client cl USING (client_pk) WHERE j.id = ?1",
            rows::JOB_COLUMNS
        ))?
        .query_row([id.as_str()], rows::job)
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Job, id.as_str()))?;
    Ok(Job { pipeline_stages: stages(db, job_pk)?, ..job })
}

pub(super) fn stages(db: &Connection, job_pk: i64) -> Result<Vec<PipelineStage>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT id, name, stage_order, is_rejection, is_interviewing FROM stage
         WHERE job_pk = ?1 ORDER BY stage_order, name, id",
    )?;
    let stages = query.query_map([job_pk], |row| {
        Ok(PipelineStage {
            id: text(row, 0)?,
            name: row.get(1)?,
            stage_order: row.get(2)?,
            is_rejection_stage: row.get(3)?,
            is_interviewing_stage: row.get(4)?,
            extra: Extra::new(),
        })
    })?;
    Ok(stages.collect::<Result<_, _>>()?)
}

pub(crate) fn person(db: &Connection, id: &PersonId) -> Result<Person, StoreError> {
    let db = &*snapshot(db)?;
    let Some((person_pk, record)) = rows::person_by_id(db, id)? else {
        return Err(missing_person(db, id)?);
    };
    Ok(record.into_person(associations(db, person_pk)?))
}

/// Why there is no person with this ID: the error to report.
pub(super) fn missing_person(db: &Connection, id: &PersonId) -> Result<StoreError, StoreError> {
    Ok(match merged_into(db, id)? {
        Some(into) => StoreError::PersonMerged { id: id.clone(), into },
        None => StoreError::not_found(RecordKind::Person, id.as_str()),
    })
}

/// Who has the records of the person with this ID, if they were merged.
pub(super) fn merged_into(db: &Connection, id: &PersonId) -> Result<Option<PersonId>, StoreError> {
    let into: Option<Option<String>> = db
        .prepare_cached("SELECT merged_into FROM deleted_person WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?;
    Ok(into.flatten().map(PersonId::new))
}

pub(super) fn associations(
    db: &Connection,
    person_pk: i64,
) -> Result<Vec<JobAssociation>, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT c.id, j.name, j.id, cl.name, s.name, s.id
         FROM candidate c
         JOIN job j ON j.job_pk = c.job_pk
         JOIN client cl USING (client_pk)
         JOIN stage s USING (stage_pk)
         WHERE c.person_pk = ?1 ORDER BY c.created_at, c.id",
    )?;
    let jobs = query.query_map([person_pk], |row| {
        Ok(JobAssociation {
            candidate_id: text(row, 0)?,
            job_name: row.get(1)?,
            job_id: text(row, 2)?,
            job_client_company_name: row.get(3)?,
            current_pipeline_stage_name: row.get(4)?,
            current_pipeline_stage_id: text(row, 5)?,
            extra: Extra::new(),
        })
    })?;
    Ok(jobs.collect::<Result<_, _>>()?)
}

pub(crate) fn last_backup_at(db: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let micros: Option<i64> = db
        .prepare_cached("SELECT value FROM meta WHERE name = 'last_backup_at'")?
        .query_row([], |row| row.get(0))
        .optional()?;
    Ok(micros.and_then(Timestamp::from_micros))
}

pub(crate) fn set_last_backup_at(db: &Connection, at: Timestamp) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO meta (name, value) VALUES ('last_backup_at', ?1)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [at.micros()],
    )?;
    Ok(())
}

pub(crate) fn stats(db: &Connection) -> Result<StoreStats, StoreError> {
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
