//! Statistics of jobs and pipelines, against what is typical in recruiting.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Datelike, TimeDelta, Timelike, Weekday};

use super::*;
use crate::wire::{StageId, Timestamp};

fn hired_stage(stages: &[PipelineStage]) -> &PipelineStage {
    stages.iter().rfind(|stage| !stage.is_rejection_stage).unwrap()
}

fn is_final(stage: &PipelineStage, stages: &[PipelineStage]) -> bool {
    stage.is_rejection_stage || stage.id == hired_stage(stages).id
}

fn order(stage: &PipelineStage) -> i64 {
    stage.stage_order.unwrap()
}

#[test]
fn there_are_thirty_two_jobs_at_eleven_clients_in_every_status() {
    let data = &STANDARD;
    let mut statuses = BTreeMap::new();
    for job in &data.jobs {
        *statuses.entry(job.job_status_name.as_str()).or_insert(0) += 1;
    }
    let expected = [("Closed - lost", 3), ("Filled", 8), ("On hold", 5), ("Open", 16)];
    assert_eq!(statuses.into_iter().collect::<Vec<_>>(), expected);
    let clients: HashSet<_> = data.jobs.iter().map(|job| &job.client_company_id).collect();
    let names: HashSet<_> = data.jobs.iter().map(|job| &job.client_company_name).collect();
    assert_eq!((clients.len(), names.len()), (11, 11));
    assert_eq!(data.jobs.iter().filter(|job| job.is_archived).count(), 6);
    assert!(data.jobs.iter().all(|job| !job.is_archived || job.job_status_name != "Open"));
}

#[test]
fn candidate_counts_include_the_boundary_cases() {
    let mut counts = STANDARD.candidate_counts();
    counts.sort_unstable();
    assert_eq!(counts.iter().sum::<usize>(), 2400);
    for exact in [0, 100, 101] {
        assert!(counts.contains(&exact), "{exact} in {counts:?}");
    }
    assert!((600..=680).contains(counts.last().unwrap()), "{counts:?}");
    let median = counts[counts.len() / 2];
    assert!((36..=54).contains(&median), "{counts:?}");
}

#[test]
fn there_are_three_pipelines_with_rejection_and_interview_stages() {
    let lengths: HashSet<usize> =
        STANDARD.jobs.iter().map(|job| job.pipeline_stages.len()).collect();
    assert_eq!(lengths, HashSet::from([10, 13]));
    let first: HashSet<&str> =
        STANDARD.jobs.iter().map(|job| job.pipeline_stages[0].name.as_str()).collect();
    assert_eq!(first, HashSet::from(["Applied", "Application", "Identified"]));
    for job in &STANDARD.jobs {
        let stages = &job.pipeline_stages;
        assert!((1..).zip(stages).all(|(nth, stage)| order(stage) == nth));
        assert!(stages.iter().filter(|stage| stage.is_rejection_stage).count() >= 2);
        assert!(stages.iter().filter(|stage| stage.is_interviewing_stage).count() >= 3);
    }
}

#[test]
fn most_candidates_are_rejected_early_and_few_advance() {
    let data = &STANDARD;
    let furthest = |c: &CandidateRecord| {
        let stages = data.path(c).into_iter().filter(|stage| !stage.is_rejection_stage);
        stages.map(order).max().unwrap_or(0)
    };
    assert_between(data.candidate_percent(|c| furthest(c) >= 2), 25.0, 45.0);
    assert_between(data.candidate_percent(|c| furthest(c) >= 4), 5.0, 16.0);
    assert_between(
        data.candidate_percent(|c| data.path(c).last().unwrap().is_rejection_stage),
        60.0,
        80.0,
    );
}

#[test]
fn a_filled_job_has_one_hired_candidate_and_none_waiting() {
    let data = &STANDARD;
    for job in &data.jobs {
        let hired_stage = hired_stage(&job.pipeline_stages);
        let applicants = || data.candidates.iter().filter(|c| c.job_id == job.id);
        let hired = applicants().filter(|c| c.current_pipeline_stage_id == hired_stage.id).count();
        let is_filled = job.job_status_name == "Filled";
        assert_eq!(hired, usize::from(is_filled), "{}", job.name);
        let is_waiting =
            applicants().any(|c| !is_final(data.path(c).last().unwrap(), &job.pipeline_stages));
        assert!(!(is_filled && is_waiting), "{}", job.name);
    }
}

#[test]
fn the_remaining_candidates_of_a_filled_job_are_rejected_in_one_afternoon() {
    let data = &STANDARD;
    for job in data.jobs.iter().filter(|job| job.job_status_name == "Filled") {
        let applicants = || data.candidates.iter().filter(|c| c.job_id == job.id);
        let hired_stage = &hired_stage(&job.pipeline_stages).id;
        let hired = applicants().find(|c| c.current_pipeline_stage_id == *hired_stage).unwrap();
        let filled_at = hired.current_pipeline_stage_date.unwrap().to_utc();
        let after: Vec<_> = applicants()
            .map(|c| c.current_pipeline_stage_date.unwrap().to_utc())
            .filter(|time| *time > filled_at)
            .collect();
        assert!(after.len() >= 2, "{}: {}", job.name, after.len());
        let (first, last) = (after.iter().min().unwrap(), after.iter().max().unwrap());
        assert!(*last - *first < TimeDelta::hours(1), "{}", job.name);
        assert!(*last - filled_at < TimeDelta::days(4), "{}", job.name);
    }
}

