//! The standard desk, made once and looked at from all sides.

mod contract;
mod fitness;
mod pipelines;
mod pools;
mod society;

use super::dice;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::*;
use crate::service::store::record::{CandidateRecord, JobRecord, PersonRecord};
use crate::wire::{JobId, PersonId, PipelineStage};

/// All that one plan gave, by kind.
struct Desk {
    now: DateTime<Utc>,
    jobs: Vec<JobRecord>,
    people: HashMap<PersonId, PersonRecord>,
    candidates: Vec<CandidateRecord>,
}

static STANDARD: LazyLock<Desk> = LazyLock::new(|| desk(&standard()));

fn standard() -> DemoConfig {
    DemoConfig::standard(moment("2026-11-13T15:20:00Z"))
}

fn moment(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn desk(plan: &DemoConfig) -> Desk {
    let (mut jobs, mut people, mut candidates) = (vec![], HashMap::new(), vec![]);
    for entry in generate(plan) {
        match entry {
            StoreRecord::Job(job) => jobs.push(job),
            StoreRecord::Person(person) => drop(people.insert(person.id.clone(), *person)),
            StoreRecord::Candidate(candidate) => candidates.push(candidate),
        }
    }
    Desk { now: plan.now, jobs, people, candidates }
}

impl Desk {
    fn sizes(&self) -> Vec<usize> {
        let of = |job: &JobId| self.candidates.iter().filter(|c| c.job_id == *job).count();
        self.jobs.iter().map(|job| of(&job.id)).collect()
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

    /// How many candidates are so, in percent.
    fn share(&self, so: impl Fn(&CandidateRecord) -> bool) -> f64 {
        percent(self.candidates.iter().filter(|c| so(c)).count(), self.candidates.len())
    }

    /// How many people are so, in percent.
    fn people_who(&self, so: impl Fn(&PersonRecord) -> bool) -> f64 {
        percent(self.people.values().filter(|p| so(p)).count(), self.people.len())
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    dice::real(part) / dice::real(whole) * 100.0
}

#[track_caller]
fn about(share: f64, low: f64, high: f64) {
    assert!((low..=high).contains(&share), "{share:.2} % is not between {low} and {high}");
}
