//! Single records, as read.

use rusqlite::{Connection, OptionalExtension, Transaction};

use super::super::{RecordKind, StoreError};
use super::rows::{self, text};
use crate::service::store::ids;
use crate::service::store::record::PersonRecord;
use crate::wire::record::Extra;
use crate::wire::{
    CandidateId, CompanyId, Job, JobAssociation, JobId, Person, PersonId, PipelineStage,
};

/// A candidate with its history, written out when it last changed.
pub(in super::super) fn candidate(db: &Connection, id: &CandidateId) -> Result<String, StoreError> {
    db.prepare_cached("SELECT shown FROM candidate WHERE id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Candidate, id.as_str()))
}

/// One moment in time for several statements: without it a writer in between
/// would make a record that never was.
pub(super) fn snapshot(db: &Connection) -> Result<Transaction<'_>, StoreError> {
    Ok(db.unchecked_transaction()?)
}

/// A job with its pipeline.
pub(in super::super) fn job(db: &Connection, id: &JobId) -> Result<Job, StoreError> {
    let db = &*snapshot(db)?;
    let (job_pk, job) = db
        .prepare_cached(&format!(
            "SELECT {} FROM job j JOIN client cl USING (client_pk) WHERE j.id = ?1",
            rows::JOB
        ))?
        .query_row([id.as_str()], rows::job)
        .optional()?
        .ok_or_else(|| StoreError::not_found(RecordKind::Job, id.as_str()))?;
    Ok(Job { pipeline_stages: stages(db, job_pk)?, ..job })
}

/// The stages of a job, in order.
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

/// A person with the jobs they stand in for.
pub(in super::super) fn person(db: &Connection, id: &PersonId) -> Result<Person, StoreError> {
    let db = &*snapshot(db)?;
    let (person_pk, record) = rows::person_by_id(db, id)?
        .ok_or_else(|| StoreError::not_found(RecordKind::Person, id.as_str()))?;
    shown(db, person_pk, record)
}

/// What a read shows of a stored person.
pub(super) fn shown(
    db: &Connection,
    person_pk: i64,
    record: PersonRecord,
) -> Result<Person, StoreError> {
    Ok(Person {
        id: record.id,
        name: record.name,
        social_public_id: record.social_public_id,
        first_name: record.first_name,
        last_name: record.last_name,
        current_job_title: record.current_job_title,
        current_company_id: CompanyId::new(ids::of_company(&record.current_company_name)),
        current_company_name: record.current_company_name,
        external_source_id: record.external_source_id,
        emails: record.emails,
        phones: record.phones,
        work_experience: record.work_experience,
        education_experience: record.education_experience,
        certifications: record.certifications,
        jobs: associations(db, person_pk)?,
        extra: Extra::new(),
    })
}

fn associations(db: &Connection, person_pk: i64) -> Result<Vec<JobAssociation>, StoreError> {
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
