//! Jobs of an import, with their pipelines and clients: methods of the batch, which `import` calls for
//! each record.

use std::collections::HashSet;

use rusqlite::{OptionalExtension, params};

use super::batch::{ImportBatch, changed_fields, require_id};
use crate::service::store::candidate::whole_millis;
use crate::service::store::changes::{JobEdit, NewJob};
use crate::service::store::error::StoreError;
use crate::service::store::ids::name_key;
use crate::service::store::import_entry::rows::JobRow;
use crate::service::store::import_report::RecordOutcome;
use crate::service::store::record::JobRecord;
use crate::service::store::sqlite::{associations, clients, export, jobs, pipelines, stages};
use crate::service::store::visible::is_visible_name;
use crate::wire::{PipelineStage, StageId, Timestamp};

/// The status of a new job whose row has none.
const DEFAULT_STATUS: &str = "Open";

impl ImportBatch<'_> {
    pub(super) fn write_job(&mut self, job: &JobRecord) -> Result<RecordOutcome, StoreError> {
        require_id("id", job.id.as_str())?;
        require_visible("name", &job.name)?;
        check_stages(job)?;
        let mut job = job.clone();
        job.created_at = Timestamp::from_micros(self.past_micros("created_at", job.created_at)?);
        let Some(job_pk) = self.find_job(&job)? else {
            self.insert_job(&job)?;
            return Ok(RecordOutcome::Added);
        };
        let stored = export::job(self.db, job_pk)?;
        if stored.id != job.id {
            self.state.job_aliases.insert(job.id.as_str().to_owned(), job_pk);
            job.id = stored.id.clone();
        }
        // A source without external IDs leaves those that are stored.
        job.external_source_id =
            job.external_source_id.or_else(|| stored.external_source_id.clone());
        let client_pk = self.client(
            job.client_company_id.as_str(),
            &job.client_company_name,
            "client_company_name",
        )?;
        self.write_stages(job_pk, &stored.pipeline_stages, &mut job.pipeline_stages)?;
        let fields = changed_fields(&stored, &job)?;
        if fields.is_empty() {
            return Ok(RecordOutcome::Unchanged);
        }
        self.update_job(job_pk, client_pk, &job)?;
        self.record_change(job.id.as_str(), None, &fields)?;
        Ok(RecordOutcome::Changed(fields))
    }

    /// The job with the ID, else the one with the external ID.
    fn find_job(&self, job: &JobRecord) -> Result<Option<i64>, StoreError> {
        let find = |column: &str, value: &str| -> Result<Option<i64>, StoreError> {
            let query = format!("SELECT job_pk FROM job WHERE {column} = ?1");
            Ok(self.db.prepare_cached(&query)?.query_row([value], |row| row.get(0)).optional()?)
        };
        let by_id = find("id", job.id.as_str())?;
        let external_id = job.external_source_id.as_deref();
        let by_external_id = external_id.map_or(Ok(None), |id| find("external_source_id", id))?;
        if by_id.is_some() && by_external_id.is_some() && by_id != by_external_id {
            let message = "another job has this external ID";
            return Err(StoreError::duplicate_record("external_source_id", message));
        }
        Ok(by_id.or(by_external_id))
    }

    fn insert_job(&mut self, job: &JobRecord) -> Result<(), StoreError> {
        let client_id = job.client_company_id.as_str();
        let client_pk = self.client(client_id, &job.client_company_name, "client_company_name")?;
        self.db
            .prepare_cached(
                "INSERT INTO job (id, position, name, name_key, created_at, is_archived, client_pk,
                     status_id, status_name, external_source_id, list_tag)
                 VALUES (?1, (SELECT coalesce(max(position) + 1, 0) FROM job), ?2, ?3, ?4, ?5, ?6, ?7,
                     ?8, ?9, random())",
            )?
            .execute(params![
                job.id.as_str(),
                job.name,
                name_key(&job.name),
                job.created_at.map(whole_millis),
                job.is_archived,
                client_pk,
                job.job_status_id.as_str(),
                job.job_status_name,
                job.external_source_id,
            ])?;
        self.state.are_jobs_unsorted = true;
        stages::write(self.db, self.db.last_insert_rowid(), &[], &job.pipeline_stages)
    }

    fn update_job(
        &mut self,
        job_pk: i64,
        client_pk: i64,
        job: &JobRecord,
    ) -> Result<(), StoreError> {
        self.state.are_jobs_unsorted = true;
        self.db
            .prepare_cached(
                "UPDATE job SET name = ?2, name_key = ?3, created_at = ?4, is_archived = ?5,
                     client_pk = ?6, status_id = ?7, status_name = ?8, external_source_id = ?9
                 WHERE job_pk = ?1",
            )?
            .execute(params![
                job_pk,
                job.name,
                name_key(&job.name),
                job.created_at.map(whole_millis),
                job.is_archived,
                client_pk,
                job.job_status_id.as_str(),
                job.job_status_name,
                job.external_source_id,
            ])?;
        Ok(())
    }

    /// Writes the pipeline of a job. Stages that it no longer has, but candidates are in, stay until
    /// all candidates of the source are written; `after` then has them, too.
    fn write_stages(
        &mut self,
        job_pk: i64,
        before: &[PipelineStage],
        after: &mut Vec<PipelineStage>,
    ) -> Result<(), StoreError> {
        let new = after.clone();
        let is_new = |stage: &StageId| new.iter().any(|new| new.id == *stage);
        self.state.retired_stages.retain(|(job, stage)| *job != job_pk || !is_new(stage));
        for stage in before.iter().filter(|old| !is_new(&old.id)) {
            if pipelines::is_used(self.db, job_pk, &stage.id)? {
                self.state.retired_stages.push((job_pk, stage.id.clone()));
                after.push(stage.clone());
            }
        }
        after.sort_by(|one, other| {
            let key =
                |stage: &PipelineStage| (stage.stage_order, stage.name.clone(), stage.id.clone());
            key(one).cmp(&key(other))
        });
        if before == after.as_slice() {
            return Ok(());
        }
        stages::write(self.db, job_pk, before, after)?;
        for stage in &new {
            let old = before.iter().find(|old| old.id == stage.id);
            if old.is_some_and(|old| old.name != stage.name) {
                pipelines::rename_in_candidates(self.db, job_pk, stage)?;
            }
        }
        if let Some(cached) = self.jobs.get_mut(&job_pk) {
            cached.read_stages(self.db, job_pk)?;
        }
        Ok(())
    }

    /// The client with that ID, under the name in the source.
    pub(super) fn client(&mut self, id: &str, name: &str, field: &str) -> Result<i64, StoreError> {
        require_id(&field.replace("_name", "_id"), id)?;
        if let Some(known) = self.state.client_names.get(id)
            && known != name
        {
            let message = format!("the client {id} is called {known} on an earlier line");
            return Err(StoreError::invalid_record(field, message));
        }
        self.state.client_names.insert(id.to_owned(), name.to_owned());
        let client_pk = associations::find_or_insert_client(self.db, id, name)?;
        let stored: String = self
            .db
            .prepare_cached("SELECT name FROM client WHERE client_pk = ?1")?
            .query_row([client_pk], |row| row.get(0))?;
        if stored != name {
            clients::rename(self.db, id, name, self.context)?;
            self.state.report.clients_renamed += 1;
        }
        Ok(client_pk)
    }

    pub(super) fn write_job_row(&mut self, row: &JobRow) -> Result<RecordOutcome, StoreError> {
        if let Some(created_at) = row.created_at {
            self.past_micros("opened_at", Some(created_at))?;
        }
        let found = self.job_by_reference(&row.external_id)?;
        let Some(job_pk) = found else {
            self.add_job_row(row)?;
            return Ok(RecordOutcome::Added);
        };
        let stored = export::job(self.db, job_pk)?;
        let edit = JobEdit {
            name: row.name.clone(),
            client: row.client.clone(),
            status: row.status.clone(),
            external_id: None,
            is_archived: row.is_archived,
        };
        let id = stored.id.clone();
        if !jobs::edit(self.db, id.as_str(), &edit, self.context)?.changed {
            return Ok(RecordOutcome::Unchanged);
        }
        Ok(RecordOutcome::Changed(changed_fields(&stored, &export::job(self.db, job_pk)?)?))
    }

    fn add_job_row(&mut self, row: &JobRow) -> Result<(), StoreError> {
        let missing = |field: &str| StoreError::invalid_record(field, "is required for a new job");
        let new = NewJob {
            id: None,
            external_id: Some(row.external_id.clone()),
            name: row.name.clone().ok_or_else(|| missing("name"))?,
            client: row.client.clone().ok_or_else(|| missing("client"))?,
            status: row.status.clone().unwrap_or_else(|| DEFAULT_STATUS.to_owned()),
            stages: self.state.options.stages.clone(),
        };
        let job = jobs::insert(self.db, &new, self.context)?;
        let created_at = row.created_at.or(job.created_at).map(whole_millis);
        self.db
            .prepare_cached("UPDATE job SET created_at = ?2, is_archived = ?3 WHERE id = ?1")?
            .execute(params![job.id.as_str(), created_at, row.is_archived.unwrap_or(false)])?;
        self.state.are_jobs_unsorted = true;
        Ok(())
    }

    /// The job with that external ID, else with that ID.
    pub(super) fn job_by_reference(&self, reference: &str) -> Result<Option<i64>, StoreError> {
        Ok(self
            .db
            .prepare_cached(
                "SELECT coalesce((SELECT job_pk FROM job WHERE external_source_id = ?1),
                                 (SELECT job_pk FROM job WHERE id = ?1))",
            )?
            .query_row([reference], |row| row.get(0))?)
    }
}

fn check_stages(job: &JobRecord) -> Result<(), StoreError> {
    let mut ids = HashSet::new();
    for (index, stage) in job.pipeline_stages.iter().enumerate() {
        let field = format!("pipeline_stages[{index}].id");
        require_id(&field, stage.id.as_str())?;
        require_visible(&format!("pipeline_stages[{index}].name"), &stage.name)?;
        if !ids.insert(&stage.id) {
            let message = format!("the stage {} appears twice", stage.id);
            return Err(StoreError::invalid_record(field, message));
        }
    }
    Ok(())
}

fn require_visible(field: &str, name: &str) -> Result<(), StoreError> {
    if is_visible_name(name) {
        return Ok(());
    }
    Err(StoreError::invalid_record(field, "must contain a visible character"))
}
