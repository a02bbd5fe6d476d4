//! The overview and the reminders as documents, for the clipboard and for export.

use super::{TodayRow, TodaySection, TodayTarget, calendar, snooze_row, snoozes};
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::triage::TriageState;
use crate::text::pluralize;
use crate::wire::Timestamp;

/// The API has no interview times.
pub(crate) const NO_INTERVIEW_TIMES: &str = "The API has no interview times: they are not listed.";

const COLUMNS: [&str; 6] = ["Section", "Name", "Job", "Detail", "Job ID", "Candidate ID"];

pub(crate) fn document(sections: &[TodaySection], as_of: &str) -> Document {
    let rows: usize = sections.iter().map(|section| section.total).sum();
    Document {
        title: "Today".to_owned(),
        preface: vec![format!("As of {as_of}. {NO_INTERVIEW_TIMES}")],
        parts: sections.iter().map(|it| section(it.kind.heading(), &it.rows)).collect(),
        size: pluralize(rows, "row", "rows"),
        ..Document::default()
    }
}

/// All snoozes; the export as a calendar has an event for each.
pub(crate) fn reminders(triage: &TriageState, now: Timestamp) -> Document {
    let snoozes = snoozes(triage);
    let rows: Vec<TodayRow> = snoozes.iter().map(|triage| snooze_row(triage)).collect();
    Document {
        title: "Reminders".to_owned(),
        preface: vec![NO_INTERVIEW_TIMES.to_owned()],
        parts: vec![section("Snoozes", &rows)],
        size: pluralize(rows.len(), "reminder", "reminders"),
        calendar: calendar::reminders(triage, now),
        ..Document::default()
    }
}

fn section(heading: &str, rows: &[TodayRow]) -> DocumentSection {
    let cells = |row: &TodayRow| {
        let (job, candidate) = match &row.target {
            TodayTarget::Candidate(job, candidate) => (job.to_string(), candidate.to_string()),
            _ => (String::new(), String::new()),
        };
        let TodayRow { name, job: job_name, detail, .. } = row;
        vec![heading.to_owned(), name.clone(), job_name.clone(), detail.clone(), job, candidate]
    };
    DocumentSection {
        heading: heading.to_owned(),
        columns: COLUMNS.map(str::to_owned).into(),
        rows: rows.iter().map(cells).collect(),
        hidden_columns: ["Section", "Job ID", "Candidate ID"].map(str::to_owned).into(),
        ..DocumentSection::default()
    }
}
