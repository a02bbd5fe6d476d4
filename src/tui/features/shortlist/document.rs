//! The shortlist as a document for the client: name, position and career of the starred candidates.
//! It contains no contact data, and no notes, tags or verdicts.

use std::collections::HashSet;

use super::state::Shortlist;
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::person::career;
use crate::recruiting::person::career::{Stint, career, certifications, join_non_empty, schools};
use crate::recruiting::table::Row;
use crate::recruiting::triage::Subject;
use crate::text::{pluralize, sanitize};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format;

/// The starred candidates of a job in list order; those hidden by the filter come last.
pub(crate) fn starred_rows(state: &State, open: &OpenJob) -> Vec<Row> {
    let rows = &open.list.pages.rows;
    let stars = state.triage.all().filter(|triage| triage.starred);
    let mut remaining: HashSet<Row> =
        stars.filter_map(|triage| rows.find(triage.subject.candidate.as_str())).collect();
    let mut starred = Vec::with_capacity(remaining.len());
    for row in (0..open.list.len()).filter_map(|at| open.list.at(at)) {
        if remaining.is_empty() {
            break;
        }
        if remaining.remove(&row) {
            starred.push(row);
        }
    }
    let mut hidden: Vec<Row> = remaining.into_iter().collect();
    hidden.sort_unstable();
    starred.extend(hidden);
    starred
}

pub(crate) fn document(state: &State, list: &Shortlist) -> Document {
    let jobs = &state.jobs.pages.rows;
    let client = jobs.find(&list.job).map(|row| jobs.client(row)).unwrap_or_default();
    let count = pluralize(list.subjects.len(), "candidate", "candidates");
    let client = if client.is_empty() { String::new() } else { format!("for {client}") };
    let today = format::day(state.clock.date);
    Document {
        title: join_non_empty([
            &format!("Shortlist: {}", state.job_display_name(&list.job)),
            &client,
        ]),
        preface: vec![join_non_empty([&count, &today])],
        parts: list.subjects.iter().flat_map(|subject| sections(state, subject)).collect(),
        size: count,
    }
}

/// Name and career of a candidate, then education and certificates if there are any.
fn sections(state: &State, subject: &Subject) -> Vec<DocumentSection> {
    let person = state.people.get(&subject.person).and_then(|it| it.display());
    let since = person.and_then(career::since).map(format::month);
    let since = since.map_or_else(String::new, |date| format!("since {date}"));
    let at = state.position_text(subject);
    let location = person.map(career::location).unwrap_or_default();
    let mut words = vec![join_non_empty([&at, &since]), location];
    words.retain(|words| !words.is_empty());
    let name = sanitize(&state.name_of(subject)).into_owned();
    let tables = [
        ("Career", person.map(career)),
        ("Education", person.map(schools)),
        ("Certificates", person.map(certifications)),
    ];
    let mut sections: Vec<DocumentSection> = tables
        .into_iter()
        .map(|(section, stints)| table(&name, section, stints.unwrap_or_default()))
        .collect();
    let career = &mut sections[0];
    (career.heading, career.paragraphs, career.is_subsection) = (name, words, false);
    sections.retain(|section| !section.is_subsection || !section.rows.is_empty());
    sections
}

fn table(name: &str, section: &str, stints: Vec<Stint>) -> DocumentSection {
    let row = |stint: Stint| {
        vec![name.to_owned(), section.to_owned(), stint.dates, stint.title, stint.organization]
    };
    DocumentSection {
        heading: section.to_owned(),
        columns: ["Candidate", "Section", "When", "What", "Where"].map(str::to_owned).to_vec(),
        rows: stints.into_iter().map(row).collect(),
        hidden_columns: ["Candidate", "Section"].map(str::to_owned).to_vec(),
        is_subsection: true,
        ..DocumentSection::default()
    }
}
