//! The changes as a document, for the clipboard, for export and for `shortlist changes`.

use chrono::{DateTime, FixedOffset};

use super::groups::{ChangeGroup, Grouping};
use super::period::Period;
use super::{Change, ChangeList};
use crate::recruiting::document::{Document, DocumentSection};
use crate::recruiting::table::to_display;
use crate::text::pluralize;

/// For readers: the change in words and its time. For programs: what they consist of.
const COLUMNS: [&str; 14] = [
    "Change",
    "When",
    "Kind",
    "Job",
    "Name",
    "Field",
    "Before",
    "After",
    "By",
    "Not before",
    "Not after",
    "Job ID",
    "Candidate ID",
    "Person ID",
];

/// The columns of programs.
const HIDDEN: usize = 2;

pub(crate) fn document(
    list: &ChangeList,
    groups: &[ChangeGroup],
    (period, grouping): (Period, Grouping),
    now: DateTime<FixedOffset>,
) -> Document {
    let rows: usize = groups.iter().map(|group| group.rows.len()).sum();
    let size = pluralize(rows, "change", "changes");
    let mut preface = vec![format!("{size} since {}.", period.label(now))];
    preface.extend(list.is_cut.then(|| "Only the newest are listed.".to_owned()));
    let section = |group: &ChangeGroup| DocumentSection {
        heading: group.heading.clone(),
        columns: COLUMNS.map(str::to_owned).into(),
        rows: group
            .rows
            .iter()
            .filter_map(|row| Some(cells(list.changes.get(*row)?, grouping, now)))
            .collect(),
        hidden_columns: COLUMNS[HIDDEN..].iter().map(|column| (*column).to_owned()).collect(),
        ..DocumentSection::default()
    };
    Document {
        title: "Changes".to_owned(),
        preface,
        parts: groups.iter().map(section).collect(),
        size,
        ..Document::default()
    }
}

fn cells(change: &Change, grouping: Grouping, now: DateTime<FixedOffset>) -> Vec<String> {
    let clean = |text: &str| to_display(text.trim()).into_owned();
    let time = |at: Option<crate::wire::Timestamp>| at.map_or(String::new(), |at| at.to_string());
    vec![
        change.line(grouping),
        change.describe_time(now),
        change.kind.as_str().to_owned(),
        clean(&change.job_name),
        clean(&change.name),
        change.field.clone(),
        clean(&change.before),
        clean(&change.after),
        if change.is_own { "you" } else { "" }.to_owned(),
        time(change.last_read_at),
        time(Some(change.read_at)),
        change.job.to_string(),
        change.candidate.to_string(),
        change.person.to_string(),
    ]
}

impl Change {
    /// A line under the heading of its group, which it does not repeat.
    pub(crate) fn line(&self, grouping: Grouping) -> String {
        let line = match grouping {
            Grouping::Job if self.is_about_job() => self.predicate(),
            Grouping::Job => self.describe(),
            Grouping::Person if self.is_about_job() || self.job_name.trim().is_empty() => {
                self.predicate()
            }
            Grouping::Person => {
                format!("{}: {}", to_display(self.job_name.trim()), self.predicate())
            }
        };
        if self.is_own { format!("{line} (you)") } else { line }
    }
}
