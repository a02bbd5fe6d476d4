//! A row of `shortlist verdicts`: its JSON fields and its table columns.

use std::collections::HashMap;

use serde::Serialize;

use crate::cli::show::{NO_SHRINK, OPTIONAL_RANK, TableColumn, TableRow, column, day};
use crate::recruiting::triage::{CandidateTriage, EntryId};
use crate::text::Align::Left;
use crate::wire::{CandidateId, Field, JobId, PersonId, Record, Shape, Timestamp};

/// The index of an entry in the log, and the colleague it came from, if any.
pub(super) type LogPosition = (usize, Option<String>);

/// A current verdict with the notes, tags and snooze of the candidate.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct VerdictRow {
    pub(super) at: Option<Timestamp>,
    pub(super) verdict: &'static str,
    pub(super) reason: Option<String>,
    pub(super) name: String,
    pub(super) job_name: String,
    pub(super) stage_name: String,
    pub(super) notes: Vec<String>,
    pub(super) tags: Vec<String>,
    pub(super) starred: bool,
    pub(super) snoozed_until: Option<String>,
    pub(super) snooze_note: Option<String>,
    /// The colleague it came from, if any.
    pub(super) source: Option<String>,
    pub(super) candidate_id: CandidateId,
    pub(super) person_id: PersonId,
    pub(super) job_id: JobId,
    pub(super) stage_id: String,
    /// `None` without `--check`.
    pub(super) sync_status: Option<&'static str>,
    pub(super) sync_note: Option<String>,
}

impl Record for VerdictRow {
    const NAME: &'static str = "Verdict";
    const FIELDS: &'static [Field] = &[
        Field::new("at", Shape::Timestamp),
        Field::new("verdict", Shape::Text),
        Field::new("reason", Shape::Nullable(&Shape::Text)),
        Field::new("name", Shape::Text),
        Field::new("job_name", Shape::Text),
        Field::new("stage_name", Shape::Text),
        Field::new("notes", Shape::List(&Shape::Text)),
        Field::new("tags", Shape::List(&Shape::Text)),
        Field::new("starred", Shape::Boolean),
        Field::new("snoozed_until", Shape::Nullable(&Shape::Date)),
        Field::new("snooze_note", Shape::Nullable(&Shape::Text)),
        Field::new("source", Shape::Nullable(&Shape::Text)),
        Field::new("candidate_id", Shape::Text),
        Field::new("person_id", Shape::Text),
        Field::new("job_id", Shape::Text),
        Field::new("stage_id", Shape::Text),
        Field::new("sync_status", Shape::Nullable(&Shape::Text)),
        Field::new("sync_note", Shape::Nullable(&Shape::Text)),
    ];
}

impl TableRow for VerdictRow {
    #[rustfmt::skip]
    const COLUMNS: &'static [TableColumn<Self>] = &[
        column(("decided", "at"),           Left, (NO_SHRINK, 0), 4, |row| day(row.at)),
        column(("verdict", "verdict"),      Left, (NO_SHRINK, 0), 1, |row| row.verdict.to_owned()),
        column(("name",    "name"),         Left, (20, 3),    0, |row| row.name.clone()),
        column(("job",     "job_name"),     Left, (12, 2),    2, |row| row.job_name.clone()),
        column(("stage",   "stage_name"),   Left, (8, 1),     3, |row| row.stage_name.clone()),
        column(("reason",  "reason"),       Left, (8, 2),     5, |row| row.reason.clone().unwrap_or_default()),
        column(("status",  "sync_status"),  Left, (8, 1),     8, Self::describe_status),
        column(("notes",   "notes"),        Left, (8, 2),     6, Self::describe_extras),
        column(("person",  "person_id"),    Left, (NO_SHRINK, 0), OPTIONAL_RANK, |row| row.person_id.to_string()),
        column(("id",      "candidate_id"), Left, (NO_SHRINK, 0), 7, |row| row.candidate_id.to_string()),
    ];
}

impl VerdictRow {
    /// With the log index of the verdict; `None` without a verdict.
    pub(super) fn from_triage(
        candidate: &CandidateTriage,
        log: &HashMap<EntryId, LogPosition>,
    ) -> Option<(usize, Self)> {
        let decision = candidate.verdict.as_ref()?;
        let snooze = candidate.snooze.as_ref();
        let (index, source) = log.get(&decision.entry).cloned().unwrap_or_default();
        let row = Self {
            at: Some(decision.at),
            verdict: decision.verdict.as_str(),
            sync_status: None,
            sync_note: None,
            reason: decision.reason.clone(),
            name: candidate.snapshot.name.clone(),
            job_name: candidate.snapshot.job_name.clone(),
            stage_name: decision.seen.stage_name.clone(),
            notes: candidate.notes.iter().map(|note| note.text.clone()).collect(),
            tags: candidate.tags.iter().cloned().collect(),
            starred: candidate.starred,
            snoozed_until: snooze.map(|snooze| snooze.until.to_string()),
            snooze_note: snooze.and_then(|snooze| snooze.note.clone()),
            source,
            candidate_id: candidate.subject.candidate.clone(),
            person_id: candidate.subject.person.clone(),
            job_id: candidate.subject.job.clone(),
            stage_id: decision.seen.stage_id.clone(),
        };
        Some((index, row))
    }

    pub(super) fn describe_status(&self) -> String {
        match (self.sync_status, &self.sync_note) {
            (None, _) => "not checked".to_owned(),
            (Some(status), None) => status.to_owned(),
            (Some(status), Some(note)) => format!("{status}: {note}"),
        }
    }

    pub(super) fn describe_extras(&self) -> String {
        let mut parts: Vec<String> = self.starred.then(|| "★".to_owned()).into_iter().collect();
        parts.extend(self.tags.iter().map(|tag| format!("#{tag}")));
        parts.extend(self.snoozed_until.as_ref().map(|day| format!("until {day}")));
        parts.extend(self.source.as_ref().map(|name| format!("by {name}")));
        parts.extend(self.notes.last().cloned());
        parts.join(" ")
    }
}
