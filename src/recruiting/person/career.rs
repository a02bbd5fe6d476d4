//! The career of a person in short lines, newest first.
//!
//! Used by the comparison and by shortlists for clients. All texts are safe to show.

use std::cmp::Reverse;

use crate::recruiting::date_text::span_in_months;
use crate::text::sanitize;
use crate::wire::{Date, Person, Position};

/// A position, a degree or a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stint {
    pub(crate) dates: String,
    pub(crate) title: String,
    /// The employer, school or issuer.
    pub(crate) organization: String,
    /// Whether it is ongoing.
    pub(crate) is_current: bool,
}

impl Stint {
    fn new(dates: &str, title: &str, organization: &str, is_current: bool) -> Self {
        let [dates, title, organization] =
            [dates, title, organization].map(|text| sanitize(text.trim()).into_owned());
        Self { dates, title, organization, is_current }
    }

    pub(crate) fn summary(&self) -> String {
        join_non_empty([&self.title, &self.organization, &self.dates])
    }
}

/// The location of the current position.
pub(crate) fn current_location(person: &Person) -> Option<&str> {
    let positions = person.work_experience.iter().flat_map(|work| &work.positions);
    let mut current = positions.filter(|position| position.end_date.is_none());
    current
        .find_map(|position| Some(position.location.trim()).filter(|location| !location.is_empty()))
}

/// Current positions first, then the newest.
pub(crate) fn career(person: &Person) -> Vec<Stint> {
    let mut positions: Vec<(&Position, &str)> = person
        .work_experience
        .iter()
        .flat_map(|work| work.positions.iter().map(|position| (position, &*work.company_name)))
        .collect();
    let day = |date: Option<Date>| date.and_then(Date::earliest);
    positions.sort_by_key(|(position, _)| {
        let is_current = position.end_date.is_none() && position.start_date.is_some();
        (!is_current, Reverse(day(position.end_date)), Reverse(day(position.start_date)))
    });
    let stint = |(position, company): (&Position, &str)| {
        let is_current = position.end_date.is_none() && position.start_date.is_some();
        let dates = span_in_months(position.start_date, position.end_date, "now");
        Stint::new(&dates, &position.title, company, is_current)
    };
    positions.into_iter().map(stint).collect()
}

pub(crate) fn schools(person: &Person) -> Vec<Stint> {
    let stint = |school: &crate::wire::Education| {
        let dates = span_in_months(school.start_date, school.end_date, "");
        Stint::new(&dates, &school.degree, &school.company_name, false)
    };
    person.education_experience.iter().map(stint).collect()
}

pub(crate) fn certifications(person: &Person) -> Vec<Stint> {
    let stint = |certification: &crate::wire::Certification| {
        let dates = span_in_months(certification.start_date, certification.end_date, "");
        Stint::new(&dates, &certification.name, &certification.company_name, false)
    };
    person.certifications.iter().map(stint).collect()
}

/// The start of the newest current position.
pub(crate) fn since(person: &Person) -> Option<Date> {
    current_positions(person)
        .filter_map(|position| position.start_date)
        .max_by_key(|date| date.earliest())
}

/// The location of the first current position that has one.
pub(crate) fn location(person: &Person) -> String {
    let location = current_positions(person)
        .map(|position| position.location.trim())
        .find(|it| !it.is_empty());
    sanitize(location.unwrap_or_default()).into_owned()
}

fn current_positions(person: &Person) -> impl Iterator<Item = &Position> {
    let positions = person.work_experience.iter().flat_map(|work| &work.positions);
    positions.filter(|position| position.end_date.is_none())
}

/// Joins the non-empty texts with commas.
pub(crate) fn join_non_empty<const N: usize>(texts: [&str; N]) -> String {
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join(", ")
}
