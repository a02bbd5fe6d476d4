//! Guarantees to the importer: reproducible, ordered, consistent records.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use serde_json::Value;

use super::*;
use crate::wire::{CandidateId, StageId};

fn lines(config: &DemoConfig) -> Vec<String> {
    generate(config).map(|record| serde_json::to_string(&record).unwrap()).collect()
}

fn ids(config: &DemoConfig) -> Vec<(String, Vec<StageId>)> {
    generate(config)
        .map(|record| match record {
            StoreRecord::Job(job) => {
                let stages = job.pipeline_stages.into_iter().map(|stage| stage.id).collect();
                (job.id.to_string(), stages)
            }
            StoreRecord::Person(person) => (person.id.to_string(), vec![]),
            StoreRecord::Candidate(candidate) => {
                let pair = format!("{} {}", candidate.id, candidate.person_id);
                (pair, vec![])
            }
        })
        .collect()
}

fn small(now: &str) -> DemoConfig {
    DemoConfig { candidates: 1700, ..DemoConfig::standard(utc(now)) }
}

#[test]
fn the_same_configuration_yields_the_same_bytes() {
    assert_eq!(lines(&standard()), lines(&standard()));
}

#[test]
fn another_seed_yields_other_records_of_the_same_number() {
    let other = DemoConfig { seed: 8, ..standard() };
    let (first, second) = (dataset(&standard()), dataset(&other));
    assert_eq!(
        (first.jobs.len(), first.candidates.len()),
        (second.jobs.len(), second.candidates.len())
    );
    assert!(first.jobs.iter().zip(&second.jobs).all(|(a, b)| a.id != b.id));
    assert!(first.persons.keys().all(|id| !second.persons.contains_key(id)));
    assert_ne!(first.candidate_counts(), second.candidate_counts());
}

#[test]
fn ids_do_not_depend_on_the_date() {
    let friday = ids(&small("2026-11-13T15:20:00Z"));
    for later in ["2026-11-14T00:10:00Z", "2026-11-16T09:00:00Z", "2028-02-29T23:59:59Z"] {
        assert!(friday == ids(&small(later)), "the ids must not depend on the date: {later}");
    }
}

#[test]
fn ids_are_opaque_and_unique() {
    let mut seen = HashSet::new();
    for (id, stages) in ids(&standard()) {
        let id = id.split(' ').next().unwrap().to_owned();
        let (prefix, digits) = id.split_once('_').unwrap();
        assert!(["job", "per", "can"].contains(&prefix) && digits.len() == 16, "{id}");
        assert!(seen.insert(id));
        assert!(stages.iter().all(|stage| seen.insert(stage.to_string())));
        assert!(stages.iter().all(|stage| stage.as_str().starts_with("stg_")));
    }
}

#[test]
fn every_record_survives_a_strict_round_trip() {
    for record in generate(&standard()) {
        let value = serde_json::to_value(&record).unwrap();
        assert_eq!(StoreRecord::from_value(value), Ok(record));
    }
}

#[test]
fn records_refer_only_to_earlier_records() {
    let (mut jobs, mut persons, mut pairs) = (HashMap::new(), HashSet::new(), HashSet::new());
    let mut new_person: Option<PersonId> = None;
    for record in generate(&standard()) {
        match record {
            StoreRecord::Job(job) => {
                assert!(persons.is_empty(), "jobs come first");
                jobs.insert(job.id.clone(), job);
            }
            StoreRecord::Person(person) => {
                let previous = new_person.replace(person.id.clone());
                assert_eq!(previous, None, "every person is followed by a candidate");
                assert!(persons.insert(person.id));
            }
            StoreRecord::Candidate(candidate) => {
                let expected = new_person.take().unwrap_or_else(|| candidate.person_id.clone());
                assert_eq!(candidate.person_id, expected, "a person precedes their candidate");
                assert!(persons.contains(&candidate.person_id));
                assert!(pairs.insert((candidate.job_id.clone(), candidate.person_id.clone())));
                check_history(&candidate, &jobs[&candidate.job_id]);
            }
        }
    }
    assert_eq!(new_person, None);
}

