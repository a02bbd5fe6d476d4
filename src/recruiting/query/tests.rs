//! Tests of filters, sorting and highlighting, with tables and against simple reference versions.

mod completions;
mod edit_distance;
mod filters;
mod is_terms;
mod job_terms;
mod sorting;
mod triage_terms;

use super::*;
use crate::recruiting::table::{
    CANDIDATE_FIELDS, CandidateTable, JOB_FIELDS, JobTable, ListField, Row,
};
use crate::wire::{CandidateItem, JobItem, Timestamp};

const NOW: &str = "2026-11-15T12:00:00Z";

fn now() -> QueryContext<'static> {
    QueryContext::at(Timestamp::parse(NOW).expect("a valid timestamp"))
}

/// A candidate with name, title, company, stage and the day they were added.
fn candidate(number: usize, cells: [&str; 5]) -> CandidateItem {
    let [name, title, company, stage, day] = cells;
    CandidateItem {
        id: format!("can_{number}").into(),
        person_id: format!("per_{number}").into(),
        name: name.to_owned(),
        current_job_title: title.to_owned(),
        current_company_name: company.to_owned(),
        current_company_id: format!("com_{company}").into(),
        current_pipeline_stage_name: stage.to_owned(),
        current_pipeline_stage_id: format!("stg_{stage}").into(),
        created_at: Timestamp::parse(day),
        ..CandidateItem::default()
    }
}

const PEOPLE: [[&str; 5]; 6] = [
    ["Łukasz Żółć", "Senior Rust Engineer", "Straße AG", "Applied", "2026-11-14"],
    ["佐藤 健太郎", "Backend Dev", "Acme, Inc.", "Recruiter screen", "2026-11-01T08:00:00Z"],
    ["Zoe\u{308} O’Brien", "Rust dev (senior)", "Acme Labs", "Offer", "2026-03-12"],
    ["Борис Ёлкин", "", "", "Rejected", ""],
    ["Ann-Marie \"Mia\" Kowalski", "Head of C++", "Öst", "Recruiter screen", "2025-11-10"],
    ["Anna Kowalska", "Engineer", "kestrel", "Applied", "2026-11-15T11:30:00Z"],
];

fn people() -> CandidateTable {
    let mut store = CandidateTable::default();
    for (number, cells) in PEOPLE.into_iter().enumerate() {
        store.put(&candidate(number, cells));
    }
    store
}

fn matching_rows(text: &str) -> Vec<usize> {
    let parsed = parse(text, CANDIDATE_FIELDS);
    assert_eq!(parsed.mistakes, [], "{text}");
    parsed.filter.matches(&people(), &now()).iter().map(Row::index).collect()
}
