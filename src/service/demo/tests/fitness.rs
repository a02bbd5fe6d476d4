//! What a recruiter would stumble over: wrong people, impossible orders, dates
//! nobody works on.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;

use super::*;
use crate::service::demo::jobs::{Job, jobs};
use crate::service::demo::office::{last_working_day, timestamp};
use crate::service::demo::pools::Pools;
use crate::service::demo::profile::{Profile, is_meant_for};
use crate::wire::Position;

const DAYS: [&str; 12] = [
    "2026-01-03",
    "2026-01-17",
    "2026-02-28",
    "2026-04-06",
    "2026-05-31",
    "2026-07-14",
    "2026-09-01",
    "2026-11-13",
    "2026-12-25",
    "2026-12-31",
    "2027-01-01",
    "2028-02-29",
];

fn told_on(day: &str) -> DemoConfig {
    DemoConfig::standard(moment(&format!("{day}T15:20:00Z")))
}

fn positions(person: &PersonRecord) -> impl Iterator<Item = &Position> {
    person.work_experience.iter().flat_map(|employer| &employer.positions)
}

/// The jobs of the standard desk with what they ask for.
fn wanted() -> HashMap<JobId, Job> {
    let ids = STANDARD.jobs.iter().map(|job| job.id.clone());
    ids.zip(jobs(&standard())).collect()
}

/// The titles of those who are what a job asks for.
fn titles(pools: &Pools, wanted: Profile) -> HashSet<&'static str> {
    let levels = pools.titles.iter().flat_map(|titles| &titles[wanted.family]);
    let theirs = levels.filter(|title| is_meant_for(title.specialties, wanted.specialty));
    let once = &pools.titles_borne_once[wanted.family];
    theirs.map(|title| title.text).chain(once.iter().copied()).collect()
}

/// How far somebody came: the highest stage that is no rejection, from 1.
fn furthest(candidate: &CandidateRecord) -> i64 {
    let on_the_way = STANDARD.path(candidate).into_iter().filter(|s| !s.is_rejection_stage);
    on_the_way.filter_map(|stage| stage.stage_order).max().unwrap_or(0)
}

#[test]
fn only_those_of_the_trade_and_specialty_come_beyond_the_second_stage() {
    let (pools, jobs) = (Pools::read(), wanted());
    let (mut far, mut strangers) = (0, 0);
    for candidate in &STANDARD.candidates {
        let job = &jobs[&candidate.job_id];
        let titles = titles(&pools, job.wanted);
        let person = &STANDARD.people[&candidate.person_id];
        let fits = positions(person).any(|position| titles.contains(position.title.as_str()));
        far += usize::from(furthest(candidate) > 2);
        strangers += usize::from(!fits);
        let told = || format!("{} for {}", person.current_job_title, job.title);
        assert!(fits || furthest(candidate) <= 2, "{}", told());
    }
    assert!(far >= 250, "{far} came far");
    assert!((60..=400).contains(&strangers), "{strangers} came from elsewhere");
}

#[test]
fn nobody_applies_two_levels_up_or_down() {
    let (pools, jobs) = (Pools::read(), wanted());
    let mut levels: HashMap<&str, Vec<usize>> = HashMap::new();
    for (level, titles) in (1..).zip(&pools.titles) {
        for title in titles.iter().flatten() {
            levels.entry(title.text).or_default().push(level);
        }
    }
    let mut compared = 0;
    for candidate in &STANDARD.candidates {
        let (job, person) = (&jobs[&candidate.job_id], &STANDARD.people[&candidate.person_id]);
        let now = positions(person).find(|position| position.end_date.is_none());
        let known = now.and_then(|position| levels.get(position.title.as_str()));
        if let Some(levels) = known {
            let near = levels.iter().any(|level| level.abs_diff(job.wanted.level) <= 1);
            assert!(near, "{} for {}", person.current_job_title, job.title);
            compared += 1;
        }
    }
    assert!(compared >= 2000, "{compared} compared");
}

#[test]
fn the_first_candidates_of_a_job_are_what_it_asks_for() {
    let (pools, jobs) = (Pools::read(), wanted());
    for (id, job) in &jobs {
        let titles = titles(&pools, job.wanted);
        let of_job = STANDARD.candidates.iter().filter(|c| c.job_id == *id);
        for candidate in of_job.take(10) {
            let person = &STANDARD.people[&candidate.person_id];
            let fits = positions(person).any(|position| titles.contains(position.title.as_str()));
            assert!(fits, "{} for {}", person.current_job_title, job.title);
        }
    }
}

#[test]
fn nurses_come_for_nursing_radiologists_for_radiology_and_no_partner_as_a_paralegal() {
    let share = |job: &str, words: &[&str]| {
        let id = &STANDARD.jobs.iter().find(|known| known.name.starts_with(job)).unwrap().id;
        let of_job: Vec<&str> = (STANDARD.candidates.iter().filter(|c| c.job_id == *id))
            .map(|c| STANDARD.people[&c.person_id].current_job_title.as_str())
            .filter(|title| !title.is_empty())
            .collect();
        let so = of_job.iter().filter(|title| words.iter().any(|word| title.contains(word)));
        percent(so.count(), of_job.len())
    };
    let nurses = ["Nurse", "Ward", "Healthcare Assistant", "Sjuksköterska", "看護師", "간호사"];
    about(share("Clinical Nurse", &nurses), 75.0, 98.0);
    let doctors = ["Radiologist", "Radiology", "Medical Director", "House Officer"];
    about(share("Consultant Radiologist", &doctors), 75.0, 100.0);
    about(share("Paralegal", &["General Counsel", "Partner", "Head of", "Chief"]), 0.0, 0.0);
    about(share("Graduate", &["Chief", "Director", "Head of", "VP"]), 0.0, 0.0);
}

