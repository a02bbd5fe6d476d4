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
mod config;
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

pub use config::DemoConfig;

use super::store::record::StoreRecord;

/// Yields all jobs, then the candidates of each job in order of time, each
/// person directly before their first candidate.
pub fn generate(config: &DemoConfig) -> impl Iterator<Item = StoreRecord> + use<> {
    generator::RecordGenerator::new(config)
}
