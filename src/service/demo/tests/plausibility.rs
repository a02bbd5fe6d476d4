//! Mistakes that a recruiter would notice: unqualified persons, impossible
//! orders, events on a day off.

use std::collections::{HashMap, HashSet};

use chrono::TimeDelta;

use super::*;
use crate::service::demo::jobs::{DemoJob, jobs};
use crate::service::demo::office_hours::{last_working_day, timestamp};
use crate::service::demo::qualification::{Qualification, applies_to};
use crate::service::demo::word_lists::WordLists;
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

fn standard_on(day: &str) -> DemoConfig {
    DemoConfig::standard(utc(&format!("{day}T15:20:00Z")))
}

fn positions(person: &PersonRecord) -> impl Iterator<Item = &Position> {
    person.work_experience.iter().flat_map(|employer| &employer.positions)
}

fn jobs_by_id() -> HashMap<JobId, DemoJob> {
    let ids = STANDARD.jobs.iter().map(|job| job.id.clone());
    ids.zip(jobs(&standard())).collect()
}

/// The titles of persons with the required family and specialty.
fn titles(lists: &WordLists, required: Qualification) -> HashSet<&'static str> {
    let titles = lists.titles.iter().flat_map(|titles| &titles[required.family]);
    let matching = titles.filter(|title| applies_to(title.specialties, required.specialty));
    let unique = &lists.unique_titles[required.family];
    matching.map(|title| title.text).chain(unique.iter().copied()).collect()
}

/// The order of the highest stage that is not a rejection, from 1.
fn furthest(candidate: &CandidateRecord) -> i64 {
    let stages = STANDARD.path(candidate).into_iter().filter(|s| !s.is_rejection_stage);
    stages.filter_map(|stage| stage.stage_order).max().unwrap_or(0)
}

#[test]
fn only_qualified_candidates_pass_the_second_stage() {
    let (lists, jobs) = (WordLists::read(), jobs_by_id());
    let (mut advanced, mut mismatched) = (0, 0);
    for candidate in &STANDARD.candidates {
        let job = &jobs[&candidate.job_id];
        let titles = titles(&lists, job.required);
        let person = &STANDARD.persons[&candidate.person_id];
        let fits = positions(person).any(|position| titles.contains(position.title.as_str()));
        advanced += usize::from(furthest(candidate) > 2);
        mismatched += usize::from(!fits);
        let title = &person.current_job_title;
        assert!(fits || furthest(candidate) <= 2, "{title} for {}", job.title);
    }
    assert!(advanced >= 250, "{advanced} advanced");
    assert!((60..=400).contains(&mismatched), "{mismatched} do not match");
}

#[test]
fn a_candidate_is_at_most_one_level_off() {
    let (lists, jobs) = (WordLists::read(), jobs_by_id());
    let mut levels: HashMap<&str, Vec<usize>> = HashMap::new();
    for (level, titles) in (1..).zip(&lists.titles) {
        for title in titles.iter().flatten() {
            levels.entry(title.text).or_default().push(level);
        }
    }
    let mut compared = 0;
    for candidate in &STANDARD.candidates {
        let (job, person) = (&jobs[&candidate.job_id], &STANDARD.persons[&candidate.person_id]);
        let current = positions(person).find(|position| position.end_date.is_none());
        let title_levels = current.and_then(|position| levels.get(position.title.as_str()));
        if let Some(levels) = title_levels {
            let is_near = levels.iter().any(|level| level.abs_diff(job.required.level) <= 1);
            assert!(is_near, "{} for {}", person.current_job_title, job.title);
            compared += 1;
        }
    }
    assert!(compared >= 2000, "{compared} compared");
}

#[test]
fn the_first_candidates_of_a_job_are_qualified() {
    let (lists, jobs) = (WordLists::read(), jobs_by_id());
    for (id, job) in &jobs {
        let titles = titles(&lists, job.required);
        let applicants = STANDARD.candidates.iter().filter(|c| c.job_id == *id);
        for candidate in applicants.take(10) {
            let person = &STANDARD.persons[&candidate.person_id];
            let fits = positions(person).any(|position| titles.contains(position.title.as_str()));
            assert!(fits, "{} for {}", person.current_job_title, job.title);
        }
    }
}

#[test]
fn titles_of_candidates_match_the_job() {
    let share = |job: &str, words: &[&str]| {
        let id = &STANDARD.jobs.iter().find(|other| other.name.starts_with(job)).unwrap().id;
        let titles: Vec<&str> = (STANDARD.candidates.iter().filter(|c| c.job_id == *id))
            .map(|c| STANDARD.persons[&c.person_id].current_job_title.as_str())
            .filter(|title| !title.is_empty())
            .collect();
        let matching = titles.iter().filter(|title| words.iter().any(|word| title.contains(word)));
        percent(matching.count(), titles.len())
    };
    let nurses = ["Nurse", "Ward", "Healthcare Assistant", "Sjuksköterska", "看護師", "간호사"];
    assert_between(share("Clinical Nurse", &nurses), 75.0, 98.0);
    let doctors = ["Radiologist", "Radiology", "Medical Director", "House Officer"];
    assert_between(share("Consultant Radiologist", &doctors), 75.0, 100.0);
    assert_between(
        share("Paralegal", &["General Counsel", "Partner", "Head of", "Chief"]),
        0.0,
        0.0,
    );
    assert_between(share("Graduate", &["Chief", "Director", "Head of", "VP"]), 0.0, 0.0);
}

