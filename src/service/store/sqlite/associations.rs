//! Associating a person with a job as a candidate, or with a client as a
//! contact.

use rusqlite::{Connection, OptionalExtension, params};

use super::candidates::{self, CandidateKeys};
use super::clients;
use super::rows::text;
use crate::service::store::association::{
    AssociationRequest, JobIdentity, client_not_found, job_not_found, job_without_stage, only_job,
};
use crate::service::store::candidate::{MILLISECOND, copy_person, whole_millis};
use crate::service::store::error::StoreError;
use crate::service::store::ids::{self, name_key};
use crate::service::store::record::PersonRecord;
use crate::wire::record::Extra;
use crate::wire::{
    Candidate, CandidateId, ClientContactId, ClientId, JobId, StageEntry, StageId, Timestamp,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AssociationTarget {
    None,
    Job(i64),
    Client(i64),
}

pub(super) fn resolve(
    db: &Connection,
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

fn job_by_id(db: &Connection, id: &JobId, request: &AssociationRequest) -> Result<i64, StoreError> {
    let (job_pk, job) = db
        .prepare_cached(
            "SELECT j.job_pk, j.name_key, cl.id, cl.name_key
             FROM job j JOIN client cl USING (client_pk) WHERE j.id = ?1",
        )?
        .query_row([id.as_str()], |row| {
            let job = JobIdentity {
                name_key: row.get(1)?,
                client_id: text(row, 2)?,
                client_name_key: row.get(3)?,
            };
            Ok((row.get(0)?, job))
        })
        .optional()?
        .ok_or_else(|| job_not_found(id))?;
    request.check_job(id, &job)?;
    Ok(job_pk)
}

fn job_by_name(
    db: &Connection,
    name: &str,
    request: &AssociationRequest,
) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT j.job_pk FROM job j JOIN client cl USING (client_pk)
         WHERE j.name_key = ?1 AND j.is_archived = 0
           AND (?2 IS NULL OR cl.id = ?2) AND (?3 IS NULL OR cl.name_key = ?3)
         LIMIT 2",
    )?;
    let client_id = request.client_id.as_ref().map(ClientId::as_str);
    let client_name = request.client_name.as_deref().map(name_key);
    let jobs = query
        .query_map(params![name_key(name), client_id, client_name], |row| row.get(0))?
        .collect::<Result<Vec<i64>, _>>()?;
    only_job(name, &jobs)
}

