//! Associating a person with a job as a candidate, or with a client as a
//! contact.

use super::candidates::{self, CandidateKeys};
use super::rows::{self, text};
use super::{Db, Row, clients};
use crate::service::store::association::{
    AssociationRequest, JobIdentity, client_not_found, job_not_found, job_without_stage, only_job,
};
use crate::service::store::candidate::{MILLISECOND, copy_person, whole_millis};
use crate::service::store::error::StoreError;
use crate::service::store::ids::{self, name_key};
use crate::service::store::postgres::append::NewCandidate;
use crate::service::store::record::PersonRecord;
use crate::service::store::values::params;
use crate::wire::record::Extra;
use crate::wire::{
    Candidate, CandidateId, ClientContactId, ClientId, JobAssociation, JobId, StageEntry, Timestamp,
};

#[derive(Debug)]
pub(super) enum AssociationTarget {
    None,
    Job(JobStart),
    Client(i64),
}

/// Where the candidates of a job start.
#[derive(Debug)]
pub(super) struct JobStart {
    job_pk: i64,
    /// The lowest stage that is not a rejection, and how a new candidate shows it.
    stage: Option<(i64, JobAssociation)>,
}

const JOB_START: &str = "j.job_pk, j.id, j.name, cl.name, s.stage_pk, s.id, s.name, \
    j.name_key, cl.id, cl.name_key
    FROM job j JOIN client cl USING (client_pk)
    LEFT JOIN stage s ON s.stage_pk = (SELECT f.stage_pk FROM stage f
        WHERE f.job_pk = j.job_pk AND f.is_rejection = 0
        ORDER BY f.stage_order, f.name, f.id LIMIT 1)";

impl JobStart {
    pub(super) fn read(db: &Db<'_>, job_pk: i64) -> Result<Self, StoreError> {
        let query = format!("SELECT {JOB_START} WHERE j.job_pk = ?1");
        db.query_one(&query, params![job_pk], Self::of_row)
    }

    fn of_row(row: &Row<'_>) -> Result<Self, StoreError> {
        let association = |stage_pk: i64| -> Result<_, StoreError> {
            let association = JobAssociation {
                job_id: text(row, 1)?,
                job_name: row.get(2)?,
                job_client_company_name: row.get(3)?,
                current_pipeline_stage_id: text(row, 5)?,
                current_pipeline_stage_name: row.get(6)?,
                ..JobAssociation::default()
            };
            Ok((stage_pk, association))
        };
        let stage_pk: Option<i64> = row.get(4)?;
        Ok(Self { job_pk: row.get(0)?, stage: stage_pk.map(association).transpose()? })
    }
}

pub(super) fn resolve(
    db: &Db<'_>,
    request: &AssociationRequest,
) -> Result<AssociationTarget, StoreError> {
    if let Some(id) = &request.job_id {
        return job_by_id(db, id, request).map(AssociationTarget::Job);
    }
    if let Some(name) = &request.job_name {
        return job_by_name(db, name, request).map(AssociationTarget::Job);
    }
    if let Some(id) = &request.client_id {
        return client_by_id(db, id, request).map(AssociationTarget::Client);
    }
    match &request.client_name {
        Some(name) => client_by_name(db, name).map(AssociationTarget::Client),
        None => Ok(AssociationTarget::None),
    }
}

fn job_by_id(
    db: &Db<'_>,
    id: &JobId,
    request: &AssociationRequest,
) -> Result<JobStart, StoreError> {
    let query = format!("SELECT {JOB_START} WHERE j.id = ?1");
    let found = db.query_opt(&query, params![id.as_str()], |row| {
        let job = JobIdentity {
            name_key: row.get(7)?,
            client_id: text(row, 8)?,
            client_name_key: row.get(9)?,
        };
        Ok((JobStart::of_row(row)?, job))
    })?;
    let (start, job) = found.ok_or_else(|| job_not_found(id))?;
    request.check_job(id, &job)?;
    Ok(start)
}

fn job_by_name(
    db: &Db<'_>,
    name: &str,
    request: &AssociationRequest,
) -> Result<JobStart, StoreError> {
    let query = "SELECT j.job_pk FROM job j JOIN client cl USING (client_pk)
         WHERE j.name_key = ?1 AND j.is_archived = 0
           AND (CAST(?2 AS TEXT) IS NULL OR cl.id = ?2)
           AND (CAST(?3 AS TEXT) IS NULL OR cl.name_key = ?3)
         LIMIT 2";
    let client_id = request.client_id.as_ref().map(ClientId::as_str);
    let client_name = request.client_name.as_deref().map(name_key);
    let jobs =
        db.query(query, params![name_key(name), client_id, client_name], |row| row.get(0))?;
    JobStart::read(db, only_job(name, &jobs)?)
}

