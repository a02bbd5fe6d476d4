//! What someone has worked as, and where: positions that add up.
//!
//! Told backwards from today in whole months: a position lasts from the first
//! day of a month to the last day of one, so the months of an employer are
//! the months of its positions. Between employers there may be a gap; beside
//! one, a second occupation.

use chrono::NaiveDate;

use super::dice::{Dice, real, whole};
use super::pools::{House, Pools};
use super::positions::{Stint, experience, positions};
use super::worker::{Month, Placed, Worker, first_day, last_day, month_of};
use crate::wire::{Position, WorkExperience};

/// A career, and what it says about now.
#[derive(Debug, Default)]
pub(super) struct Career {
    pub(super) employers: Vec<WorkExperience>,
    /// The position held now, or none.
    pub(super) now: Option<(String, House)>,
    /// When it all began.
    pub(super) began: NaiveDate,
}

pub(super) fn career(pools: &Pools, worker: &Worker<'_>, dice: &mut Dice) -> Career {
    let present = month_of(worker.today);
    let (shortest, longest) =
        [(3, 26), (24, 80), (60, 160), (108, 250), (170, 350)][worker.level - 1];
    let latest = worker.placed.map_or(present, |placed| placed.since - 4);
    let began = (present - dice.between(shortest, longest)).min(latest);
    let mut career = Career { began: first_day(began), ..Career::default() };
    let mut end = match worker.placed {
        Some(placed) => take_up(worker, placed, &mut career),
        None if worker.employer.is_none() && dice.chance(9.0) => present - dice.between(1, 11),
        None => present,
    };
    let mut last: Option<&str> = None;
    while end >= began && career.employers.len() < 7 {
        let current = end == present;
        let settled = worker.employer.filter(|_| current);
        let Some(house) = settled.or_else(|| another(pools, worker, last, dice)) else {
            break;
        };
        last = Some(house.name);
        let months = whole(dice.log_normal(24.0 + 4.0 * real(worker.level), 0.6)).clamp(3, 200);
        let from = if end - months < began + 4 { began } else { end - months + 1 };
        let stint = Stint { from, upto: end, began, present };
        let mut positions = positions(pools, worker, stint, dice);
        if house.is_nobody() {
            for position in &mut positions {
                "Freelance".clone_into(&mut position.position_type);
            }
        }
        if current && career.now.is_none() {
            career.now = positions.first().map(|position| (position.title.clone(), house));
        }
        career.employers.push(experience(house, positions));
        let gap = if dice.chance(14.0) { dice.between(2, 14) } else { 0 };
        end = from - 1 - gap;
    }
    if worker.level >= 3 && dice.chance(9.0) {
        side_line(pools, worker, began, &mut career, dice);
    }
    say_once(&mut career.employers);
    career
}

/// Puts the position found through us first; tells the month before it.
fn take_up(worker: &Worker<'_>, placed: Placed, career: &mut Career) -> Month {
    let position = Position {
        title: placed.title.to_owned(),
        start_date: Some(first_day(placed.since).into()),
        duration_in_months: Some(month_of(worker.today) - placed.since + 1),
        location: worker.place.shown.to_owned(),
        position_type: "Full-time".to_owned(),
        ..Position::default()
    };
    career.now = Some((position.title.clone(), placed.house));
    career.employers.push(experience(placed.house, vec![position]));
    placed.since - 1
}

/// An employer other than the last, mostly one that is where they live.
fn another(
    pools: &Pools,
    worker: &Worker<'_>,
    last: Option<&str>,
    dice: &mut Dice,
) -> Option<House> {
    let houses = &pools.employers[worker.family];
    let near = |house: &House| house.country.is_empty() || house.country == worker.place.country;
    let anywhere = dice.chance(6.0);
    (0..12)
        .filter_map(|_| dice.pick(houses).copied())
        .find(|house| Some(house.name) != last && (anywhere || near(house)))
}

/// Nobody describes two positions in the same words.
fn say_once(employers: &mut [WorkExperience]) {
    let mut said: Vec<String> = Vec::new();
    for position in employers.iter_mut().flat_map(|employer| &mut employer.positions) {
        if said.contains(&position.description) {
            position.description.clear();
        } else if !position.description.is_empty() {
            said.push(position.description.clone());
        }
    }
}

/// A second occupation beside the first employer.
fn side_line(
    pools: &Pools,
    worker: &Worker<'_>,
    began: Month,
    career: &mut Career,
    dice: &mut Dice,
) {
    let last = career.employers.first().map(|employer| employer.company_name.clone());
    let Some(house) = another(pools, worker, last.as_deref(), dice) else { return };
    let present = month_of(worker.today);
    let from = (present - dice.between(6, 50)).max(began);
    let months = present - from;
    let ended = dice.chance(60.0) && months > 2;
    let end = if ended { present - dice.between(1, months - 1) } else { present };
    let [title, kind] = dice
        .pick(&[
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
        start_date: Some(first_day(from).into()),
        end_date: ended.then(|| last_day(end).into()),
        duration_in_months: Some(end - from + 1),
        location: worker.place.shown.to_owned(),
        position_type: kind.to_owned(),
        ..Position::default()
    };
    let after_the_first = career.employers.len().min(1);
    career.employers.insert(after_the_first, experience(house, vec![position]));
}