#[test]
fn some_candidates_step_back_skip_a_stage_or_were_in_a_removed_one() {
    let data = &STANDARD;
    let has_move = |c: &CandidateRecord, matches: fn(&PipelineStage, &PipelineStage) -> bool| {
        data.path(c).windows(2).any(|pair| matches(pair[0], pair[1]))
    };
    let is_return = |from: &PipelineStage, to: &PipelineStage| {
        from.is_rejection_stage || !to.is_rejection_stage && order(to) < order(from)
    };
    let is_skip = |from: &PipelineStage, to: &PipelineStage| {
        !from.is_rejection_stage && !to.is_rejection_stage && order(to) > order(from) + 1
    };
    assert_between(data.candidate_percent(|c| has_move(c, is_return)), 3.0, 5.0);
    assert_between(data.candidate_percent(|c| has_move(c, is_skip)), 4.8, 7.2);
    let has_removed_stage =
        |c: &CandidateRecord| data.path(c).len() < c.pipeline_stage_history.len();
    assert_between(data.candidate_percent(has_removed_stage), 1.4, 2.8);
    let stage_ids: HashSet<&StageId> = data
        .jobs
        .iter()
        .flat_map(|job| job.pipeline_stages.iter().map(|stage| &stage.id))
        .collect();
    let all = data.candidates.iter().flat_map(|c| &c.pipeline_stage_history);
    assert!(
        all.clone().any(|entry| !stage_ids.contains(&entry.stage_id)),
        "some histories contain a removed stage"
    );
    assert!(all.clone().all(|entry| !entry.stage_name.is_empty()));
}

#[test]
fn five_percent_have_been_waiting_for_more_than_sixty_days() {
    let data = &STANDARD;
    let long_ago: Timestamp = (data.now - TimeDelta::days(60)).into();
    let stale = |c: &CandidateRecord| {
        let current = *data.path(c).last().unwrap();
        !is_final(current, data.stages(c)) && c.current_pipeline_stage_date < Some(long_ago)
    };
    assert_between(data.candidate_percent(stale), 3.5, 7.0);
}

#[test]
fn the_median_time_in_a_stage_is_plausible() {
    let data = &STANDARD;
    let mut stays: HashMap<&str, Vec<i64>> = HashMap::new();
    for pair in data.candidates.iter().flat_map(|c| c.pipeline_stage_history.windows(2)) {
        let [from, to] = [&pair[0], &pair[1]].map(|entry| entry.stage_date.unwrap().to_utc());
        stays.entry(&pair[0].stage_name).or_default().push((to - from).num_hours());
    }
    for (stage, low, high) in [("Applied", 3, 9), ("Client interview", 5, 16), ("Contacted", 7, 22)]
    {
        let stays = stays.get_mut(stage).unwrap();
        stays.sort_unstable();
        let days = stays[stays.len() / 2] / 24;
        assert!((low..=high).contains(&days), "{stage}: a median of {days} days");
    }
}

#[test]
fn events_are_in_office_hours_and_whole_seconds() {
    let data = &STANDARD;
    let times: Vec<_> = (data.candidates.iter())
        .flat_map(|c| &c.pipeline_stage_history)
        .map(|entry| entry.stage_date.unwrap().to_utc())
        .collect();
    assert!(times.iter().all(|time| time.nanosecond() == 0));
    let share = |predicate: &dyn Fn(&DateTime<Utc>) -> bool| {
        percent(times.iter().filter(|time| predicate(time)).count(), times.len())
    };
    assert_between(share(&|time| matches!(time.weekday(), Weekday::Sat | Weekday::Sun)), 0.3, 4.0);
    // All offices from Berlin to Chicago are closed from 01:30 to 05:00 UTC.
    assert_between(share(&|time| (2..5).contains(&time.hour())), 0.0, 0.0);
}

#[test]
fn few_events_fall_into_the_end_of_december() {
    let data =
        dataset(&DemoConfig { jobs: 12, ..DemoConfig::standard(utc("2027-01-20T12:00:00Z")) });
    let between = |from: &str, to: &str| {
        let span = utc(from)..utc(to);
        let entries = data.candidates.iter().flat_map(|c| &c.pipeline_stage_history);
        entries.filter(|entry| span.contains(&entry.stage_date.unwrap().to_utc())).count()
    };
    let busy = between("2026-12-07T00:00:00Z", "2026-12-17T00:00:00Z");
    let quiet = between("2026-12-22T12:00:00Z", "2027-01-01T12:00:00Z");
    assert!(quiet * 5 < busy, "{quiet} against {busy}");
}