#[test]
fn what_is_told_of_a_position_takes_no_longer_than_it_lasted() {
    let pools = Pools::read();
    let least: HashMap<&str, i64> =
        pools.descriptions.iter().flatten().map(|told| (told.text, told.least_months)).collect();
    let spans = [("three years", 36), ("two years", 24), ("30 months", 30), ("last year", 12)];
    for (text, months) in spans {
        assert!(least.iter().all(|(told, least)| !told.contains(text) || *least >= months));
    }
    let (mut told, mut long) = (0, 0);
    for position in STANDARD.people.values().flat_map(positions) {
        if let Some(least) = least.get(position.description.as_str()) {
            assert!(position.duration_in_months >= Some(*least), "{position:?}");
            told += 1;
            long += usize::from(*least >= 12);
        }
    }
    assert!(told >= 2000 && long >= 100, "{told} told, {long} of a year and more");
}

#[test]
fn a_stage_that_is_gone_stood_behind_the_first_talk() {
    let places = [
        ("Take-home task", "Recruiter screen"),
        ("Phone pre-screen", "Application"),
        ("Psychometric assessment", "Partner interview"),
    ];
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let histories = STANDARD.candidates.iter().map(|c| &c.pipeline_stage_history);
    for pair in histories.flat_map(|history| history.windows(2)) {
        let gone = places.iter().find(|(gone, _)| *gone == pair[1].stage_name);
        if let Some((gone, behind)) = gone {
            assert_eq!(pair[0].stage_name, *behind, "{gone}");
            *seen.entry(gone).or_default() += 1;
        }
    }
    assert!(seen.len() == places.len() && seen.values().sum::<usize>() >= 30, "{seen:?}");
    let first = STANDARD.candidates.iter().map(|c| c.pipeline_stage_history[0].stage_name.as_str());
    assert!(first.clone().all(|name| places.iter().all(|(gone, _)| *gone != name)));
}

#[test]
fn what_advertisements_say_stands_in_no_career() {
    let ads = ["(m/w/d)", "(H/F)", "FTC", "(Interim", "(Nights)", "/in "];
    let (mut long, mut people) = (HashMap::<&str, usize>::new(), 0);
    for person in STANDARD.people.values() {
        let texts = [&person.current_job_title, &person.social_headline];
        for title in positions(person).map(|position| &position.title).chain(texts) {
            assert!(ads.iter().all(|ad| !title.contains(ad)), "{title}");
        }
        if person.current_job_title.chars().count() > 90 {
            *long.entry(&person.current_job_title).or_default() += 1;
            people += 1;
        }
    }
    assert_eq!(long.len(), people, "nobody shares a long title: {long:?}");
    let names = || STANDARD.jobs.iter().map(|job| job.name.as_str());
    assert!(names().any(|name| name.contains("(m/w/d)")));
    assert!(names().any(|name| name.chars().count() > 100 && !long.contains_key(name)));
}

#[test]
fn jobs_are_opened_in_office_hours_of_working_days() {
    for plan in DAYS.map(told_on).into_iter().chain([DemoConfig { jobs: 400, ..standard() }]) {
        for job in jobs(&plan) {
            let opened = job.record.created_at.unwrap();
            let day = job.office.day(opened.to_utc().timestamp_millis());
            assert_eq!(day, last_working_day(day), "{} at {opened:?}", job.title);
            let hours = [0.0, 1.0].map(|share| timestamp(job.office.moment(day, share)).unwrap());
            assert!(hours[0] <= opened && opened <= hours[1], "{} at {opened:?}", job.title);
        }
    }
}

#[test]
fn an_executive_search_takes_months() {
    for plan in DAYS.map(told_on) {
        let desk = desk(&plan);
        let searches = desk.jobs.iter().filter(|job| job.pipeline_stages[0].name == "Identified");
        let mut placed = 0;
        for job in searches.filter(|job| job.job_status_name == "Filled") {
            let of_job = desk.candidates.iter().filter(|c| c.job_id == job.id);
            let got_it = of_job.filter(|c| desk.path(c).last().unwrap().name == "Placed");
            for candidate in got_it {
                let placed_at = candidate.current_pipeline_stage_date.unwrap().to_utc();
                let took = placed_at - job.created_at.unwrap().to_utc();
                assert!(took >= TimeDelta::days(85), "{} took {took}", job.name);
                placed += 1;
            }
        }
        assert!(placed >= 1, "{placed} placed");
    }
}

#[test]
fn the_candidate_of_the_manual_waits_for_a_screen_on_any_day() {
    let (pools, jobs) = (Pools::read(), wanted());
    for plan in DAYS.map(told_on) {
        let desk = desk(&plan);
        let found = desk.candidates.iter().find(|c| c.id.as_str() == "can_etys814ww275rqnr");
        let candidate = found.unwrap();
        let job = &jobs[&candidate.job_id];
        assert_eq!(job.title, "Graduate Marketing Associate");
        assert_eq!(desk.path(candidate).last().unwrap().name, "Applied");
        let title = desk.people[&candidate.person_id].current_job_title.as_str();
        assert!(titles(&pools, job.wanted).contains(title), "{title}");
    }
}
