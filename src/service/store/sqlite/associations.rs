//! Placing a person: in a job as a candidate, or at a client as a contact.

use rusqlite::{Connection, OptionalExtension, params};

use super::super::{AssociationError, AssociationRequest, StoreError, ids};
use super::rows::text;
use super::written::{self, Keys};
use crate::service::store::record::PersonRecord;
use crate::wire::record::Extra;
use crate::wire::{
    Candidate, CandidateId, ClientContactId, ClientId, CompanyId, JobId, StageEntry, StageId,
    Timestamp,
};

/// Where a new person belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Nowhere,
    Job(i64),
    Client(i64),
}

/// Finds the one job or client that the request means.
pub(super) fn resolve(db: &Connection, placing: &AssociationRequest) -> Result<Spot, StoreError> {
    if let Some(id) = &placing.job_id {
        return job_by_id(db, id, placing).map(Spot::Job);
    }
    if let Some(name) = &placing.job_name {
        return job_by_name(db, name, placing).map(Spot::Job);
    }
    if placing.client_id.is_some() || placing.client_name.is_some() {
        return client(db, placing).map(Spot::Client);
    }
    Ok(Spot::Nowhere)
}

fn job_by_id(db: &Connection, id: &JobId, placing: &AssociationRequest) -> Result<i64, StoreError> {
    let found = db
        .prepare_cached(
            "SELECT j.job_pk, j.name_key, cl.id, cl.name_key
             FROM job j JOIN client cl USING (client_pk) WHERE j.id = ?1",
        )?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, text(row, 2)?, row.get(3)?)))
        .optional()?;
    let (job_pk, name, client_id, client_name): (i64, String, ClientId, String) =
        found.ok_or_else(|| no_such_job(id))?;
    let differs = |given: &Option<String>, stored: &str| {
        given.as_ref().is_some_and(|given| ids::key(given) != stored)
    };
    let contradiction = if differs(&placing.job_name, &name) {
        Some("job_name")
    } else if placing.client_id.as_ref().is_some_and(|given| *given != client_id) {
        Some("client_id")
    } else if differs(&placing.client_name, &client_name) {
        Some("client_name")
    } else {
        None
    };
    contradiction.map_or(Ok(job_pk), |field| {
        let message = format!("the job with the id {id} has another {field}");
        Err(StoreError::Association { error: AssociationError::JobMismatch, field, message })
    })
}

/// The error of a job id that names none.
pub(super) fn no_such_job(id: &JobId) -> StoreError {
    StoreError::Association {
        error: AssociationError::JobNotFound,
        field: "job_id",
        message: format!("no job has the id {id}"),
    }
}

fn job_by_name(
    db: &Connection,
    name: &str,
    placing: &AssociationRequest,
) -> Result<i64, StoreError> {
    let mut query = db.prepare_cached(
        "SELECT j.job_pk FROM job j JOIN client cl USING (client_pk)
         WHERE j.name_key = ?1 AND j.is_archived = 0
           AND (?2 IS NULL OR cl.id = ?2) AND (?3 IS NULL OR cl.name_key = ?3)
         LIMIT 2",
    )?;
    let client_name = placing.client_name.as_deref().map(ids::key);
    let client_id = placing.client_id.as_ref().map(ClientId::as_str);
    let jobs = query
        .query_map(params![ids::key(name), client_id, client_name], |row| row.get(0))?
        .collect::<Result<Vec<i64>, _>>()?;
    let refuse =
        |error, message: String| Err(StoreError::Association { error, field: "job_name", message });
    match jobs[..] {
        [only] => Ok(only),
        [] => refuse(
            AssociationError::JobNotFound,
            format!("no job that is not archived is called {name}"),
        ),
        _ => refuse(
            AssociationError::JobAmbiguous,
            format!("several jobs are called {name}; say which with job_id or client_id"),
        ),
    }
}

fn client(db: &Connection, placing: &AssociationRequest) -> Result<i64, StoreError> {
    let name = placing.client_name.as_deref();
    let Some(id) = &placing.client_id else {
        return client_called(db, name.unwrap_or_default());
    };
    let refuse = |error, field, message| Err(StoreError::Association { error, field, message });
    let found = db
        .prepare_cached("SELECT client_pk, name_key FROM client WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    match found {
        None => refuse(
            AssociationError::ClientNotFound,
            "client_id",
            format!("no client has the id {id}"),
        ),
        Some((_, key)) if name.is_some_and(|name| ids::key(name) != key) => refuse(
            AssociationError::ClientMismatch,
            "client_name",
            format!("the client with the id {id} has another name"),
        ),
        Some((client_pk, _)) => Ok(client_pk),
    }
}

