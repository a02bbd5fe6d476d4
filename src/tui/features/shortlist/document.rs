//! The shortlist as a document to send: a card for each starred candidate with position, stage,
//! contact, notes and career. It contains no tags and no verdicts. Candidates who are rejected,
//! withdrawn or declined are left out, and counted.

use std::collections::HashSet;

use super::state::Shortlist;
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::person::career::{career, certifications, join_non_empty, schools};
use crate::recruiting::person::{career, contact};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{Subject, Verdict};
use crate::text::{MAX_SHOWN, excerpt, pluralize, sanitize};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format;

/// The candidates of a job whom the user starred, here or in another job, in list order; those hidden
/// by the filter come last.
pub(crate) fn starred_rows(state: &State, open: &OpenJob) -> Vec<Row> {
    let is_listed = |row: &Row| state.triage_of(open, *row).is_some_and(|triage| triage.starred);
    let mut remaining: HashSet<Row> = open.list.pages.rows.rows().filter(is_listed).collect();
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
    let closing = (list.left_out > 0).then(|| {
        let count = pluralize(list.left_out, "candidate", "candidates");
        format!("{count} rejected, withdrawn or declined: not on this list.")
    });
    Document {
        title: join_non_empty([
            &format!("Shortlist: {}", state.job_display_name(&list.job)),
            &client,
        ]),
        preface: vec![join_non_empty([&count, &today])],
        parts: list.subjects.iter().map(|subject| section(state, subject)).collect(),
        closing: closing.into_iter().collect(),
        size: format!("{count}, with contact details and your notes"),
        calendar: String::new(),
    }
}

/// The card of a candidate: position, contact, note and career, each with its label.
fn section(state: &State, subject: &Subject) -> DocumentSection {
    let person = state.people.get(&subject.person).and_then(|it| it.display());
    let name = sanitize(&state.name_of(subject)).into_owned();
    let mut section = DocumentSection {
        heading: name.clone(),
        columns: ["Candidate", "Field", "Details"].map(str::to_owned).to_vec(),
        hidden_columns: vec!["Candidate".to_owned()],
        is_card: true,
        ..DocumentSection::default()
    };
    let mut push = |label: &str, value: &str| {
        if !value.trim().is_empty() {
            section.rows.push([&name, label, value].map(str::to_owned).to_vec());
        }
    };
    let since = person.and_then(career::since).map(format::month);
    let since = since.map_or_else(String::new, |date| format!("since {date}"));
    push("Position", &join_non_empty([&state.position_text(subject), &since]));
    push("Location", &person.map(career::location).unwrap_or_default());
    push("Stage", &stage(state, subject));
    let mut links = Vec::new();
    if let Some(person) = person {
        for email in contact::emails(person) {
            push("Email", &email);
            links.push((email.clone(), contact::mail_url(&email)));
        }
        for phone in contact::phones(person) {
            push("Phone", &phone);
        }
        if let Some(url) = contact::profile_url(person) {
            push("Profile", contact::short_url(&url));
            links.push((contact::short_url(&url).to_owned(), url));
        }
    }
    for note in notes(state, subject) {
        push("Note", &note);
    }
    let tables = [
        ("Career", person.map(career)),
        ("Education", person.map(schools)),
        ("Certifications", person.map(certifications)),
    ];
    for (label, stints) in tables {
        for stint in stints.unwrap_or_default() {
            push(label, &stint.summary());
        }
    }
    section.links = links;
    section
}

/// The stage in the pipeline, as the list says it.
fn stage(state: &State, subject: &Subject) -> String {
    let row = state.row_of(subject);
    row.map_or_else(String::new, |(open, row)| open.list.pages.rows.stage_name(row).to_owned())
}

/// The recruiter's notes, newest first. Only those written in this job: the others may be about
/// another client.
fn notes(state: &State, subject: &Subject) -> Vec<String> {
    let triage = state.triage_of_subject(subject);
    let notes = triage.into_iter().flat_map(|triage| triage.notes.iter().rev());
    let notes = notes.filter(|note| note.subject.job == subject.job);
    notes.map(|note| sanitize(&excerpt(&note.text, MAX_SHOWN)).into_owned()).collect()
}

/// Whether a candidate is out: in a rejection stage, or declined by the user.
pub(crate) fn is_out(state: &State, open: &OpenJob, row: Row) -> bool {
    let rows = &open.list.pages.rows;
    let current =
        StageRef::new(rows.stage_id(row), rows.stage_name(row)).find(open.pipeline_of(row));
    let verdict = state.triage_of(open, row).and_then(|triage| triage.verdict.as_ref());
    current.is_some_and(|current| current.is_rejection_stage)
        || verdict.is_some_and(|verdict| verdict.verdict == Verdict::Decline)
}
