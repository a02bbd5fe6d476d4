//! The jobs of a data set, read from `assets/demo/jobs.txt`.
//!
//! A configuration with more jobs repeats the list, with a number behind each
//! name, other ages, and two statuses that the list itself does not contain.

use super::candidate_counts::candidate_counts;
use super::config::DemoConfig;
use super::qualification::Qualification;
use super::rng::{AGE_STREAM, COUNT_STREAM, Rng};
use super::word_lists::{family_index, rows};

const JOBS: &str = include_str!("../../../assets/demo/jobs.txt");

#[derive(Debug, Clone)]
pub(super) struct JobSpec {
    /// Position in the list; ids derive from it.
    pub(super) index: usize,
    pub(super) status: &'static str,
    pub(super) is_archived: bool,
    /// Days since the job opened.
    pub(super) age: i64,
    pub(super) client: &'static str,
    pub(super) required: Qualification,
    pub(super) pipeline: &'static str,
    pub(super) title: &'static str,
    /// The title, with a number if the job repeats one of the list.
    pub(super) name: String,
    pub(super) candidate_count: usize,
}

pub(super) fn job_specs(config: &DemoConfig) -> Vec<JobSpec> {
    let rows: Vec<[&'static str; 10]> = rows(JOBS).collect();
    let mut rng = Rng::for_item(config.seed, COUNT_STREAM, 0);
    let variation = rng.between(-20, 20);
    let (mut specs, fixed_counts): (Vec<JobSpec>, Vec<Option<usize>>) = (0..config.jobs)
        .map(|index| {
            let row = rows[index % rows.len()];
            if index < rows.len() {
                (spec(index, row), fixed_count(row[2], variation))
            } else {
                let spec = vary_repeated(spec(index, row), config.seed);
                let count = (spec.status == "Draft").then_some(0);
                (spec, count)
            }
        })
        .unzip();
    let counts = candidate_counts(config.candidates, &fixed_counts, &mut rng);
    for (spec, count) in specs.iter_mut().zip(counts) {
        spec.candidate_count = count;
    }
    specs.sort_by_key(|spec| (-spec.age, spec.index));
    specs
}

fn spec(index: usize, row: [&'static str; 10]) -> JobSpec {
    let [status, archived, _, age, client, family, pipeline, level, title, specialty] = row;
    let level = level.parse().unwrap_or(3);
    JobSpec {
        index,
        status,
        is_archived: archived == "yes",
        age: age.parse().unwrap_or(30),
        client,
        required: Qualification { family: family_index(family), specialty, level },
        pipeline,
        title,
        name: title.to_owned(),
        candidate_count: 0,
    }
}

/// A variation of a job that the data set already contains.
fn vary_repeated(mut spec: JobSpec, seed: u64) -> JobSpec {
    let mut rng = Rng::for_item(seed, AGE_STREAM, spec.index as u64);
    spec.age = (spec.age * rng.between(60, 150) / 100).max(4);
    spec.status = match rng.below(20) {
        0 if spec.status == "Open" => "Draft",
        1 | 2 if spec.status == "Open" => "Offer out",
        _ => spec.status,
    };
    spec.name = format!("{} [R-{}]", spec.title, 1000 + spec.index);
    spec
}

/// The candidate count that a row asks for; `~` adds the variation.
fn fixed_count(text: &str, variation: i64) -> Option<usize> {
    match text.strip_prefix('~') {
        Some(about) => usize::try_from(about.parse::<i64>().ok()? + variation).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn repeated_jobs_have_new_names_and_use_every_status() {
        let now = "2026-11-13T15:20:00Z".parse().unwrap();
        let specs = job_specs(&DemoConfig { seed: 7, jobs: 400, candidates: 60_000, now });
        let names: HashSet<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names.len(), 400);
        let statuses: HashSet<&str> = specs.iter().map(|spec| spec.status).collect();
        let all = ["Open", "On hold", "Offer out", "Filled", "Closed - lost", "Draft"];
        assert_eq!(statuses, HashSet::from(all));
        assert!(specs.iter().all(|spec| spec.status != "Draft" || spec.candidate_count == 0));
        assert!(specs.is_sorted_by_key(|spec| -spec.age));
    }
}