fn client_by_id(
    db: &Connection,
    id: &ClientId,
    request: &AssociationRequest,
) -> Result<i64, StoreError> {
    let (client_pk, stored_name_key): (i64, String) = db
        .prepare_cached("SELECT client_pk, name_key FROM client WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?
        .ok_or_else(|| client_not_found(id))?;
    request.check_client(id, &stored_name_key)?;
    Ok(client_pk)
}

/// Inserts the client if the name is new: a client often starts as a contact.
fn client_by_name(db: &Connection, name: &str) -> Result<i64, StoreError> {
    let existing = db
        .prepare_cached(
            "SELECT client_pk FROM client WHERE name_key = ?1 ORDER BY client_pk LIMIT 1",
        )?
        .query_row([name_key(name)], |row| row.get(0))
        .optional()?;
    existing.map_or_else(|| find_or_insert_client(db, &clients::new_id(db, name)?, name), Ok)
}

pub(super) fn find_or_insert_client(
    db: &Connection,
    id: &str,
    name: &str,
) -> Result<i64, StoreError> {
    let existing = db
        .prepare_cached("SELECT client_pk FROM client WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    if let Some(client_pk) = existing {
        return Ok(client_pk);
    }
    db.prepare_cached("INSERT INTO client (id, name, name_key) VALUES (?1, ?2, ?3)")?.execute((
        id,
        name,
        name_key(name),
    ))?;
    Ok(db.last_insert_rowid())
}

/// Makes the person a contact at the client. A second call returns the same id.
pub(super) fn add_contact(
    db: &Connection,
    client_pk: i64,
    person_pk: i64,
) -> Result<ClientContactId, StoreError> {
    let existing = db
        .prepare_cached("SELECT id FROM client_contact WHERE person_pk = ?1 AND client_pk = ?2")?
        .query_row([person_pk, client_pk], |row| text(row, 0))
        .optional()?;
    if let Some(id) = existing {
        return Ok(id);
    }
    let id = ids::random_id("con")?;
    if insert_contact(db, &id, person_pk, client_pk)? {
        return Ok(id.into());
    }
    Err(StoreError::Conflict(format!("the contact {id} already exists")))
}

/// Returns false when the id or the pair exists.
pub(super) fn insert_contact(
    db: &Connection,
    id: &str,
    person_pk: i64,
    client_pk: i64,
) -> Result<bool, StoreError> {
    let inserted = db
        .prepare_cached(
            "INSERT INTO client_contact (id, person_pk, client_pk) VALUES (?1, ?2, ?3)
             ON CONFLICT DO NOTHING",
        )?
        .execute((id, person_pk, client_pk))?;
    Ok(inserted == 1)
}

/// Makes the person a candidate, last in the job's list and in its first stage
/// that is not a rejection. A second call returns the same id.
pub(super) fn attach(
    db: &Connection,
    job_pk: i64,
    person_pk: i64,
    person: &PersonRecord,
    now: Timestamp,
) -> Result<CandidateId, StoreError> {
    let existing = db
        .prepare_cached("SELECT id FROM candidate WHERE person_pk = ?1 AND job_pk = ?2")?
        .query_row([person_pk, job_pk], |row| text(row, 0))
        .optional()?;
    if let Some(id) = existing {
        return Ok(id);
    }
    let (stage_pk, stage_id, stage_name) = first_stage(db, job_pk)?;
    let (position, created_at) = next_position(db, job_pk, now)?;
    let entered_at = Timestamp::from_micros(created_at);
    let id = CandidateId::new(ids::random_id("can")?);
    let mut candidate = Candidate {
        id: id.clone(),
        person_id: person.id.clone(),
        job_id: job_id(db, job_pk)?,
        current_pipeline_stage_name: stage_name.clone(),
        current_pipeline_stage_id: stage_id.clone(),
        current_pipeline_stage_date: entered_at,
        created_at: entered_at,
        pipeline_stage_history: vec![StageEntry {
            stage_id,
            stage_name,
            stage_date: entered_at,
            extra: Extra::new(),
        }],
        ..Candidate::default()
    };
    copy_person(&mut candidate, person);
    let keys = CandidateKeys { person_pk, job_pk, stage_pk, position, created_at };
    if candidates::insert(db, &keys, &candidate)? {
        return Ok(id);
    }
    Err(StoreError::Conflict(format!("the candidate {id} already exists")))
}

fn job_id(db: &Connection, job_pk: i64) -> Result<JobId, StoreError> {
    Ok(db
        .prepare_cached("SELECT id FROM job WHERE job_pk = ?1")?
        .query_row([job_pk], |row| text(row, 0))?)
}

fn first_stage(db: &Connection, job_pk: i64) -> Result<(i64, StageId, String), StoreError> {
    db.prepare_cached(
        "SELECT stage_pk, id, name FROM stage WHERE job_pk = ?1 AND is_rejection = 0
         ORDER BY stage_order, name, id LIMIT 1",
    )?
    .query_row([job_pk], |row| Ok((row.get(0)?, text(row, 1)?, row.get(2)?)))
    .optional()?
    .ok_or_else(job_without_stage)
}

/// The position after the last candidate, with a later `created_at`: positions
/// follow (`created_at`, id) even when the clock was set back.
fn next_position(db: &Connection, job_pk: i64, now: Timestamp) -> Result<(i64, i64), StoreError> {
    candidates::renew_jobs_tag(db)?;
    Ok(db
        .prepare_cached(
            "UPDATE job SET candidate_count = candidate_count + 1, list_tag = random(),
                 last_candidate_at = max(?2, last_candidate_at + ?3)
             WHERE job_pk = ?1 RETURNING candidate_count - 1, last_candidate_at",
        )?
        .query_row([job_pk, whole_millis(now), MILLISECOND], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?)
}
