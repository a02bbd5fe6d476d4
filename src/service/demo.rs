//! Generates the demo data: jobs, persons and candidates of a recruiting agency.
//!
//! The same [`DemoConfig`] yields the same bytes: random numbers come from `rng`,
//! words from `assets/demo`, and the time is part of the configuration. Records
//! are streamed, so a million candidates need no more memory than a hundred.
//! The module stores and prints nothing; the command line imports the records
//! that [`generate`] yields.

mod applicant_pool;
mod applications;
mod candidate_counts;
mod career;
mod career_spec;
mod contact_details;
mod duplicates;
mod education;
mod generator;
mod ids;
mod job_specs;
mod jobs;
mod names;
mod office_hours;
mod persons;
mod pipeline;
mod positions;
mod qualification;
mod rng;
mod social_network;
mod stage_history;
mod word_lists;

#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};

use super::store::record::StoreRecord;
use crate::wire::JobId;
use ids::IdGenerator;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoConfig {
    pub seed: u64,
    pub jobs: usize,
    /// The total over all jobs.
    pub candidates: usize,
    /// No event of the data set is later.
    pub now: DateTime<Utc>,
}

impl DemoConfig {
    #[must_use]
    pub const fn standard(now: DateTime<Utc>) -> Self {
        Self { seed: 7, jobs: 32, candidates: 2400, now }
    }

    /// A job that every data set of this seed contains, whatever its size and
    /// date. It identifies a demo database.
    pub(crate) fn marker_job_id(&self) -> JobId {
        JobId::from(IdGenerator::new(self.seed).numbered("job", 0, 0))
    }
}

/// Yields all jobs, then the candidates of each job in order of time, each
/// person directly before their first candidate.
pub fn generate(config: &DemoConfig) -> impl Iterator<Item = StoreRecord> + use<> {
    generator::RecordGenerator::new(config)
}
