//! Rules about candidates that hold whatever the database engine: which fields
//! they copy from their person, how they enter a stage, what a list shows of
//! them, and which history an import accepts.

use super::error::{RecordKind, StoreError};
use super::ids::{company_id, name_key};
use super::record::{CandidateRecord, PersonRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, CandidateItem, CompanyId, PipelineStage, StageEntry, Timestamp};

/// Stored dates have the precision of the API.
pub(super) const MILLISECOND: i64 = 1_000;

pub(super) const fn whole_millis(time: Timestamp) -> i64 {
    time.micros().div_euclid(MILLISECOND) * MILLISECOND
}

/// Copies the fields that a candidate repeats from its person.
pub(super) fn copy_person(candidate: &mut Candidate, person: &PersonRecord) {
    candidate.name.clone_from(&person.name);
    candidate.current_job_title.clone_from(&person.current_job_title);
    candidate.current_company_name.clone_from(&person.current_company_name);
    candidate.current_company_id = CompanyId::new(company_id(&person.current_company_name));
}

/// Dates as the service writes them, whatever the format of the import.
pub(super) fn with_millis(candidate: &mut Candidate) {
    let dates = [&mut candidate.current_pipeline_stage_date, &mut candidate.created_at];
    let history = candidate.pipeline_stage_history.iter_mut().map(|entry| &mut entry.stage_date);
    for date in dates.into_iter().chain(history) {
        *date = date.map(Timestamp::to_millis);
    }
}

pub(super) fn enter_stage(candidate: &mut Candidate, stage: &PipelineStage, now: Timestamp) {
    // Later than the stage it leaves, even if the clock was set back.
    let previous = candidate.current_pipeline_stage_date.map_or(0, Timestamp::micros);
    let entered_at = Timestamp::from_micros(whole_millis(now).max(previous + MILLISECOND));
    candidate.current_pipeline_stage_id = stage.id.clone();
    candidate.current_pipeline_stage_name.clone_from(&stage.name);
    candidate.current_pipeline_stage_date = entered_at;
    candidate.pipeline_stage_history.push(StageEntry {
        stage_id: stage.id.clone(),
        stage_name: stage.name.clone(),
        stage_date: entered_at,
        extra: Extra::new(),
    });
}

/// The stage with that id, else the only stage of that name.
pub(super) fn find_stage(
    stages: Vec<PipelineStage>,
    id_or_name: &str,
) -> Result<PipelineStage, StoreError> {
    let names = stages.iter().map(|stage| stage.name.as_str()).collect::<Vec<_>>().join(", ");
    let key = name_key(id_or_name);
    let has_name = |stage: &PipelineStage| name_key(&stage.name) == key;
    let by_id = stages.iter().position(|stage| stage.id.as_str() == id_or_name);
    if by_id.is_none() && stages.iter().filter(|stage| has_name(stage)).count() > 1 {
        return Err(StoreError::Conflict(format!(
            "several stages are called {id_or_name}; give the ID"
        )));
    }
    let index = by_id.or_else(|| stages.iter().position(has_name));
    index.and_then(|index| stages.into_iter().nth(index)).ok_or_else(|| {
        let id = format!("{id_or_name}; the job has: {names}");
        StoreError::not_found(RecordKind::Stage, id)
    })
}

pub(super) fn list_item(candidate: &Candidate) -> CandidateItem {
    CandidateItem {
        id: candidate.id.clone(),
        person_id: candidate.person_id.clone(),
        name: candidate.name.clone(),
        current_job_title: candidate.current_job_title.clone(),
        current_company_name: candidate.current_company_name.clone(),
        current_company_id: candidate.current_company_id.clone(),
        current_pipeline_stage_name: candidate.current_pipeline_stage_name.clone(),
        current_pipeline_stage_id: candidate.current_pipeline_stage_id.clone(),
        created_at: candidate.created_at,
        extra: Extra::new(),
    }
}

impl CandidateRecord {
    pub(super) fn into_candidate(self, person: &PersonRecord, stage_name: String) -> Candidate {
        let mut candidate = Candidate {
            id: self.id,
            person_id: self.person_id,
            job_id: self.job_id,
            current_pipeline_stage_name: stage_name,
            current_pipeline_stage_id: self.current_pipeline_stage_id,
            current_pipeline_stage_date: self.current_pipeline_stage_date,
            created_at: self.created_at,
            pipeline_stage_history: self.pipeline_stage_history,
            ..Candidate::default()
        };
        with_millis(&mut candidate);
        copy_person(&mut candidate, person);
        candidate
    }

    /// Requires a history in order of time that ends with the current stage.
    pub(super) fn check_history(&self) -> Result<(), StoreError> {
        let history = &self.pipeline_stage_history;
        let last = history.last().map(|entry| (&entry.stage_id, entry.stage_date));
        let current = (&self.current_pipeline_stage_id, self.current_pipeline_stage_date);
        let message = if last != Some(current) {
            "must end with the current stage and its date"
        } else if !history.is_sorted_by_key(|entry| entry.stage_date) {
            "must be ordered by date"
        } else {
            return Ok(());
        };
        Err(StoreError::invalid_record("pipeline_stage_history", message))
    }
}

impl From<Candidate> for CandidateRecord {
    fn from(candidate: Candidate) -> Self {
        Self {
            id: candidate.id,
            person_id: candidate.person_id,
            job_id: candidate.job_id,
            current_pipeline_stage_id: candidate.current_pipeline_stage_id,
            current_pipeline_stage_date: candidate.current_pipeline_stage_date,
            created_at: candidate.created_at,
            pipeline_stage_history: candidate.pipeline_stage_history,
            extra: Extra::new(),
        }
    }
}
