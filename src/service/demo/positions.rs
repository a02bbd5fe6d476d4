//! The positions a person held with one employer, newest first.
//!
//! Titles rise with experience, descriptions match the level and the duration,
//! and a new title with the same employer is a promotion.

use super::career_spec::{CareerSpec, Month, first_day, last_day};
use super::qualification::applies_to;
use super::rng::Rng;
use super::social_network::company_listing;
use super::word_lists::{JobTitle, Organization, PositionDescription, WordLists};
use crate::wire::{Position, WorkExperience};

#[derive(Debug, Clone, Copy)]
pub(super) struct Tenure {
    pub(super) start: Month,
    pub(super) end: Month,
    pub(super) career_start: Month,
    pub(super) present: Month,
}

/// Without gaps.
pub(super) fn positions(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    tenure: Tenure,
    rng: &mut Rng,
) -> Vec<Position> {
    let months = tenure.end - tenure.start + 1;
    let max_promotions = match months {
        ..18 => 0,
        18..40 => 1,
        _ => 2,
    };
    let promotions = (0..max_promotions).filter(|_| rng.chance(28.0)).count();
    let elsewhere = if rng.chance(18.0) { rng.choose(&lists.locations) } else { None };
    let location = elsewhere.filter(|_| tenure.end < tenure.present).unwrap_or(spec.location);
    let parts = i64::try_from(promotions + 1).unwrap_or(1);
    let mut positions: Vec<Position> = Vec::with_capacity(promotions + 1);
    let mut end = tenure.end;
    for part in (0..parts).rev() {
        let jitter = if part > 0 { rng.between(-3, 3) } else { 0 };
        let start = tenure.start + months * part / parts + jitter;
        let is_current = end == tenure.present;
        let experience = i64::midpoint(start, end) - tenure.career_start;
        let level = level_after(experience, spec.level, is_current);
        let title = title(lists, spec, level, rng);
        // The same title twice in a row is one position.
        if let Some(later) = positions.last_mut().filter(|later| later.title == title) {
            later.start_date = Some(first_day(start).into());
            later.duration_in_months =
                later.duration_in_months.map(|months| months + end - start + 1);
        } else {
            let months = end - start + 1;
            let employment_type = employment_type(level, months, rng);
            positions.push(Position {
                title: title.to_owned(),
                start_date: Some(first_day(start).into()),
                end_date: (!is_current).then(|| last_day(end).into()),
                duration_in_months: Some(months),
                description: description(lists, spec, (level, months), employment_type, rng),
                location: if rng.chance(88.0) {
                    location.display.to_owned()
                } else {
                    String::new()
                },
                position_type: employment_type.to_owned(),
                ..Position::default()
            });
        }
        end = start - 1;
    }
    positions
}

/// The level after some months of experience; today it is the person's own.
fn level_after(months: Month, own_level: usize, is_current: bool) -> usize {
    let level = match months {
        ..20 => 1,
        20..66 => 2,
        66..120 => 3,
        120..200 => 4,
        _ => 5,
    };
    if is_current { own_level.max(1) } else { level.min(own_level) }
}

fn title(lists: &WordLists, spec: &CareerSpec<'_>, level: usize, rng: &mut Rng) -> &'static str {
    // A career that ends as an executive starts in another family.
    let by_family = &lists.titles[level - 1];
    let family = if by_family[spec.family].is_empty() { spec.entry_family } else { spec.family };
    let titles = &by_family[family];
    let is_possible = |title: &&JobTitle, country: &str| {
        let has_specialty = family != spec.family || applies_to(title.specialties, spec.specialty);
        title.country == country && has_specialty
    };
    let has_local = titles.iter().any(|title| is_possible(&title, spec.title_country));
    let country = if has_local && rng.chance(45.0) { spec.title_country } else { "" };
    let choices = || titles.iter().filter(|title| is_possible(title, country));
    let index = rng.below(choices().count());
    choices().nth(index).map_or("Consultant", |title| title.text)
}

fn employment_type(level: usize, months: Month, rng: &mut Rng) -> &'static str {
    let usual = ["Full-time", "Full-time", "Full-time", "Full-time", "Full-time", "Full-time"];
    let unusual = match level {
        1 if months <= 14 => ["Internship", "Apprenticeship", "Part-time", "Temporary"],
        5 => ["Full-time", "Interim", "Contract", "Full-time"],
        _ => ["Contract", "Part-time", "Fixed-term", "Freelance"],
    };
    let types = if rng.chance(78.0) { &usual[..] } else { &unusual[..] };
    rng.choose(types).copied().unwrap_or("Full-time")
}

fn description(
    lists: &WordLists,
    spec: &CareerSpec<'_>,
    (level, months): (usize, Month),
    employment_type: &str,
    rng: &mut Rng,
) -> String {
    if !rng.chance(68.0) {
        return String::new();
    }
    let generic = match employment_type {
        "Internship" => "Internship beside studies.",
        "Apprenticeship" => "Apprenticeship in all departments.",
        "Temporary" => "Temporary cover.",
        "Fixed-term" if months >= 18 && rng.chance(50.0) => "Fixed-term contract, extended twice.",
        _ => "",
    };
    if !generic.is_empty() {
        return generic.to_owned();
    }
    let is_plausible = |description: &&PositionDescription| {
        description.levels.contains(&level)
            && description.min_months <= months
            && applies_to(description.specialties, spec.specialty)
    };
    let choices = || lists.descriptions[spec.family].iter().filter(is_plausible);
    let index = rng.below(choices().count());
    choices().nth(index).map_or("", |description| description.text).to_owned()
}

pub(super) fn work_experience(employer: Organization, positions: Vec<Position>) -> WorkExperience {
    let listing = company_listing(employer.name, employer.slug);
    WorkExperience {
        duration_in_months: Some(positions.iter().filter_map(|p| p.duration_in_months).sum()),
        positions,
        company_name: employer.name.to_owned(),
        company_social_url: listing.url,
        company_social_id: Some(listing.number),
        company_id: listing.id,
        ..WorkExperience::default()
    }
}
