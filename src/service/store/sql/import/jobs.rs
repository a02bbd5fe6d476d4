//! Jobs of an import, with their pipelines and clients: methods of the batch, which `import` calls for
//! each record.

use std::collections::HashSet;

use super::batch::{ImportBatch, changed_fields, require_id};
use crate::service::store::changes::{DEFAULT_STATUS, JobEdit, NewJob};
use crate::service::store::error::StoreError;
use crate::service::store::import_entry::rows::JobRow;
use crate::service::store::import_report::RecordOutcome;
use crate::service::store::record::JobRecord;
use crate::service::store::sql::{associations, clients, export, jobs, pipelines, stages};
use crate::service::store::values::params;
use crate::service::store::visible::is_visible_name;
use crate::wire::{PipelineStage, StageId, Timestamp};

impl ImportBatch<'_> {
    pub(super) fn write_job(&mut self, job: &JobRecord) -> Result<RecordOutcome, StoreError> {
        require_id("id", job.id.as_str())?;
        require_visible("name", &job.name)?;
        check_stages(job)?;
        let mut job = job.clone();
        job.created_at = Timestamp::from_micros(self.past_micros("created_at", job.created_at)?);
        let client_id = job.client_company_id.as_str();
        let client_pk = self.client(client_id, &job.client_company_name, "client_company_name")?;
        let Some(job_pk) = self.find_job(&job)? else {
            self.state.are_jobs_unsorted = true;
            let job_pk = jobs::write(self.db, &job, client_pk)?;
            stages::write(self.db, job_pk, &[], &job.pipeline_stages)?;
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
        self.write_stages(job_pk, &stored.pipeline_stages, &mut job.pipeline_stages)?;
        let fields = changed_fields(&stored, &job)?;
        if fields.is_empty() {
            return Ok(RecordOutcome::Unchanged);
        }
        self.state.are_jobs_unsorted = true;
        jobs::write(self.db, &job, client_pk)?;
        self.record_change(job.id.as_str(), None, &fields)?;
        Ok(RecordOutcome::Changed(fields))
    }

    /// The job with the ID, else the one with the external ID.
    fn find_job(&self, job: &JobRecord) -> Result<Option<i64>, StoreError> {
        let by_id = jobs::by_id(self.db, job.id.as_str())?;
        let external_id = job.external_source_id.as_deref();
        let by_external_id =
            external_id.map_or(Ok(None), |id| jobs::by_external_id(self.db, id))?;
        if by_id.is_some() && by_external_id.is_some() && by_id != by_external_id {
            let message = "another job has this external ID";
            return Err(StoreError::duplicate_record("external_source_id", message));
        }
        Ok(by_id.or(by_external_id))
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
        self.read_stages_again(job_pk)
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
        let sql = "SELECT name FROM client WHERE client_pk = ?1";
        let stored: String = self.db.query_one(sql, params![client_pk], |row| row.get(0))?;
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
            created_at: row.created_at,
            is_archived: row.is_archived.unwrap_or(false),
            stages: self.state.options.stages.clone(),
        };
        jobs::insert(self.db, &new, self.context)?;
        self.state.are_jobs_unsorted = true;
        Ok(())
    }

    /// The job with that external ID, else with that ID.
    pub(super) fn job_by_reference(&self, reference: &str) -> Result<Option<i64>, StoreError> {
        match jobs::by_external_id(self.db, reference)? {
            Some(job_pk) => Ok(Some(job_pk)),
            None => jobs::by_id(self.db, reference),
        }
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
