//! Checks of the generated data. The standard data set is generated once.

mod contract;
mod persons;
mod pipelines;
mod plausibility;
mod word_lists;

use std::collections::HashMap;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};

use super::{DemoConfig, generate, rng};
use crate::service::store::record::{CandidateRecord, JobRecord, PersonRecord, StoreRecord};
use crate::wire::{JobId, PersonId, PipelineStage};

struct Dataset {
    now: DateTime<Utc>,
    jobs: Vec<JobRecord>,
    persons: HashMap<PersonId, PersonRecord>,
    candidates: Vec<CandidateRecord>,
}

static STANDARD: LazyLock<Dataset> = LazyLock::new(|| dataset(&standard()));

fn standard() -> DemoConfig {
    DemoConfig::standard(utc("2026-11-13T15:20:00Z"))
}

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn dataset(config: &DemoConfig) -> Dataset {
    let (mut jobs, mut persons, mut candidates) = (vec![], HashMap::new(), vec![]);
    for record in generate(config) {
        match record {
            StoreRecord::Job(job) => jobs.push(job),
            StoreRecord::Person(person) => drop(persons.insert(person.id.clone(), *person)),
            StoreRecord::Candidate(candidate) => candidates.push(candidate),
        }
    }
    Dataset { now: config.now, jobs, persons, candidates }
}

impl Dataset {
    fn candidate_counts(&self) -> Vec<usize> {
        let count = |job: &JobId| self.candidates.iter().filter(|c| c.job_id == *job).count();
        self.jobs.iter().map(|job| count(&job.id)).collect()
    }

    fn stages(&self, candidate: &CandidateRecord) -> &[PipelineStage] {
        let job = self.jobs.iter().find(|job| job.id == candidate.job_id).unwrap();
        &job.pipeline_stages
    }

    /// The stages of a candidate's history that their job still has.
    fn path(&self, candidate: &CandidateRecord) -> Vec<&PipelineStage> {
        let stages = self.stages(candidate);
        let entries = candidate.pipeline_stage_history.iter();
        entries.filter_map(|e| stages.iter().find(|stage| stage.id == e.stage_id)).collect()
    }

    fn candidate_percent(&self, predicate: impl Fn(&CandidateRecord) -> bool) -> f64 {
        percent(self.candidates.iter().filter(|c| predicate(c)).count(), self.candidates.len())
    }

    fn person_percent(&self, predicate: impl Fn(&PersonRecord) -> bool) -> f64 {
        percent(self.persons.values().filter(|p| predicate(p)).count(), self.persons.len())
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    rng::to_f64(part) / rng::to_f64(whole) * 100.0
}

#[track_caller]
fn assert_between(percent: f64, low: f64, high: f64) {
    assert!((low..=high).contains(&percent), "{percent:.2} % is not between {low} and {high}");
}
