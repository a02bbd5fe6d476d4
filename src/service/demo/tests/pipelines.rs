//! Jobs and funnels: counted against what recruiters know.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Datelike, TimeDelta, Timelike, Weekday};

use super::*;
use crate::wire::{StageId, Timestamp};

fn goal(stages: &[PipelineStage]) -> &PipelineStage {
    stages.iter().rfind(|stage| !stage.is_rejection_stage).unwrap()
}

fn is_over(stage: &PipelineStage, stages: &[PipelineStage]) -> bool {
    stage.is_rejection_stage || stage.id == goal(stages).id
}

fn order(stage: &PipelineStage) -> i64 {
    stage.stage_order.unwrap()
}

#[test]
fn thirty_two_jobs_stand_at_eleven_clients_in_every_status() {
    let desk = &STANDARD;
    let mut statuses = BTreeMap::new();
    for job in &desk.jobs {
        *statuses.entry(job.job_status_name.as_str()).or_insert(0) += 1;
    }
    let expected = [("Closed - lost", 3), ("Filled", 8), ("On hold", 5), ("Open", 16)];
    assert_eq!(statuses.into_iter().collect::<Vec<_>>(), expected);
    let clients: HashSet<_> = desk.jobs.iter().map(|job| &job.client_company_id).collect();
    let names: HashSet<_> = desk.jobs.iter().map(|job| &job.client_company_name).collect();
    assert_eq!((clients.len(), names.len()), (11, 11));
    assert_eq!(desk.jobs.iter().filter(|job| job.is_archived).count(), 6);
    assert!(desk.jobs.iter().all(|job| !job.is_archived || job.job_status_name != "Open"));
}

#[test]
fn jobs_have_none_a_page_a_page_and_one_a_crowd_or_about_forty_five_candidates() {
    let mut sizes = STANDARD.sizes();
    sizes.sort_unstable();
    assert_eq!(sizes.iter().sum::<usize>(), 2400);
    for exact in [0, 100, 101] {
        assert!(sizes.contains(&exact), "{exact} in {sizes:?}");
    }
    assert!((600..=680).contains(sizes.last().unwrap()), "{sizes:?}");
    let median = sizes[sizes.len() / 2];
    assert!((36..=54).contains(&median), "{sizes:?}");
}