fn check_history(candidate: &CandidateRecord, job: &JobRecord) {
    let history = &candidate.pipeline_stage_history;
    let (first, last) = (history.first().unwrap(), history.last().unwrap());
    assert_eq!(first.stage_date, candidate.created_at);
    assert_eq!(last.stage_date, candidate.current_pipeline_stage_date);
    assert_eq!(last.stage_id, candidate.current_pipeline_stage_id);
    assert!(job.pipeline_stages.iter().any(|stage| stage.id == last.stage_id));
    assert!(history.is_sorted_by(|a, b| a.stage_date < b.stage_date), "{history:?}");
    assert!(candidate.created_at > job.created_at);
}

#[test]
fn jobs_and_their_candidates_are_in_order_of_time() {
    let data = &STANDARD;
    assert!(data.jobs.is_sorted_by(|a, b| (a.created_at, &a.id) < (b.created_at, &b.id)));
    let same_job = |pair: &&[CandidateRecord]| pair[0].job_id == pair[1].job_id;
    for pair in data.candidates.windows(2).filter(same_job) {
        assert!(pair[0].created_at < pair[1].created_at);
    }
    let order: Vec<&JobId> = data.jobs.iter().map(|job| &job.id).collect();
    assert!(data.candidates.is_sorted_by_key(|c| order.iter().position(|id| **id == c.job_id)));
}

/// Collects every date in a value, except end dates that may lie in the future.
fn collect_dates(value: &Value, skip_end: bool, dates: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let has_future = matches!(key.as_str(), "education_experience" | "certifications");
                if !(skip_end && key == "end_date") {
                    collect_dates(value, skip_end || has_future, dates);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_dates(item, skip_end, dates)),
        Value::String(text)
            if text.starts_with(['1', '2']) && crate::wire::Timestamp::parse(text).is_some() =>
        {
            dates.push(text.clone());
        }
        _ => {}
    }
}

#[test]
fn no_date_is_in_the_future() {
    let days = ["2026-11-13T15:20:00Z", "2027-01-01T00:30:00Z", "2026-12-27T04:00:00Z"];
    for now in days.map(utc).into_iter().chain((0..7).map(|n| utc(days[0]) + TimeDelta::days(n))) {
        let mut dates = Vec::new();
        for record in generate(&DemoConfig { candidates: 400, ..DemoConfig::standard(now) }) {
            collect_dates(&serde_json::to_value(&record).unwrap(), false, &mut dates);
        }
        let future =
            dates.iter().find(|date| crate::wire::Timestamp::parse(date) > Some(now.into()));
        assert!(dates.len() > 2000, "{}", dates.len());
        assert_eq!(future, None, "generated on {now}");
    }
}

#[test]
fn the_number_of_records_is_as_configured() {
    let now = standard().now;
    for (jobs, candidates) in [(0, 50), (1, 0), (1, 3000), (5, 7), (3, 1), (40, 2500), (400, 9000)]
    {
        let data = dataset(&DemoConfig { seed: 3, jobs, candidates, now });
        let expected = if jobs == 0 { 0 } else { candidates };
        assert_eq!((data.jobs.len(), data.candidates.len()), (jobs, expected));
        assert!(data.jobs.is_sorted_by(|a, b| a.created_at < b.created_at));
    }
}

#[test]
fn a_large_data_set_is_ordered_and_consistent() {
    let config = DemoConfig { candidates: 50_000, jobs: 20, ..standard() };
    let (mut persons, mut seen) = (HashSet::new(), HashSet::<(JobId, PersonId)>::new());
    let mut last: Option<(JobId, Option<crate::wire::Timestamp>)> = None;
    let mut ids = HashSet::<CandidateId>::new();
    for record in generate(&config) {
        match record {
            StoreRecord::Job(_) => {}
            StoreRecord::Person(person) => assert!(persons.insert(person.id)),
            StoreRecord::Candidate(candidate) => {
                assert!(persons.contains(&candidate.person_id));
                assert!(candidate.created_at <= Some(config.now.into()));
                let current = (candidate.job_id.clone(), candidate.created_at);
                let previous = last.replace(current.clone());
                if let Some(previous) = previous.filter(|previous| previous.0 == current.0) {
                    assert!(previous.1 < current.1);
                }
                assert!(seen.insert((candidate.job_id, candidate.person_id)));
                assert!(ids.insert(candidate.id));
            }
        }
    }
    assert_eq!(ids.len(), 50_000);
    assert_between(percent(persons.len(), 50_000), 80.0, 99.0);
}
