//! The table `job`, as the operator changes it.

use super::{Db, audit, clients, read, rows, stages};
use crate::service::store::audit::{AuditOperation, AuditSubject};
use crate::service::store::candidate::whole_millis;
use crate::service::store::changes::{JobEdit, NewJob, Outcome, checked_id, checked_name};
use crate::service::store::context::WriteContext;
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::ids::{self, name_key};
use crate::service::store::lookup::{self, Match};
use crate::service::store::pipeline::new_pipeline;
use crate::service::store::record::JobRecord;
use crate::service::store::values::params;
use crate::wire::{Job, JobId};

/// The job with that ID, or the only one of that name. Archived jobs count too.
pub(super) fn find(db: &Db<'_>, id_or_name: &str) -> Result<i64, StoreError> {
    let found = db.query(
        "SELECT job_pk, id FROM job WHERE id = ?1 OR name_key = ?2 ORDER BY id",
        params![id_or_name, name_key(id_or_name)],
        |row| Ok(Match { key: row.get(0)?, id: row.get(1)? }),
    )?;
    lookup::only(RecordKind::Job, id_or_name, &found)
}

pub(super) fn by_key(db: &Db<'_>, job_pk: i64) -> Result<Job, StoreError> {
    let query = format!(
        "SELECT {} FROM job j JOIN client cl USING (client_pk) WHERE j.job_pk = ?1",
        rows::JOB_COLUMNS
    );
    let (_, job) = db.query_one(&query, params![job_pk], rows::job)?;
    Ok(Job { pipeline_stages: read::stages(db, job_pk)?, ..job })
}

/// Without their pipelines, in the order of the list.
pub(crate) fn all(db: &Db<'_>) -> Result<Vec<Job>, StoreError> {
    let query = format!(
        "SELECT {} FROM job j JOIN client cl USING (client_pk) ORDER BY j.position",
        rows::JOB_COLUMNS
    );
    db.query(&query, params![], |row| Ok(rows::job(row)?.1))
}

/// Creates a job, or finds the one with the same ID or external ID.
pub(crate) fn add(
    db: &Db<'_>,
    new: &NewJob,
    context: &WriteContext,
) -> Result<Outcome<Job>, StoreError> {
    if let Some(job_pk) = existing(db, new)? {
        return Ok(Outcome::unchanged(by_key(db, job_pk)?));
    }
    let job = insert(db, new, context)?;
    sort(db)?;
    db.renew_jobs_tag()?;
    Ok(Outcome::changed(job))
}

/// Adds a job at the end of the list, whatever its date.
pub(super) fn insert(db: &Db<'_>, new: &NewJob, context: &WriteContext) -> Result<Job, StoreError> {
    let name = checked_name("name", &new.name)?;
    let client_pk = clients::find_or_insert(db, &new.client, context)?;
    let (status_id, status_name) = status(db, &new.status)?;
    let id = match &new.id {
        Some(id) => checked_id(id)?,
        None => ids::new_id("job")?,
    };
    let external_id =
        new.external_id.as_deref().map(|id| checked_name("external ID", id)).transpose()?;
    let job = JobRecord {
        id: JobId::new(id),
        external_source_id: external_id,
        name,
        created_at: Some(new.created_at.unwrap_or(context.now)),
        is_archived: new.is_archived,
        job_status_name: status_name,
        job_status_id: status_id.into(),
        ..JobRecord::default()
    };
    let job_pk = write(db, &job, client_pk)?;
    stages::write(db, job_pk, &[], &new_pipeline(&new.stages)?)?;
    record(db, context, AuditOperation::CreateJob, &job.id)?;
    by_key(db, job_pk)
}

/// Writes the row of a job, without its pipeline: a new one at the end of the list, or in place of
/// the one with the same ID.
pub(super) fn write(db: &Db<'_>, job: &JobRecord, client_pk: i64) -> Result<i64, StoreError> {
    let job_pk = db.query_one(
        "INSERT INTO job (id, position, name, name_key, created_at, is_archived, client_pk,
             status_id, status_name, external_source_id)
         VALUES (?1, (SELECT coalesce(max(position) + 1, 0) FROM job), ?2, ?3, ?4, ?5, ?6, ?7,
             ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
             created_at = excluded.created_at, is_archived = excluded.is_archived,
             client_pk = excluded.client_pk, status_id = excluded.status_id,
             status_name = excluded.status_name,
             external_source_id = excluded.external_source_id
         RETURNING job_pk",
        params![
            job.id.as_str(),
            job.name,
            name_key(&job.name),
            job.created_at.map(whole_millis),
            job.is_archived,
            client_pk,
            job.job_status_id.as_str(),
            job.job_status_name,
            job.external_source_id,
        ],
        |row| row.get(0),
    )?;
    db.renew_list_tag(job_pk)?;
    Ok(job_pk)
}

pub(super) fn by_id(db: &Db<'_>, id: &str) -> Result<Option<i64>, StoreError> {
    let query = "SELECT job_pk FROM job WHERE id = ?1";
    db.query_opt(query, params![id], |row| row.get(0))
}

pub(super) fn by_external_id(db: &Db<'_>, id: &str) -> Result<Option<i64>, StoreError> {
    let query = "SELECT job_pk FROM job WHERE external_source_id = ?1";
    db.query_opt(query, params![id], |row| row.get(0))
}

