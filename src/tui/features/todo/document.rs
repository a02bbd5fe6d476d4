//! The to-do list as a document, for the clipboard and for export.

use super::state::{DISAGREES, TodoList, TodoRow, UNREAD};
use super::web::web_page;
use crate::recruiting::document::{Document, DocumentSection};
use crate::tui::app::state::State;
use crate::tui::widgets::format::{count, day};

const STATUS: &str = "Status";

const COLUMNS: [&str; 11] = [
    "Job",
    "Client",
    "Candidate",
    "Verdict",
    STATUS,
    "Decided in",
    "Task",
    "Reason",
    "Days",
    "Notes",
    "ID",
];

pub(crate) fn document(state: &State, todos: &TodoList) -> Document {
    let mut preface = vec![format!(
        "{} to carry out in the ATS, as of {} {}.",
        verdicts(todos.count()),
        day(state.clock.date),
        state.clock.time_of(state.clock.date),
    )];
    preface.push("Verdicts are the recruiter's own; the ATS does not have them.".to_owned());
    let unchecked = todos.rows().filter(|row| !row.is_checked).count();
    if unchecked > 0 {
        let note = "not checked: the lists of these jobs are not loaded yet.";
        preface.push(format!("{} {note}", verdicts(unchecked)));
    }
    let mut sections: Vec<DocumentSection> = todos
        .jobs
        .iter()
        .map(|job| section(state, &job.heading(), &job.rows, "to do", &["Job", "Client", STATUS]))
        .collect();
    if !todos.disagrees.is_empty() {
        sections.push(section(state, DISAGREES, &todos.disagrees, "disagrees", &[STATUS]));
    }
    if !todos.unread.is_empty() {
        sections.push(section(state, UNREAD, &todos.unread, "not loaded yet", &[STATUS]));
    }
    let summary = verdicts(todos.rows().count());
    Document {
        title: "To do".to_owned(),
        preface,
        parts: sections,
        size: summary,
        ..Document::default()
    }
}

fn verdicts(number: usize) -> String {
    format!("{} verdict{}", count(number as u64), if number == 1 { "" } else { "s" })
}

/// All sections have the same columns, so that programs can read them.
fn section(
    state: &State,
    heading: &str,
    rows: &[TodoRow],
    status: &str,
    implied: &[&str],
) -> DocumentSection {
    let link = state.local_data.web_url.is_some().then_some("Link");
    let columns = COLUMNS.into_iter().chain(link).map(str::to_owned).collect();
    let cells = |row: &TodoRow| {
        let mut cells = vec![
            row.job_name.clone(),
            row.client.clone(),
            row.name.clone(),
            row.verdict.as_str().to_owned(),
            status.to_owned(),
            row.stage.clone(),
            row.task.clone(),
            row.reason.clone().unwrap_or_default(),
            row.days.to_string(),
            row.notes.join("; "),
            row.subject.candidate.to_string(),
        ];
        cells.extend(link.map(|_| web_page(state, &row.subject).unwrap_or_default()));
        cells
    };
    DocumentSection {
        heading: heading.to_owned(),
        columns,
        rows: rows.iter().map(cells).collect(),
        hidden_columns: implied.iter().map(|column| (*column).to_owned()).collect(),
        numbers: vec!["Days".to_owned()],
        ..DocumentSection::default()
    }
}
