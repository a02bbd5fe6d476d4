//! A recruiter's desk, made up: jobs, people and candidates that look true.
//!
//! The same plan gives the same bytes: chance comes from our own dice
//! (`dice`), words from `assets/demo`, and the only outside input is the
//! moment the plan names. Entries stream, so a million candidates need no more
//! memory than a hundred. Nothing here stores or prints; who fills a database
//! takes the entries from [`entries`].

mod arrivals;
mod career;
mod contacts;
mod crowd;
mod dice;
mod ids;
mod jobs;
mod journey;
mod names;
mod network;
mod office;
mod openings;
mod people;
mod pipeline;
mod pools;
mod positions;
mod profile;
mod run;
mod schooling;
mod sizes;
#[cfg(test)]
mod tests;
mod twins;
mod worker;

use chrono::{DateTime, Utc};

use super::store::record::StoreRecord;
use crate::wire::JobId;

/// What is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoConfig {
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// How many jobs.
    pub jobs: usize,
    /// How many candidates over all jobs.
    pub candidates: usize,
    /// The moment it is all told at: nothing happened after it.
    pub now: DateTime<Utc>,
}

impl DemoConfig {
    /// The desk the program shows when nobody asked for another.
    #[must_use]
    pub const fn standard(now: DateTime<Utc>) -> Self {
        Self { seed: 7, jobs: 32, candidates: 2400, now }
    }

    /// A job that is on every desk of this seed, whatever its size and day.
    #[must_use]
    pub fn marker_job_id(&self) -> JobId {
        JobId::from(ids::Ids::new(self.seed).numbered("job", 0, 0))
    }
}

/// All jobs, then the candidates of each in the order they came, every person
/// directly before their first candidate.
pub fn generate(plan: &DemoConfig) -> impl Iterator<Item = StoreRecord> + use<> {
    run::Run::new(plan)
}
