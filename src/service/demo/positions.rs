//! The positions someone held with one employer, newest first.
//!
//! Titles rise with the years, what is told of a position fits its level, and
//! a change of title inside the house is a promotion. `career` puts the
//! employers one after the other.

use super::dice::Dice;
use super::network::listing;
use super::pools::{Description, House, Pools, Title};
use super::profile::is_meant_for;
use super::worker::{Month, Worker, first_day, last_day};
use crate::wire::{Position, WorkExperience};

/// The time with one employer, within a whole career.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stint {
    pub(super) from: Month,
    pub(super) upto: Month,
    pub(super) began: Month,
    pub(super) present: Month,
}

/// Newest first, without a gap.
pub(super) fn positions(
    pools: &Pools,
    worker: &Worker<'_>,
    stint: Stint,
    dice: &mut Dice,
) -> Vec<Position> {
    let months = stint.upto - stint.from + 1;
    let most = if months < 18 {
        0
    } else if months < 40 {
        1
    } else {
        2
    };
    let promotions = (0..most).filter(|_| dice.chance(28.0)).count();
    let elsewhere = if dice.chance(18.0) { dice.pick(&pools.places) } else { None };
    let place = elsewhere.filter(|_| stint.upto < stint.present).unwrap_or(worker.place);
    let parts = i64::try_from(promotions + 1).unwrap_or(1);
    let mut positions: Vec<Position> = Vec::with_capacity(promotions + 1);
    let mut end = stint.upto;
    for part in (0..parts).rev() {
        let jitter = if part > 0 { dice.between(-3, 3) } else { 0 };
        let from = stint.from + months * part / parts + jitter;
        let level =
            level_after(i64::midpoint(from, end) - stint.began, worker.level, end == stint.present);
        let title = title(pools, worker, level, dice);
        // The same title twice in a row would be one position.
        if let Some(later) = positions.last_mut().filter(|later| later.title == title) {
            later.start_date = Some(first_day(from).into());
            later.duration_in_months =
                later.duration_in_months.map(|months| months + end - from + 1);
        } else {
            let ongoing = end == stint.present;
            let months = end - from + 1;
            let kind = kind(level, months, dice);
            positions.push(Position {
                title: title.to_owned(),
                start_date: Some(first_day(from).into()),
                end_date: (!ongoing).then(|| last_day(end).into()),
                duration_in_months: Some(months),
                description: described(pools, worker, (level, months), kind, dice),
                location: if dice.chance(88.0) { place.shown.to_owned() } else { String::new() },
                position_type: kind.to_owned(),
                ..Position::default()
            });
        }
        end = from - 1;
    }
    positions
}

/// The level someone has reached after so many months.
fn level_after(months: Month, most: usize, now: bool) -> usize {
    let reached = match months {
        ..20 => 1,
        20..66 => 2,
        66..120 => 3,
        120..200 => 4,
        _ => 5,
    };
    if now { most.max(1) } else { reached.min(most) }
}

fn title(pools: &Pools, worker: &Worker<'_>, level: usize, dice: &mut Dice) -> &'static str {
    // Nobody begins as a chief.
    let of = if pools.titles[level - 1][worker.family].is_empty() {
        worker.origin
    } else {
        worker.family
    };
    let titles = &pools.titles[level - 1][of];
    let written_in = |title: &&Title, country: &str| {
        let theirs = of != worker.family || is_meant_for(title.specialties, worker.specialty);
        title.country == country && theirs
    };
    let known = titles.iter().any(|title| written_in(&title, worker.tongue));
    let country = if known && dice.chance(45.0) { worker.tongue } else { "" };
    let choices = || titles.iter().filter(|title| written_in(title, country));
    let chosen = dice.below(choices().count());
    choices().nth(chosen).map_or("Consultant", |title| title.text)
}

fn kind(level: usize, months: Month, dice: &mut Dice) -> &'static str {
    let common = ["Full-time", "Full-time", "Full-time", "Full-time", "Full-time", "Full-time"];
    let odd = match level {
        1 if months <= 14 => ["Internship", "Apprenticeship", "Part-time", "Temporary"],
        5 => ["Full-time", "Interim", "Contract", "Full-time"],
        _ => ["Contract", "Part-time", "Fixed-term", "Freelance"],
    };
    let all = if dice.chance(78.0) { &common[..] } else { &odd[..] };
    dice.pick(all).copied().unwrap_or("Full-time")
}

fn described(
    pools: &Pools,
    worker: &Worker<'_>,
    (level, months): (usize, Month),
    kind: &str,
    dice: &mut Dice,
) -> String {
    if !dice.chance(68.0) {
        return String::new();
    }
    let plain = match kind {
        "Internship" => "Internship beside studies.",
        "Apprenticeship" => "Apprenticeship in all departments.",
        "Temporary" => "Temporary cover.",
        "Fixed-term" if months >= 18 && dice.chance(50.0) => "Fixed-term contract, extended twice.",
        _ => "",
    };
    if !plain.is_empty() {
        return plain.to_owned();
    }
    let is_true = |text: &&Description| {
        text.levels.contains(&level)
            && text.least_months <= months
            && is_meant_for(text.specialties, worker.specialty)
    };
    let fits = || pools.descriptions[worker.family].iter().filter(is_true);
    let chosen = dice.below(fits().count());
    fits().nth(chosen).map_or("", |text| text.text).to_owned()
}

/// An employer with the positions held there.
pub(super) fn experience(house: House, positions: Vec<Position>) -> WorkExperience {
    let listing = listing(house.name, house.slug);
    WorkExperience {
        duration_in_months: Some(positions.iter().filter_map(|p| p.duration_in_months).sum()),
        positions,
        company_name: house.name.to_owned(),
        company_social_url: listing.url,
        company_social_id: Some(listing.number),
        company_id: listing.id,
        ..WorkExperience::default()
    }
}
