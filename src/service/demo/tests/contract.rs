//! What everybody who takes the entries may rely on.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;
use serde_json::Value;

use super::*;
use crate::wire::{CandidateId, StageId};

fn bytes(plan: &DemoConfig) -> Vec<String> {
    generate(plan).map(|entry| serde_json::to_string(&entry).unwrap()).collect()
}

/// The ids of all entries in their order, and those inside them.
fn ids(plan: &DemoConfig) -> Vec<(String, Vec<StageId>)> {
    generate(plan)
        .map(|entry| match entry {
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
    DemoConfig { candidates: 1700, ..DemoConfig::standard(moment(now)) }
}

#[test]
fn the_same_plan_gives_the_same_bytes() {
    assert_eq!(bytes(&standard()), bytes(&standard()));
}

#[test]
fn another_seed_gives_another_desk_of_the_same_size() {
    let other = DemoConfig { seed: 8, ..standard() };
    let (one, two) = (desk(&standard()), desk(&other));
    assert_eq!((one.jobs.len(), one.candidates.len()), (two.jobs.len(), two.candidates.len()));
    assert!(one.jobs.iter().zip(&two.jobs).all(|(a, b)| a.id != b.id));
    assert!(one.people.keys().all(|id| !two.people.contains_key(id)));
    assert_ne!(one.sizes(), two.sizes());
}

#[test]
fn ids_stay_the_same_from_day_to_day() {
    let friday = ids(&small("2026-11-13T15:20:00Z"));
    for later in ["2026-11-14T00:10:00Z", "2026-11-16T09:00:00Z", "2028-02-29T23:59:59Z"] {
        assert!(friday == ids(&small(later)), "the ids of {later}");
    }
}

#[test]
fn ids_are_opaque_and_never_used_twice() {
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
fn every_entry_reads_back_strictly_as_it_was_written() {
    for entry in generate(&standard()) {
        let written = serde_json::to_value(&entry).unwrap();
        assert_eq!(StoreRecord::from_value(written), Ok(entry));
    }
}

#[test]
fn entries_speak_only_of_what_came_before_them() {
    let (mut jobs, mut people, mut pairs) = (HashMap::new(), HashSet::new(), HashSet::new());
    let mut newcomer: Option<PersonId> = None;
    for entry in generate(&standard()) {
        match entry {
            StoreRecord::Job(job) => {
                assert!(people.is_empty(), "jobs come first");
                jobs.insert(job.id.clone(), job);
            }
            StoreRecord::Person(person) => {
                assert_eq!(newcomer.replace(person.id.clone()), None, "a person without candidate");
                assert!(people.insert(person.id));
            }
            StoreRecord::Candidate(candidate) => {
                let expected = newcomer.take().unwrap_or_else(|| candidate.person_id.clone());
                assert_eq!(candidate.person_id, expected, "a person comes before their candidate");
                assert!(people.contains(&candidate.person_id));
                assert!(pairs.insert((candidate.job_id.clone(), candidate.person_id.clone())));
                fits_its_job(&candidate, &jobs[&candidate.job_id]);
            }
        }
    }
    assert_eq!(newcomer, None);
}

fn fits_its_job(candidate: &CandidateRecord, job: &JobRecord) {
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
fn jobs_and_the_candidates_of_each_come_in_order_of_time() {
    let desk = &STANDARD;
    assert!(desk.jobs.is_sorted_by(|a, b| (a.created_at, &a.id) < (b.created_at, &b.id)));
    let same_job = |pair: &&[CandidateRecord]| pair[0].job_id == pair[1].job_id;
    for pair in desk.candidates.windows(2).filter(same_job) {
        assert!(pair[0].created_at < pair[1].created_at);
    }
    let order: Vec<&JobId> = desk.jobs.iter().map(|job| &job.id).collect();
    assert!(desk.candidates.is_sorted_by_key(|c| order.iter().position(|id| **id == c.job_id)));
}

/// Every date in a value, but for those that may lie ahead.
fn dates(value: &Value, ahead: bool, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let open = matches!(key.as_str(), "education_experience" | "certifications");
                if !(ahead && key == "end_date") {
                    dates(value, ahead || open, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| dates(item, ahead, found)),
        Value::String(text)
            if text.starts_with(['1', '2']) && crate::wire::Timestamp::parse(text).is_some() =>
        {
            found.push(text.clone());
        }
        _ => {}
    }
}

#[test]
fn nothing_lies_in_the_future_whatever_the_day() {
    let days = ["2026-11-13T15:20:00Z", "2027-01-01T00:30:00Z", "2026-12-27T04:00:00Z"];
    for now in
        days.map(moment).into_iter().chain((0..7).map(|n| moment(days[0]) + TimeDelta::days(n)))
    {
        let mut found = Vec::new();
        for entry in generate(&DemoConfig { candidates: 400, ..DemoConfig::standard(now) }) {
            dates(&serde_json::to_value(&entry).unwrap(), false, &mut found);
        }
        let late = found.iter().find(|date| crate::wire::Timestamp::parse(date) > Some(now.into()));
        assert!(found.len() > 2000, "{}", found.len());
        assert_eq!(late, None, "told on {now}");
    }
}

#[test]
fn any_plan_gives_exactly_as_many_as_it_asks_for() {
    let now = standard().now;
    for (jobs, candidates) in [(0, 50), (1, 0), (1, 3000), (5, 7), (3, 1), (40, 2500), (400, 9000)]
    {
        let made = desk(&DemoConfig { seed: 3, jobs, candidates, now });
        let expected = if jobs == 0 { 0 } else { candidates };
        assert_eq!((made.jobs.len(), made.candidates.len()), (jobs, expected));
        assert!(made.jobs.is_sorted_by(|a, b| a.created_at < b.created_at));
    }
}

#[test]
fn fifty_thousand_candidates_keep_the_order_and_the_rules() {
    let plan = DemoConfig { candidates: 50_000, jobs: 20, ..standard() };
    let (mut people, mut seen) = (HashSet::new(), HashSet::<(JobId, PersonId)>::new());
    let mut last: Option<(JobId, Option<crate::wire::Timestamp>)> = None;
    let mut ids = HashSet::<CandidateId>::new();
    for entry in generate(&plan) {
        match entry {
            StoreRecord::Job(_) => {}
            StoreRecord::Person(person) => assert!(people.insert(person.id)),
            StoreRecord::Candidate(candidate) => {
                assert!(people.contains(&candidate.person_id));
                assert!(candidate.created_at <= Some(plan.now.into()));
                let here = (candidate.job_id.clone(), candidate.created_at);
                if let Some(before) = last.replace(here.clone()).filter(|last| last.0 == here.0) {
                    assert!(before.1 < here.1);
                }
                assert!(seen.insert((candidate.job_id, candidate.person_id)));
                assert!(ids.insert(candidate.id));
            }
        }
    }
    assert_eq!(ids.len(), 50_000);
    about(percent(people.len(), 50_000), 80.0, 99.0);
}
