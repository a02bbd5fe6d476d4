//! The career of a person in short lines, newest first.
//!
//! Used by the comparison and by shortlists for clients. All texts are safe to show.

use std::cmp::Reverse;

use crate::recruiting::date_text::span_in_months;
use crate::text::sanitize;
use crate::wire::{Date, Person, Position};

/// A position, a degree or a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stint {
    pub when: String,
    pub what: String,
    /// The employer, school or issuer.
    pub place: String,
    /// Whether it has not ended.
    pub lasts: bool,
}

impl Stint {
    fn new(when: &str, what: &str, place: &str, lasts: bool) -> Self {
        let [when, what, place] =
            [when, what, place].map(|text| sanitize(text.trim()).into_owned());
        Self { when, what, place, lasts }
    }

    #[must_use]
    pub fn line(&self) -> String {
        joined([&self.what, &self.place, &self.when])
    }
}

/// Current positions first, then the newest.
#[must_use]
pub fn career(person: &Person) -> Vec<Stint> {
    let mut held: Vec<(&Position, &str)> = person
        .work_experience
        .iter()
        .flat_map(|work| work.positions.iter().map(|position| (position, &*work.company_name)))
        .collect();
    let day = |date: Option<Date>| date.and_then(Date::earliest);
    held.sort_by_key(|(position, _)| {
        let lasts = position.end_date.is_none() && position.start_date.is_some();
        (!lasts, Reverse(day(position.end_date)), Reverse(day(position.start_date)))
    });
    let stint = |(position, company): (&Position, &str)| {
        let lasts = position.end_date.is_none() && position.start_date.is_some();
        let when = span_in_months(position.start_date, position.end_date, "now");
        Stint::new(&when, &position.title, company, lasts)
    };
    held.into_iter().map(stint).collect()
}

#[must_use]
pub fn schools(person: &Person) -> Vec<Stint> {
    let stint = |school: &crate::wire::Education| {
        let when = span_in_months(school.start_date, school.end_date, "");
        Stint::new(&when, &school.degree, &school.company_name, false)
    };
    person.education_experience.iter().map(stint).collect()
}

#[must_use]
pub fn papers(person: &Person) -> Vec<Stint> {
    let stint = |paper: &crate::wire::Certification| {
        let when = span_in_months(paper.start_date, paper.end_date, "");
        Stint::new(&when, &paper.name, &paper.company_name, false)
    };
    person.certifications.iter().map(stint).collect()
}

/// The start of the newest current position.
#[must_use]
pub fn since(person: &Person) -> Option<Date> {
    now(person).filter_map(|position| position.start_date).max_by_key(|date| date.earliest())
}

/// The current employers according to the career.
#[must_use]
pub fn location(person: &Person) -> String {
    let place = now(person).map(|position| position.location.trim()).find(|it| !it.is_empty());
    sanitize(place.unwrap_or_default()).into_owned()
}

fn now(person: &Person) -> impl Iterator<Item = &Position> {
    let positions = person.work_experience.iter().flat_map(|work| &work.positions);
    positions.filter(|position| position.end_date.is_none())
}

/// Joins the non-empty texts with commas.
pub(crate) fn joined<const N: usize>(texts: [&str; N]) -> String {
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    texts.join(", ")
}