/// The job that has the ID or the external ID of the new one.
fn existing(db: &Db<'_>, new: &NewJob) -> Result<Option<i64>, StoreError> {
    let by_id = new.id.as_deref().map_or(Ok(None), |id| by_id(db, id))?;
    let by_external_id =
        new.external_id.as_deref().map_or(Ok(None), |id| by_external_id(db, id))?;
    if by_external_id.is_some() && new.id.is_some() && by_id != by_external_id {
        let message = "another job has this external ID; leave out --id, or choose another one";
        return Err(StoreError::Conflict(message.to_owned()));
    }
    Ok(by_id.or(by_external_id))
}

/// The ID and the spelling of a status that another job has, or of a new one.
fn status(db: &Db<'_>, name: &str) -> Result<(String, String), StoreError> {
    let name = checked_name("status", name)?;
    let known: Vec<(String, String)> = db.query(
        "SELECT status_id, status_name, min(position) FROM job GROUP BY 1, 2 ORDER BY 3",
        params![],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let key = name_key(&name);
    let same = known.into_iter().find(|(_, known)| name_key(known) == key);
    Ok(same.unwrap_or_else(|| (ids::status_id(&name), name)))
}

pub(crate) fn edit(
    db: &Db<'_>,
    id_or_name: &str,
    edit: &JobEdit,
    context: &WriteContext,
) -> Result<Outcome<Job>, StoreError> {
    let error = match find(db, id_or_name) {
        Err(error @ StoreError::NotFound { .. }) => error,
        job_pk => return apply(db, job_pk?, edit, context),
    };
    // A repeated command: an earlier run has given the job its new name.
    let Some(Ok(job_pk)) = edit.name.as_deref().map(|name| find(db, name)) else {
        return Err(error);
    };
    let outcome = apply(db, job_pk, edit, context)?;
    let is_repeated = !outcome.changed
        && audit::has_rename(db, AuditOperation::UpdateJob, outcome.result.id.as_str())?;
    if is_repeated { Ok(outcome) } else { Err(error) }
}

fn apply(
    db: &Db<'_>,
    job_pk: i64,
    edit: &JobEdit,
    context: &WriteContext,
) -> Result<Outcome<Job>, StoreError> {
    let before = by_key(db, job_pk)?;
    let mut fields = Vec::new();
    if let Some(name) = &edit.name {
        let name = checked_name("name", name)?;
        if name != before.name {
            db.write(
                "UPDATE job SET name = ?2, name_key = ?3 WHERE job_pk = ?1",
                params![job_pk, name, name_key(&name)],
            )?;
            fields.push("name");
        }
    }
    if let Some(client) = &edit.client {
        let client_pk = clients::find_or_insert(db, client, context)?;
        let set = "UPDATE job SET client_pk = ?2 WHERE job_pk = ?1 AND client_pk <> ?2";
        if db.execute(set, params![job_pk, client_pk])? == 1 {
            fields.push("client");
        }
    }
    if let Some(status_name) = &edit.status {
        let (id, name) = status(db, status_name)?;
        if (id.as_str(), &name) != (before.job_status_id.as_str(), &before.job_status_name) {
            db.write(
                "UPDATE job SET status_id = ?2, status_name = ?3 WHERE job_pk = ?1",
                params![job_pk, id, name],
            )?;
            fields.push("status");
        }
    }
    if let Some(id) = &edit.external_id
        && set_external_id(db, job_pk, id)?
    {
        fields.push("external_source_id");
    }
    if let Some(is_archived) = edit.is_archived.filter(|wanted| *wanted != before.is_archived) {
        db.write(
            "UPDATE job SET is_archived = ?2 WHERE job_pk = ?1",
            params![job_pk, is_archived],
        )?;
        fields.push("is_archived");
    }
    if fields.is_empty() {
        return Ok(Outcome::unchanged(before));
    }
    db.renew_jobs_tag()?;
    record(db, &context.with_fields(&fields), AuditOperation::UpdateJob, &before.id)?;
    Ok(Outcome::changed(by_key(db, job_pk)?))
}

/// Returns whether it changed.
fn set_external_id(db: &Db<'_>, job_pk: i64, id: &str) -> Result<bool, StoreError> {
    let id = checked_name("external ID", id)?;
    let owner: Option<(i64, String)> = db.query_opt(
        "SELECT job_pk, name FROM job WHERE external_source_id = ?1",
        params![id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    match owner {
        Some((owner, _)) if owner == job_pk => return Ok(false),
        Some((_, name)) => {
            return Err(StoreError::Conflict(format!("the job {name} has the external ID {id}")));
        }
        None => {}
    }
    db.write("UPDATE job SET external_source_id = ?2 WHERE job_pk = ?1", params![job_pk, id])?;
    Ok(true)
}

/// Renumbers the positions of all jobs by (`created_at`, id).
pub(super) fn sort(db: &Db<'_>) -> Result<(), StoreError> {
    db.write(
        "UPDATE job SET position = o.place
         FROM (SELECT job_pk, row_number() OVER (ORDER BY created_at, id) - 1 AS place FROM job) o
         WHERE o.job_pk = job.job_pk AND o.place <> job.position",
        params![],
    )?;
    Ok(())
}

fn record(
    db: &Db<'_>,
    context: &WriteContext,
    operation: AuditOperation,
    id: &JobId,
) -> Result<(), StoreError> {
    audit::record(db, context, &AuditSubject { operation, record_id: id.as_str(), person_id: None })
}