#[test]
fn there_are_three_pipelines_and_each_job_has_stages_of_its_own() {
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
fn most_are_turned_down_early_and_few_come_far() {
    let desk = &STANDARD;
    let furthest = |c: &CandidateRecord| {
        let on_the_way = desk.path(c).into_iter().filter(|stage| !stage.is_rejection_stage);
        on_the_way.map(order).max().unwrap_or(0)
    };
    about(desk.share(|c| furthest(c) >= 2), 25.0, 45.0);
    about(desk.share(|c| furthest(c) >= 4), 5.0, 16.0);
    about(desk.share(|c| desk.path(c).last().unwrap().is_rejection_stage), 60.0, 80.0);
}

#[test]
fn a_filled_job_has_one_who_got_it_and_nobody_waiting() {
    let desk = &STANDARD;
    for job in &desk.jobs {
        let goal = goal(&job.pipeline_stages);
        let of_job = || desk.candidates.iter().filter(|c| c.job_id == job.id);
        let hired = of_job().filter(|c| c.current_pipeline_stage_id == goal.id).count();
        let filled = job.job_status_name == "Filled";
        assert_eq!(hired, usize::from(filled), "{}", job.name);
        let waiting =
            of_job().any(|c| !is_over(desk.path(c).last().unwrap(), &job.pipeline_stages));
        assert!(!(filled && waiting), "{}", job.name);
    }
}

#[test]
fn when_a_job_is_filled_many_are_turned_down_in_one_afternoon() {
    let desk = &STANDARD;
    for job in desk.jobs.iter().filter(|job| job.job_status_name == "Filled") {
        let of_job = || desk.candidates.iter().filter(|c| c.job_id == job.id);
        let goal = &goal(&job.pipeline_stages).id;
        let hired = of_job().find(|c| c.current_pipeline_stage_id == *goal).unwrap();
        let filled = hired.current_pipeline_stage_date.unwrap().to_utc();
        let after: Vec<_> = of_job()
            .map(|c| c.current_pipeline_stage_date.unwrap().to_utc())
            .filter(|moment| *moment > filled)
            .collect();
        assert!(after.len() >= 2, "{}: {}", job.name, after.len());
        let (first, last) = (after.iter().min().unwrap(), after.iter().max().unwrap());
        assert!(*last - *first < TimeDelta::hours(1), "{}", job.name);
        assert!(*last - filled < TimeDelta::days(4), "{}", job.name);
    }
}

#[test]
fn some_go_back_or_return_some_jump_and_some_saw_a_stage_that_is_gone() {
    let desk = &STANDARD;
    let moves = |c: &CandidateRecord, odd: fn(&PipelineStage, &PipelineStage) -> bool| {
        desk.path(c).windows(2).any(|pair| odd(pair[0], pair[1]))
    };
    let returns = |from: &PipelineStage, to: &PipelineStage| {
        from.is_rejection_stage || !to.is_rejection_stage && order(to) < order(from)
    };
    let jumps = |from: &PipelineStage, to: &PipelineStage| {
        !from.is_rejection_stage && !to.is_rejection_stage && order(to) > order(from) + 1
    };
    about(desk.share(|c| moves(c, returns)), 3.0, 5.0);
    about(desk.share(|c| moves(c, jumps)), 4.8, 7.2);
    let gone = |c: &CandidateRecord| desk.path(c).len() < c.pipeline_stage_history.len();
    about(desk.share(gone), 1.4, 2.8);
    let known: HashSet<&StageId> = desk
        .jobs
        .iter()
        .flat_map(|job| job.pipeline_stages.iter().map(|stage| &stage.id))
        .collect();
    let all = desk.candidates.iter().flat_map(|c| &c.pipeline_stage_history);
    assert!(all.clone().any(|entry| !known.contains(&entry.stage_id)), "gone from every job");
    assert!(all.clone().all(|entry| !entry.stage_name.is_empty()));
}

#[test]
fn one_in_twenty_has_been_waiting_for_more_than_sixty_days() {
    let desk = &STANDARD;
    let long_ago: Timestamp = (desk.now - TimeDelta::days(60)).into();
    let stale = |c: &CandidateRecord| {
        let here = *desk.path(c).last().unwrap();
        !is_over(here, desk.stages(c)) && c.current_pipeline_stage_date < Some(long_ago)
    };
    about(desk.share(stale), 3.5, 7.0);
}

#[test]
fn stays_are_as_long_as_they_are_in_life() {
    let desk = &STANDARD;
    let mut stays: HashMap<&str, Vec<i64>> = HashMap::new();
    for pair in desk.candidates.iter().flat_map(|c| c.pipeline_stage_history.windows(2)) {
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
fn work_is_done_in_working_hours_and_in_whole_seconds() {
    let desk = &STANDARD;
    let moments: Vec<_> = (desk.candidates.iter())
        .flat_map(|c| &c.pipeline_stage_history)
        .map(|entry| entry.stage_date.unwrap().to_utc())
        .collect();
    assert!(moments.iter().all(|moment| moment.nanosecond() == 0));
    let count = |so: &dyn Fn(&DateTime<Utc>) -> bool| {
        percent(moments.iter().filter(|moment| so(moment)).count(), moments.len())
    };
    about(count(&|m| matches!(m.weekday(), Weekday::Sat | Weekday::Sun)), 0.3, 4.0);
    // Offices from Berlin to Chicago: nobody works from half past one to five in UTC.
    about(count(&|m| (2..5).contains(&m.hour())), 0.0, 0.0);
}

#[test]
fn little_happens_at_the_end_of_december() {
    let desk =
        desk(&DemoConfig { jobs: 12, ..DemoConfig::standard(moment("2027-01-20T12:00:00Z")) });
    let between = |from: &str, to: &str| {
        let span = moment(from)..moment(to);
        let entries = desk.candidates.iter().flat_map(|c| &c.pipeline_stage_history);
        entries.filter(|entry| span.contains(&entry.stage_date.unwrap().to_utc())).count()
    };
    let busy = between("2026-12-07T00:00:00Z", "2026-12-17T00:00:00Z");
    let quiet = between("2026-12-22T12:00:00Z", "2027-01-01T12:00:00Z");
    assert!(quiet * 5 < busy, "{quiet} against {busy}");
}
