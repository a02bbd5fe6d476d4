//! Single records, and the statistics of the whole database.

use super::Db;
use super::rows::{self, text};
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::StoreStats;
use crate::service::store::values::params;
use crate::wire::record::Extra;
use crate::wire::{Job, JobAssociation, JobId, Person, PersonId, PipelineStage, Timestamp};

pub(crate) fn job(db: &Db<'_>, id: &JobId) -> Result<Job, StoreError> {
    let query = format!(
        "SELECT {} FROM job j JOIN client cl USING (client_pk) WHERE j.id = ?1",
        rows::JOB_COLUMNS
    );
    let (job_pk, job) = db
        .query_opt(&query, params![id.as_str()], rows::job)?
        .ok_or_else(|| StoreError::not_found(RecordKind::Job, id.as_str()))?;
    Ok(Job { pipeline_stages: stages(db, job_pk)?, ..job })
}

pub(super) fn stages(db: &Db<'_>, job_pk: i64) -> Result<Vec<PipelineStage>, StoreError> {
    let query = "SELECT id, name, stage_order, is_rejection, is_interviewing FROM stage
         WHERE job_pk = ?1 ORDER BY stage_order, name, id";
    db.query(query, params![job_pk], |row| {
        Ok(PipelineStage {
            id: text(row, 0)?,
            name: row.get(1)?,
            stage_order: row.get(2)?,
            is_rejection_stage: row.get(3)?,
            is_interviewing_stage: row.get(4)?,
            extra: Extra::new(),
        })
    })
}

pub(crate) fn person(db: &Db<'_>, id: &PersonId) -> Result<Person, StoreError> {
    let Some((person_pk, record)) = rows::person_without_contacts(db, id)? else {
        return Err(missing_person(db, id)?);
    };
    Ok(record.into_person(associations(db, person_pk)?))
}

/// Why there is no person with this ID: the error to report.
pub(super) fn missing_person(db: &Db<'_>, id: &PersonId) -> Result<StoreError, StoreError> {
    Ok(match merged_into(db, id)? {
        Some(into) => StoreError::PersonMerged { id: id.clone(), into },
        None => StoreError::not_found(RecordKind::Person, id.as_str()),
    })
}

/// Who has the records of the person with this ID, if they were merged.
pub(super) fn merged_into(db: &Db<'_>, id: &PersonId) -> Result<Option<PersonId>, StoreError> {
    let query = "SELECT merged_into FROM deleted_person WHERE id = ?1";
    let into: Option<Option<String>> =
        db.query_opt(query, params![id.as_str()], |row| row.get(0))?;
    Ok(into.flatten().map(PersonId::new))
}

pub(super) fn associations(db: &Db<'_>, person_pk: i64) -> Result<Vec<JobAssociation>, StoreError> {
    let query = "SELECT c.id, j.name, j.id, cl.name, s.name, s.id
         FROM candidate c
         JOIN job j ON j.job_pk = c.job_pk
         JOIN client cl USING (client_pk)
         JOIN stage s USING (stage_pk)
         WHERE c.person_pk = ?1 ORDER BY c.created_at, c.id";
    db.query(query, params![person_pk], |row| {
        Ok(JobAssociation {
            candidate_id: text(row, 0)?,
            job_name: row.get(1)?,
            job_id: text(row, 2)?,
            job_client_company_name: row.get(3)?,
            current_pipeline_stage_name: row.get(4)?,
            current_pipeline_stage_id: text(row, 5)?,
            extra: Extra::new(),
        })
    })
}

pub(crate) fn last_backup_at(db: &Db<'_>) -> Result<Option<Timestamp>, StoreError> {
    let query = "SELECT value FROM meta WHERE name = 'last_backup_at'";
    let micros: Option<i64> = db.query_opt(query, params![], |row| row.get(0))?;
    Ok(micros.and_then(Timestamp::from_micros))
}

pub(crate) fn set_last_backup_at(db: &Db<'_>, at: Timestamp) -> Result<(), StoreError> {
    db.write(
        "INSERT INTO meta (name, value) VALUES ('last_backup_at', ?1)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        params![at.micros()],
    )?;
    Ok(())
}

/// Without the size of the database, which each engine knows in its own way.
pub(crate) fn stats(db: &Db<'_>) -> Result<StoreStats, StoreError> {
    let query =
        "SELECT (SELECT count(*) FROM job), (SELECT count(*) FROM job WHERE is_archived <> 0),
             (SELECT count(*) FROM client), (SELECT count(*) FROM person),
             (SELECT CAST(coalesce(sum(candidate_count), 0) AS BIGINT) FROM job),
             (SELECT count(*) FROM api_key)";
    db.query_one(query, params![], |row| {
        Ok(StoreStats {
            jobs: row.get(0)?,
            archived_jobs: row.get(1)?,
            clients: row.get(2)?,
            persons: row.get(3)?,
            candidates: row.get(4)?,
            keys: row.get(5)?,
            bytes: 0,
        })
    })
}