/// The client of that name; a new one is made, since a first contact is often
/// how a client is met.
fn client_called(db: &Connection, name: &str) -> Result<i64, StoreError> {
    let known = db
        .prepare_cached(
            "SELECT client_pk FROM client WHERE name_key = ?1 ORDER BY client_pk LIMIT 1",
        )?
        .query_row([ids::key(name)], |row| row.get(0))
        .optional()?;
    known.map_or_else(|| ensure_client(db, &ids::of_client(name), name), Ok)
}

/// The client with that id, made if need be.
pub(super) fn ensure_client(db: &Connection, id: &str, name: &str) -> Result<i64, StoreError> {
    let known = db
        .prepare_cached("SELECT client_pk FROM client WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    db.prepare_cached("INSERT INTO client (id, name, name_key) VALUES (?1, ?2, ?3)")?.execute((
        id,
        name,
        ids::key(name),
    ))?;
    Ok(db.last_insert_rowid())
}

/// Makes the person a contact at the client, once.
pub(super) fn contact(
    db: &Connection,
    client_pk: i64,
    person_pk: i64,
) -> Result<ClientContactId, StoreError> {
    let known = db
        .prepare_cached("SELECT id FROM client_contact WHERE person_pk = ?1 AND client_pk = ?2")?
        .query_row([person_pk, client_pk], |row| text(row, 0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let id = ids::fresh("con")?;
    if insert_contact(db, &id, person_pk, client_pk)? {
        return Ok(id.into());
    }
    Err(StoreError::Conflict(format!("the contact {id} is there already")))
}

pub(super) fn insert_contact(
    db: &Connection,
    id: &str,
    person_pk: i64,
    client_pk: i64,
) -> Result<bool, StoreError> {
    let added = db
        .prepare_cached(
            "INSERT INTO client_contact (id, person_pk, client_pk) VALUES (?1, ?2, ?3)
             ON CONFLICT DO NOTHING",
        )?
        .execute((id, person_pk, client_pk))?;
    Ok(added == 1)
}

/// Puts the person forward for the job, once: at the end of its list, in its
/// first stage that is no rejection.
pub(super) fn attach(
    db: &Connection,
    job_pk: i64,
    person_pk: i64,
    person: &PersonRecord,
    now: Timestamp,
) -> Result<CandidateId, StoreError> {
    let known = db
        .prepare_cached("SELECT id FROM candidate WHERE person_pk = ?1 AND job_pk = ?2")?
        .query_row([person_pk, job_pk], |row| text(row, 0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let (stage_pk, stage_id, stage_name) = first_stage(db, job_pk)?;
    let (position, created_at) = next_place(db, job_pk, now)?;
    let moment = Timestamp::from_micros(created_at);
    let entry = StageEntry {
        stage_id: stage_id.clone(),
        stage_name: stage_name.clone(),
        stage_date: moment,
        extra: Extra::new(),
    };
    let id = CandidateId::new(ids::fresh("can")?);
    let candidate = Candidate {
        id: id.clone(),
        job_id: job_id(db, job_pk)?,
        current_pipeline_stage_name: stage_name,
        current_pipeline_stage_id: stage_id,
        current_pipeline_stage_date: moment,
        created_at: moment,
        pipeline_stage_history: vec![entry],
        ..of_person(person)
    };
    let keys = Keys { person_pk, job_pk, stage_pk, position, created_at };
    if written::insert(db, &keys, &candidate)? {
        return Ok(id);
    }
    Err(StoreError::Conflict(format!("the candidate {id} is there already")))
}

/// What a candidate shows of the person behind it.
pub(super) fn of_person(person: &PersonRecord) -> Candidate {
    Candidate {
        person_id: person.id.clone(),
        name: person.name.clone(),
        current_job_title: person.current_job_title.clone(),
        current_company_name: person.current_company_name.clone(),
        current_company_id: CompanyId::new(ids::of_company(&person.current_company_name)),
        ..Candidate::default()
    }
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
    .ok_or_else(|| StoreError::Association {
        error: AssociationError::JobWithoutStage,
        field: "job_id",
        message: "the job has no stage that a candidate could start in".to_owned(),
    })
}

/// The place after the last candidate, and a moment after theirs: positions
/// follow (`created_at`, id) even when the clock was set back.
fn next_place(db: &Connection, job_pk: i64, now: Timestamp) -> Result<(i64, i64), StoreError> {
    const MILLISECOND: i64 = 1_000;
    let now = now.micros().div_euclid(MILLISECOND) * MILLISECOND;
    Ok(db
        .prepare_cached(
            "UPDATE job SET candidate_count = candidate_count + 1,
                 last_candidate_at = max(?2, last_candidate_at + ?3)
             WHERE job_pk = ?1 RETURNING candidate_count - 1, last_candidate_at",
        )?
        .query_row([job_pk, now, MILLISECOND], |row| Ok((row.get(0)?, row.get(1)?)))?)
}