fn client_by_id(
    db: &Db<'_>,
    id: &ClientId,
    request: &AssociationRequest,
) -> Result<i64, StoreError> {
    let query = "SELECT client_pk, name_key FROM client WHERE id = ?1";
    let (client_pk, stored_name_key): (i64, String) = db
        .query_opt(query, params![id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .ok_or_else(|| client_not_found(id))?;
    request.check_client(id, &stored_name_key)?;
    Ok(client_pk)
}

/// Inserts the client if the name is new: a client often starts as a contact.
fn client_by_name(db: &Db<'_>, name: &str) -> Result<i64, StoreError> {
    if let Some(client_pk) = named_client(db, name)? {
        return Ok(client_pk);
    }
    db.lock_clients()?;
    // Another writer may have added it since.
    let existing = named_client(db, name)?;
    existing.map_or_else(|| find_or_insert_client(db, &clients::new_id(db, name)?, name), Ok)
}

fn named_client(db: &Db<'_>, name: &str) -> Result<Option<i64>, StoreError> {
    let query = "SELECT client_pk FROM client WHERE name_key = ?1 ORDER BY client_pk LIMIT 1";
    db.query_opt(query, params![name_key(name)], |row| row.get(0))
}

pub(super) fn find_or_insert_client(db: &Db<'_>, id: &str, name: &str) -> Result<i64, StoreError> {
    let query = "SELECT client_pk FROM client WHERE id = ?1";
    if let Some(client_pk) = db.query_opt(query, params![id], |row| row.get(0))? {
        return Ok(client_pk);
    }
    let insert = "INSERT INTO client (id, name, name_key) VALUES (?1, ?2, ?3) RETURNING client_pk";
    db.query_one(insert, params![id, name, name_key(name)], |row| row.get(0))
}

/// Makes the person a contact at the client. A second call returns the same id.
pub(super) fn add_contact(
    db: &Db<'_>,
    client_pk: i64,
    person_pk: i64,
) -> Result<ClientContactId, StoreError> {
    let query = "SELECT id FROM client_contact WHERE person_pk = ?1 AND client_pk = ?2";
    if let Some(id) = db.query_opt(query, params![person_pk, client_pk], |row| text(row, 0))? {
        return Ok(id);
    }
    let id = ids::new_id("con")?;
    if insert_contact(db, &id, person_pk, client_pk)? {
        return Ok(id.into());
    }
    Err(StoreError::Conflict(format!("the contact {id} already exists")))
}

/// Returns false when the id or the pair exists.
pub(super) fn insert_contact(
    db: &Db<'_>,
    id: &str,
    person_pk: i64,
    client_pk: i64,
) -> Result<bool, StoreError> {
    let inserted = db.execute(
        "INSERT INTO client_contact (id, person_pk, client_pk) VALUES (?1, ?2, ?3)
         ON CONFLICT DO NOTHING",
        params![id, person_pk, client_pk],
    )?;
    Ok(inserted == 1)
}

/// Makes the person a candidate, last in the job's list and in its first stage
/// that is not a rejection. A second call returns the same id.
pub(super) fn attach(
    db: &Db<'_>,
    job: JobStart,
    person_pk: i64,
    person: &PersonRecord,
    now: Timestamp,
) -> Result<CandidateId, StoreError> {
    let query = "SELECT id FROM candidate WHERE person_pk = ?1 AND job_pk = ?2";
    if let Some(id) = db.query_opt(query, params![person_pk, job.job_pk], |row| text(row, 0))? {
        return Ok(id);
    }
    Ok(add_candidate(db, job, person, now)?.candidate_id)
}

/// A new candidate, as their person shows it.
pub(super) fn add_candidate(
    db: &Db<'_>,
    job: JobStart,
    person: &PersonRecord,
    now: Timestamp,
) -> Result<JobAssociation, StoreError> {
    let JobStart { job_pk, stage } = job;
    let (stage_pk, mut association) = stage.ok_or_else(job_without_stage)?;
    association.candidate_id = CandidateId::new(ids::new_id("can")?);
    let candidate_at = |entered_at| new_candidate(&association, person, entered_at);
    if let Db::Postgres(session) = db {
        let id = association.candidate_id.as_str();
        db.renew_jobs_tag()?;
        let new = NewCandidate { id, job_pk, person_id: person.id.as_str(), stage_pk };
        session.append(&new, now, |time| candidates::to_stored(&candidate_at(time)))?;
    } else {
        let person_pk = rows::person_key(db, &person.id)?;
        let (position, created_at) = next_place(db, job_pk, now)?;
        let entered_at = Timestamp::from_micros(created_at).unwrap_or(now);
        let keys = CandidateKeys { person_pk, job_pk, stage_pk, position, created_at };
        candidates::insert(db, &keys, &candidate_at(entered_at))?;
        db.renew_jobs_tag()?;
    }
    Ok(association)
}

fn new_candidate(
    association: &JobAssociation,
    person: &PersonRecord,
    entered_at: Timestamp,
) -> Candidate {
    let stage_id = &association.current_pipeline_stage_id;
    let stage_name = &association.current_pipeline_stage_name;
    let mut candidate = Candidate {
        id: association.candidate_id.clone(),
        person_id: person.id.clone(),
        job_id: association.job_id.clone(),
        current_pipeline_stage_name: stage_name.clone(),
        current_pipeline_stage_id: stage_id.clone(),
        current_pipeline_stage_date: Some(entered_at),
        created_at: Some(entered_at),
        pipeline_stage_history: vec![StageEntry {
            stage_id: stage_id.clone(),
            stage_name: stage_name.clone(),
            stage_date: Some(entered_at),
            extra: Extra::new(),
        }],
        ..Candidate::default()
    };
    copy_person(&mut candidate, person);
    candidate
}

/// The position after the last candidate, with a later `created_at`: positions
/// follow (`created_at`, id) even when the clock was set back. Also renews the tag of the list.
fn next_place(db: &Db<'_>, job_pk: i64, now: Timestamp) -> Result<(i64, i64), StoreError> {
    let sql = "UPDATE job SET candidate_count = candidate_count + 1,
             last_candidate_at = max(?2, last_candidate_at + ?3), list_tag = random()
         WHERE job_pk = ?1 RETURNING candidate_count - 1, last_candidate_at";
    db.query_one(sql, params![job_pk, whole_millis(now), MILLISECOND], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}
