//! A person's employers, with positions whose durations add up.
//!
//! Generated backwards from today. A position starts on the first day of a
//! month and ends on the last day of one, so the months of an employer are the
//! sum of its positions. There may be a gap between two employers, and a side
//! position next to the current one.

use chrono::NaiveDate;

use super::career_spec::{CareerSpec, Month, Placement, first_day, last_day, month_of};
use super::positions::{Tenure, positions, work_experience};
use super::rng::{Rng, floor_i64, to_f64};
use super::word_lists::{Organization, WordLists};
use crate::wire::{Position, WorkExperience};

#[derive(Debug, Default)]
pub(super) struct Career {
    /// Newest first.
    pub(super) employers: Vec<WorkExperience>,
    /// Title and employer, if the person has a position today.
    pub(super) current: Option<(String, Organization)>,
    pub(super) start: NaiveDate,
}

pub(super) fn career(lists: &WordLists, spec: &CareerSpec<'_>, rng: &mut Rng) -> Career {
    let present = month_of(spec.today);
    let (min_months, max_months) =
        [(3, 26), (24, 80), (60, 160), (108, 250), (170, 350)][spec.level - 1];
    let latest_start = spec.placement.map_or(present, |placement| placement.since - 4);
    let start = (present - rng.between(min_months, max_months)).min(latest_start);
    let mut career = Career { start: first_day(start), ..Career::default() };
    let mut end = match spec.placement {
        Some(placement) => add_placement(spec, placement, &mut career),
        None if spec.employer.is_none() && rng.chance(9.0) => present - rng.between(1, 11),
        None => present,
    };
    let mut previous: Option<&str> = None;
    while end >= start && career.employers.len() < 7 {
        let is_current = end == present;
        let fixed = spec.employer.filter(|_| is_current);
        let Some(employer) = fixed.or_else(|| random_employer(lists, spec, previous, rng)) else {
            break;
        };
        previous = Some(employer.name);
        let months = floor_i64(rng.log_normal(24.0 + 4.0 * to_f64(spec.level), 0.6)).clamp(3, 200);
        let from = if end - months < start + 4 { start } else { end - months + 1 };
        let tenure = Tenure { start: from, end, career_start: start, present };
        let mut positions = positions(lists, spec, tenure, rng);
        if employer.is_self_employment() {
            for position in &mut positions {
                "Freelance".clone_into(&mut position.position_type);
            }
        }
        if is_current && career.current.is_none() {
            career.current = positions.first().map(|position| (position.title.clone(), employer));
        }
        career.employers.push(work_experience(employer, positions));
        let gap = if rng.chance(14.0) { rng.between(2, 14) } else { 0 };
        end = from - 1 - gap;
    }
    if spec.level >= 3 && rng.chance(9.0) {
        add_side_position(lists, spec, start, &mut career, rng);
    }
    clear_repeated_descriptions(&mut career.employers);
    career
}

/// Returns the month before the placement.
fn add_placement(spec: &CareerSpec<'_>, placement: Placement, career: &mut Career) -> Month {
    let position = Position {
        title: placement.title.to_owned(),
        start_date: Some(first_day(placement.since).into()),
        duration_in_months: Some(month_of(spec.today) - placement.since + 1),
        location: spec.location.display.to_owned(),
        position_type: "Full-time".to_owned(),
        ..Position::default()
    };
    career.current = Some((position.title.clone(), placement.employer));
    career.employers.push(work_experience(placement.employer, vec![position]));
    placement.since - 1
}

/// Not the previous employer, and mostly one in the person's country.
fn random_employer(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    previous: Option<&str>,
    rng: &mut Rng,
) -> Option<Organization> {
    let employers = &lists.employers[spec.family];
    let is_local = |employer: &Organization| {
        employer.country.is_empty() || employer.country == spec.location.country
    };
    let anywhere = rng.chance(6.0);
    (0..12)
        .filter_map(|_| rng.choose(employers).copied())
        .find(|employer| Some(employer.name) != previous && (anywhere || is_local(employer)))
}

fn clear_repeated_descriptions(employers: &mut [WorkExperience]) {
    let mut seen: Vec<String> = Vec::new();
    for position in employers.iter_mut().flat_map(|employer| &mut employer.positions) {
        if seen.contains(&position.description) {
            position.description.clear();
        } else if !position.description.is_empty() {
            seen.push(position.description.clone());
        }
    }
}

fn add_side_position(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    career_start: Month,
    career: &mut Career,
    rng: &mut Rng,
) {
    let main = career.employers.first().map(|employer| employer.company_name.clone());
    let Some(employer) = random_employer(lists, spec, main.as_deref(), rng) else { return };
    let present = month_of(spec.today);
    let start = (present - rng.between(6, 50)).max(career_start);
    let months = present - start;
    let has_ended = rng.chance(60.0) && months > 2;
    let end = if has_ended { present - rng.between(1, months - 1) } else { present };
    let [title, employment_type] = rng
        .choose(&[
            ["Advisor", "Part-time"],
            ["Guest Lecturer", "Part-time"],
            ["Board Member", "Part-time"],
            ["Freelance Consultant", "Freelance"],
            ["Volunteer Mentor", "Volunteer"],
        ])
        .copied()
        .unwrap_or_default();
    let position = Position {
        title: title.to_owned(),
        start_date: Some(first_day(start).into()),
        end_date: has_ended.then(|| last_day(end).into()),
        duration_in_months: Some(end - start + 1),
        location: spec.location.display.to_owned(),
        position_type: employment_type.to_owned(),
        ..Position::default()
    };
    let after_main = career.employers.len().min(1);
    career.employers.insert(after_main, work_experience(employer, vec![position]));
}