#[test]
fn a_description_fits_the_duration_of_its_position() {
    let lists = WordLists::read();
    let descriptions = lists.descriptions.iter().flatten();
    let min_months: HashMap<&str, i64> =
        descriptions.map(|description| (description.text, description.min_months)).collect();
    let spans = [("three years", 36), ("two years", 24), ("30 months", 30), ("last year", 12)];
    for (text, months) in spans {
        let is_plausible =
            |(description, min): (&&str, &i64)| !description.contains(text) || *min >= months;
        assert!(min_months.iter().all(is_plausible), "{text}");
    }
    let (mut count, mut long) = (0, 0);
    for position in STANDARD.persons.values().flat_map(positions) {
        if let Some(min) = min_months.get(position.description.as_str()) {
            assert!(position.duration_in_months >= Some(*min), "{position:?}");
            count += 1;
            long += usize::from(*min >= 12);
        }
    }
    assert!(count >= 2000 && long >= 100, "{count} descriptions, {long} of a year and more");
}

#[test]
fn a_removed_stage_follows_the_stage_it_came_after() {
    let removed_stages = [
        ("Take-home task", "Recruiter screen"),
        ("Phone pre-screen", "Application"),
        ("Psychometric assessment", "Partner interview"),
    ];
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let histories = STANDARD.candidates.iter().map(|c| &c.pipeline_stage_history);
    for pair in histories.flat_map(|history| history.windows(2)) {
        let removed = removed_stages.iter().find(|(name, _)| *name == pair[1].stage_name);
        if let Some((name, previous)) = removed {
            assert_eq!(pair[0].stage_name, *previous, "{name}");
            *seen.entry(name).or_default() += 1;
        }
    }
    assert!(seen.len() == removed_stages.len() && seen.values().sum::<usize>() >= 30, "{seen:?}");
    let first = STANDARD.candidates.iter().map(|c| c.pipeline_stage_history[0].stage_name.as_str());
    assert!(first.clone().all(|name| removed_stages.iter().all(|(removed, _)| *removed != name)));
}

#[test]
fn wording_of_advertisements_appears_in_no_career() {
    let ads = ["(m/w/d)", "(H/F)", "FTC", "(Interim", "(Nights)", "/in "];
    let (mut long_titles, mut persons) = (HashMap::<&str, usize>::new(), 0);
    for person in STANDARD.persons.values() {
        let texts = [&person.current_job_title, &person.social_headline];
        for title in positions(person).map(|position| &position.title).chain(texts) {
            assert!(ads.iter().all(|ad| !title.contains(ad)), "{title}");
        }
        if person.current_job_title.chars().count() > 90 {
            *long_titles.entry(&person.current_job_title).or_default() += 1;
            persons += 1;
        }
    }
    assert_eq!(long_titles.len(), persons, "a long title is shared: {long_titles:?}");
    let names = || STANDARD.jobs.iter().map(|job| job.name.as_str());
    assert!(names().any(|name| name.contains("(m/w/d)")));
    assert!(names().any(|name| name.chars().count() > 100 && !long_titles.contains_key(name)));
}

#[test]
fn jobs_open_in_office_hours_of_working_days() {
    for config in DAYS.map(standard_on).into_iter().chain([DemoConfig { jobs: 400, ..standard() }])
    {
        for job in jobs(&config) {
            let opened = job.record.created_at.unwrap();
            let day = job.office.day(opened.to_utc().timestamp_millis());
            assert_eq!(day, last_working_day(day), "{} at {opened:?}", job.title);
            let hours = [0.0, 1.0].map(|share| timestamp(job.office.time_at(day, share)).unwrap());
            assert!(hours[0] <= opened && opened <= hours[1], "{} at {opened:?}", job.title);
        }
    }
}

#[test]
fn an_executive_search_takes_months() {
    for config in DAYS.map(standard_on) {
        let data = dataset(&config);
        let searches = data.jobs.iter().filter(|job| job.pipeline_stages[0].name == "Identified");
        let mut placed = 0;
        for job in searches.filter(|job| job.job_status_name == "Filled") {
            let applicants = data.candidates.iter().filter(|c| c.job_id == job.id);
            let hired = applicants.filter(|c| data.path(c).last().unwrap().name == "Placed");
            for candidate in hired {
                let placed_at = candidate.current_pipeline_stage_date.unwrap().to_utc();
                let duration = placed_at - job.created_at.unwrap().to_utc();
                assert!(duration >= TimeDelta::days(85), "{} took {duration}", job.name);
                placed += 1;
            }
        }
        assert!(placed >= 1, "{placed} placed");
    }
}

#[test]
fn the_candidate_of_the_readme_is_in_the_first_stage_on_any_day() {
    let (lists, jobs) = (WordLists::read(), jobs_by_id());
    for config in DAYS.map(standard_on) {
        let data = dataset(&config);
        let mut candidates = data.candidates.iter();
        let candidate = candidates.find(|c| c.id.as_str() == "can_etys814ww275rqnr").unwrap();
        let job = &jobs[&candidate.job_id];
        assert_eq!(job.title, "Graduate Marketing Associate");
        assert_eq!(data.path(candidate).last().unwrap().name, "Applied");
        let title = data.persons[&candidate.person_id].current_job_title.as_str();
        assert!(titles(&lists, job.required).contains(title), "{title}");
    }
}
