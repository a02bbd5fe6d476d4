//! Candidates of an import: methods of the batch, which `import` calls for each record.

use super::batch::{ImportBatch, changed_fields, require_id};
use crate::service::store::candidate::{copy_person, find_stage, whole_millis};
use crate::service::store::changes::{NewStage, PipelineChange, StagePlace};
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::ids;
use crate::service::store::import_entry::rows::{CandidateRow, add_stage};
use crate::service::store::import_report::RecordOutcome;
use crate::service::store::record::{CandidateRecord, PersonRecord};
use crate::service::store::sql::candidates::{self, CandidateKeys};
use crate::service::store::sql::rows::json;
use crate::service::store::sql::{jobs, pipelines, rows};
use crate::service::store::values::{Value, params};
use crate::wire::{Candidate, CandidateId, JobId, PersonId, PipelineStage, StageId, Timestamp};

/// A candidate as stored.
struct Stored {
    candidate_pk: i64,
    person_pk: i64,
    job_pk: i64,
    position: i64,
    candidate: Candidate,
}

impl ImportBatch<'_> {
    pub(super) fn write_candidate(
        &mut self,
        record: CandidateRecord,
    ) -> Result<RecordOutcome, StoreError> {
        require_id("id", record.id.as_str())?;
        let created_at = self.past_micros("created_at", record.created_at)?;
        record.check_history()?;
        let (person_id, job_id) = (record.person_id.as_str(), record.job_id.as_str());
        if self.is_skipped(person_id, job_id) {
            return Ok(RecordOutcome::Skipped);
        }
        let Some((person_pk, person)) = self.person(&record.person_id)? else {
            if self.stays_away(&record.person_id)? {
                return Ok(RecordOutcome::Skipped);
            }
            let message = format!("no person has the ID {person_id}, here or on an earlier line");
            return Err(StoreError::invalid_record("person_id", message));
        };
        // A record of another database, which this one knows under other IDs.
        let is_alias = self.state.person_aliases.contains_key(person_id)
            || self.state.job_aliases.contains_key(job_id);
        let job_pk = self.job_of(&record.job_id)?;
        let job = self.job(job_pk)?;
        let stage = job.stage(&record.current_pipeline_stage_id).cloned();
        let job_id = job.id.clone();
        let Some((stage_pk, stage)) = stage else {
            let message = format!("the job has no stage {}", record.current_pipeline_stage_id);
            return Err(StoreError::invalid_record("current_pipeline_stage_id", message));
        };
        let mut candidate = record.into_candidate(&person, stage.name);
        (candidate.person_id, candidate.job_id) = (person.id, job_id);
        let stored = match self.stored("id = ?1", params![candidate.id.as_str()])? {
            None if is_alias => {
                self.stored("person_pk = ?1 AND job_pk = ?2", params![person_pk, job_pk])?
            }
            stored => stored,
        };
        match stored {
            Some(stored) if (stored.person_pk, stored.job_pk) != (person_pk, job_pk) => {
                let message =
                    format!("the candidate {} belongs to another person or job", candidate.id);
                Err(StoreError::duplicate_record("id", message))
            }
            Some(stored) => {
                candidate.id = stored.candidate.id.clone();
                self.update(&stored, &candidate)
            }
            None => {
                let keys = CandidateKeys { person_pk, job_pk, stage_pk, position: 0, created_at };
                self.insert(&keys, &candidate)?;
                Ok(RecordOutcome::Added)
            }
        }
    }

    pub(super) fn write_candidate_row(
        &mut self,
        row: &CandidateRow,
        person: &str,
    ) -> Result<RecordOutcome, StoreError> {
        if self.is_skipped(person, &row.job) {
            return Ok(RecordOutcome::Skipped);
        }
        for (field, date) in [("added_at", row.created_at), ("stage_date", row.stage_date)] {
            if date.is_some() {
                self.past_micros(field, date)?;
            }
        }
        let Some((person_pk, person)) = self.person_by_reference(person)? else {
            if self.stays_deleted(person)? {
                return Ok(RecordOutcome::Skipped);
            }
            let message = format!("no person has the ID {person}; import them with --people");
            return Err(StoreError::invalid_record("person", message));
        };
        let job_pk = match self.job_by_reference(&row.job)? {
            Some(job_pk) => job_pk,
            None => jobs::find(self.db, &row.job)
                .map_err(|error| StoreError::invalid_record("job", error.to_string()))?,
        };
        let stage = self.stage_of_row(row, job_pk)?;
        if row.stage.is_some() && row.stage_date.is_none() {
            self.check_undated(&person.id, job_pk, &stage)?;
        }
        let pipeline = self.job(job_pk)?.pipeline();
        let keys = params![person_pk, job_pk];
        if let Some(stored) = self.stored("person_pk = ?1 AND job_pk = ?2", keys)? {
            let mut candidate = stored.candidate.clone();
            // Without a date, a stage that the candidate was in is not news: they moved on since.
            let is_news = row.stage_date.is_some() || !has_been_in(&candidate, &stage.id);
            if row.stage.is_some() && is_news {
                let now = later_than(&candidate, self.context.now);
                add_stage(&mut candidate, &pipeline, &stage, row.stage_date.unwrap_or(now));
            }
            let earliest = row.created_at.into_iter().chain(row.stage_date).min();
            if earliest.is_some_and(|date| candidate.created_at.is_some_and(|at| date < at)) {
                candidate.created_at = earliest.map(Timestamp::to_millis);
            }
            return self.update(&stored, &candidate);
        }
        let entered_at = row.stage_date.or(row.created_at).unwrap_or(self.context.now).to_millis();
        let created_at = row.created_at.unwrap_or(entered_at).min(entered_at).to_millis();
        let mut candidate = Candidate {
            id: CandidateId::new(ids::new_id("can")?),
            person_id: person.id.clone(),
            job_id: self.job(job_pk)?.id.clone(),
            created_at: Some(created_at),
            ..Candidate::default()
        };
        add_stage(&mut candidate, &pipeline, &stage, entered_at);
        copy_person(&mut candidate, &person);
        let stage_pk = self.job(job_pk)?.stage(&stage.id).map_or(0, |(key, _)| *key);
        let created_at = whole_millis(created_at);
        let keys = CandidateKeys { person_pk, job_pk, stage_pk, position: 0, created_at };
        self.insert(&keys, &candidate)?;
        Ok(RecordOutcome::Added)
    }

    fn is_skipped(&self, person: &str, job: &str) -> bool {
        self.state.skipped_people.contains(person) || self.state.skipped_jobs.contains(job)
    }

    /// Two stages without dates cannot be told apart: each import would move the candidate twice.
    fn check_undated(
        &mut self,
        person: &PersonId,
        job_pk: i64,
        stage: &PipelineStage,
    ) -> Result<(), StoreError> {
        let known = self.state.undated_stages.entry((person.clone(), job_pk));
        if *known.or_insert_with(|| stage.id.clone()) == stage.id {
            return Ok(());
        }
        let message = "the candidate has another stage on an earlier line; give their dates";
        Err(StoreError::invalid_record("stage", message))
    }

    /// The stage that the row names, or the one that candidates start in.
    fn stage_of_row(
        &mut self,
        row: &CandidateRow,
        job_pk: i64,
    ) -> Result<PipelineStage, StoreError> {
        let stages = self.job(job_pk)?.pipeline();
        let Some(name) = &row.stage else {
            let first = stages.into_iter().find(|stage| !stage.is_rejection_stage);
            return first.ok_or_else(|| {
                StoreError::invalid_record("stage", "the job has no stage to start in")
            });
        };
        match find_stage(stages, name) {
            Err(StoreError::NotFound { kind: RecordKind::Stage, .. })
                if self.state.options.add_stages =>
            {
                self.add_stage(job_pk, name)
            }
            Err(error) => {
                let message = format!("{error}; map it, or add it with --add-stages");
                Err(StoreError::invalid_record("stage", message))
            }
            Ok(stage) => Ok(stage),
        }
    }

    fn add_stage(&mut self, job_pk: i64, name: &str) -> Result<PipelineStage, StoreError> {
        let job_id = self.job(job_pk)?.id.clone();
        let stage = NewStage { name: name.to_owned(), ..NewStage::default() };
        let change = PipelineChange::Add { stage, place: StagePlace::Last };
        let changed = pipelines::change(self.db, job_id.as_str(), &change, self.context)?;
        self.state.report.stages_added += 1;
        self.read_stages_again(job_pk)?;
        find_stage(changed.result.job.pipeline_stages, name)
    }

    fn insert(&mut self, keys: &CandidateKeys, candidate: &Candidate) -> Result<(), StoreError> {
        let db = self.db;
        let created_at = keys.created_at;
        let job_pk = keys.job_pk;
        let job = self.job(job_pk)?;
        let keys = CandidateKeys { position: job.candidate_count, ..*keys };
        if !candidates::insert_unless_exists(db, &keys, candidate)? {
            let message = "the person is already a candidate for this job";
            return Err(StoreError::duplicate_record("person_id", message));
        }
        let is_unsorted = created_at <= job.last_candidate_at;
        job.candidate_count += 1;
        job.last_candidate_at = job.last_candidate_at.max(created_at);
        job.has_changed = true;
        if is_unsorted {
            self.state.unsorted_jobs.insert(job_pk);
        }
        Ok(())
    }

    fn update(
        &mut self,
        stored: &Stored,
        candidate: &Candidate,
    ) -> Result<RecordOutcome, StoreError> {
        // An import that was interrupted may have left the list out of order.
        self.state.unsorted_jobs.insert(stored.job_pk);
        let fields = changed_fields(&stored.candidate, candidate)?;
        if fields.is_empty() {
            return Ok(RecordOutcome::Unchanged);
        }
        let place = (stored.job_pk, stored.position);
        candidates::write_json(self.db, stored.candidate_pk, place, candidate)?;
        let created_at = candidate.created_at.map_or(0, whole_millis);
        let job = self.job(stored.job_pk)?;
        let stage_pk = job.stage(&candidate.current_pipeline_stage_id).map(|(key, _)| *key);
        job.last_candidate_at = job.last_candidate_at.max(created_at);
        job.has_changed = true;
        self.db.write(
            "UPDATE candidate SET stage_pk = ?2, created_at = ?3 WHERE candidate_pk = ?1",
            params![stored.candidate_pk, stage_pk, created_at],
        )?;
        self.record_change(candidate.id.as_str(), Some(&candidate.person_id), &fields)?;
        Ok(RecordOutcome::Changed(fields))
    }

    fn stored(&self, condition: &str, keys: &[Value<'_>]) -> Result<Option<Stored>, StoreError> {
        let sql = format!(
            "SELECT candidate_pk, person_pk, job_pk, position, shown FROM candidate
             WHERE {condition}"
        );
        self.db.query_opt(&sql, keys, |row| {
            Ok(Stored {
                candidate_pk: row.get(0)?,
                person_pk: row.get(1)?,
                job_pk: row.get(2)?,
                position: row.get(3)?,
                candidate: json(row, 4)?,
            })
        })
    }

    /// The primary key and the fields that a candidate repeats.
    fn person(&self, id: &PersonId) -> Result<Option<(i64, PersonRecord)>, StoreError> {
        let id = self.state.person_aliases.get(id.as_str()).unwrap_or(id);
        self.db.query_opt(
            "SELECT person_pk, id, name, current_job_title, current_company_name FROM person
             WHERE id = ?1",
            params![id.as_str()],
            |row| {
                let person = PersonRecord {
                    id: rows::text(row, 1)?,
                    name: row.get(2)?,
                    current_job_title: row.get(3)?,
                    current_company_name: row.get(4)?,
                    ..PersonRecord::default()
                };
                Ok((row.get(0)?, person))
            },
        )
    }

    fn job_of(&self, id: &JobId) -> Result<i64, StoreError> {
        if let Some(job_pk) = self.state.job_aliases.get(id.as_str()) {
            return Ok(*job_pk);
        }
        jobs::by_id(self.db, id.as_str())?.ok_or_else(|| {
            let message = format!("no job has the ID {id}, here or on an earlier line");
            StoreError::invalid_record("job_id", message)
        })
    }
}

fn has_been_in(candidate: &Candidate, stage: &StageId) -> bool {
    candidate.current_pipeline_stage_id == *stage
        || candidate.pipeline_stage_history.iter().any(|entry| entry.stage_id == *stage)
}

/// Now, or just after the current stage began if the clock was set back.
fn later_than(candidate: &Candidate, now: Timestamp) -> Timestamp {
    let last = candidate.current_pipeline_stage_date.map_or(0, whole_millis);
    Timestamp::from_micros(whole_millis(now).max(last + 1_000)).unwrap_or(now)
}
