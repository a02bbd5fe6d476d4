//! What changed in the career, the schools and the certificates of a person, in short.

use super::normalize;
use crate::recruiting::date_text::span_in_months;
use crate::recruiting::person::career::join_non_empty;
use crate::wire::{Date, Person};

/// A longer list of differences is a new import: its first entries are enough.
const MAX_ENTRIES: usize = 3;

/// A position, a degree or a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    summary: String,
    /// What the summary does not show. Durations are not in it: the one of a current position
    /// grows by itself.
    details: Vec<String>,
}

impl Entry {
    fn new(title: &str, organization: &str, dates: [Option<Date>; 2], details: &[&str]) -> Self {
        let [from, to] = dates;
        let [title, organization] = [title, organization].map(normalize);
        let exact = dates.map(|date| date.map_or_else(String::new, |date| date.to_string()));
        let summary = join_non_empty([&title, &organization, &span_in_months(from, to, "")]);
        let details = details.iter().map(|text| normalize(text)).chain(exact).collect();
        Self { summary, details }
    }

    pub(super) fn of_work(person: &Person) -> Vec<Self> {
        let entries = person.work_experience.iter().flat_map(|work| {
            let positions = work.positions.iter().map(|position| {
                let details = [&*position.description, &position.location, &position.position_type];
                let dates = [position.start_date, position.end_date];
                Self::new(&position.title, &work.company_name, dates, &details)
            });
            let employer = Self::new("", &work.company_name, [None; 2], &[]);
            let employer = Some(employer).filter(|_| work.positions.is_empty());
            positions.chain(employer).collect::<Vec<_>>()
        });
        entries.collect()
    }

    pub(super) fn of_education(person: &Person) -> Vec<Self> {
        let entry = |school: &crate::wire::Education| {
            let dates = [school.start_date, school.end_date];
            Self::new(&school.degree, &school.company_name, dates, &[&school.description])
        };
        person.education_experience.iter().map(entry).collect()
    }

    pub(super) fn of_certifications(person: &Person) -> Vec<Self> {
        let entry = |certificate: &crate::wire::Certification| {
            let dates = [certificate.start_date, certificate.end_date];
            let details = [&*certificate.credential_id];
            Self::new(&certificate.name, &certificate.company_name, dates, &details)
        };
        person.certifications.iter().map(entry).collect()
    }
}

/// Only the entries that differ; their order does not count.
pub(super) fn diff_entries(before: &[Entry], after: &[Entry]) -> [String; 2] {
    let without = |entries: &[Entry], others: &[Entry]| -> Vec<String> {
        let changed = entries.iter().filter(|entry| !others.contains(entry));
        changed.map(|entry| entry.summary.clone()).filter(|summary| !summary.is_empty()).collect()
    };
    let [old, mut new] = [without(before, after), without(after, before)];
    for summary in &mut new {
        if old.contains(summary) {
            summary.push_str(" (details changed)");
        }
    }
    [old, new].map(|summaries| shorten(&summaries))
}

fn shorten(summaries: &[String]) -> String {
    let (first, rest) = summaries.split_at(summaries.len().min(MAX_ENTRIES));
    let text = first.join("; ");
    if rest.is_empty() { text } else { format!("{text}; and {} more", rest.len()) }
}
