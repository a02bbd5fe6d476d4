//! A row of `shortlist verdicts`: its JSON fields and its table columns.

use std::collections::HashMap;

use serde::Serialize;

use crate::cli::show::{Column, Listed, SPARE, WHOLE, column, day};
use crate::recruiting::triage::{CandidateTriage, EntryId};
use crate::text::Align::Left;
use crate::wire::{CandidateId, Field, JobId, PersonId, Record, Shape, Timestamp};

/// Where an entry stands in the log, and whose it is, when it came from a colleague.
pub(super) type Written = (usize, Option<String>);

/// A verdict that holds, with all else that is one's own about the candidate.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(super) struct Standing {
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
    /// Whose it is, when it came from a colleague.
    pub(super) source: Option<String>,
    pub(super) candidate_id: CandidateId,
    pub(super) person_id: PersonId,
    pub(super) job_id: JobId,
    pub(super) stage_id: String,
    /// What became of it; none while nobody asked.
    pub(super) fate: Option<&'static str>,
    /// What the server did instead.
    pub(super) fate_note: Option<String>,
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape }
}

impl Record for Standing {
    const NAME: &'static str = "Verdict";
    const FIELDS: &'static [Field] = &[
        field("at", Shape::Timestamp),
        field("verdict", Shape::Text),
        field("reason", Shape::Nullable(&Shape::Text)),
        field("name", Shape::Text),
        field("job_name", Shape::Text),
        field("stage_name", Shape::Text),
        field("notes", Shape::List(&Shape::Text)),
        field("tags", Shape::List(&Shape::Text)),
        field("starred", Shape::Boolean),
        field("snoozed_until", Shape::Nullable(&Shape::Date)),
        field("snooze_note", Shape::Nullable(&Shape::Text)),
        field("source", Shape::Nullable(&Shape::Text)),
        field("candidate_id", Shape::Text),
        field("person_id", Shape::Text),
        field("job_id", Shape::Text),
        field("stage_id", Shape::Text),
        field("fate", Shape::Nullable(&Shape::Text)),
        field("fate_note", Shape::Nullable(&Shape::Text)),
    ];
}

impl Listed for Standing {
    #[rustfmt::skip]
    const COLUMNS: &'static [Column<Self>] = &[
        column(("decided", "at"),           Left, (WHOLE, 0), 4, |one| day(one.at)),
        column(("verdict", "verdict"),      Left, (WHOLE, 0), 1, |one| one.verdict.to_owned()),
        column(("name",    "name"),         Left, (12, 3),    0, |one| one.name.clone()),
        column(("job",     "job_name"),     Left, (8, 2),     3, |one| one.job_name.clone()),
        column(("stage",   "stage_name"),   Left, (8, 1),     5, |one| one.stage_name.clone()),
        column(("reason",  "reason"),       Left, (8, 2),     6, |one| one.reason.clone().unwrap_or_default()),
        column(("fate",    "fate"),         Left, (8, 1),     8, Self::fared),
        column(("notes",   "notes"),        Left, (8, 2),     7, Self::beside),
        column(("person",  "person_id"),    Left, (WHOLE, 0), SPARE, |one| one.person_id.to_string()),
        column(("id",      "candidate_id"), Left, (WHOLE, 0), 2, |one| one.candidate_id.to_string()),
    ];
}

impl Standing {
    /// With the place of the verdict in the log; none where nothing is decided.
    pub(super) fn of(
        own: &CandidateTriage,
        log: &HashMap<EntryId, Written>,
    ) -> Option<(usize, Self)> {
        let given = own.verdict.as_ref()?;
        let snooze = own.snooze.as_ref();
        let (place, source) = log.get(&given.entry).cloned().unwrap_or_default();
        let standing = Self {
            at: Some(given.at),
            verdict: given.verdict.as_str(),
            fate: None,
            fate_note: None,
            reason: given.reason.clone(),
            name: own.seen.name.clone(),
            job_name: own.seen.job_name.clone(),
            stage_name: given.seen.stage_name.clone(),
            notes: own.notes.iter().map(|note| note.text.clone()).collect(),
            tags: own.tags.iter().cloned().collect(),
            starred: own.starred,
            snoozed_until: snooze.map(|snooze| snooze.until.to_string()),
            snooze_note: snooze.and_then(|snooze| snooze.note.clone()),
            source,
            candidate_id: own.subject.candidate.clone(),
            person_id: own.subject.person.clone(),
            job_id: own.subject.job.clone(),
            stage_id: given.seen.stage_id.clone(),
        };
        Some((place, standing))
    }

    /// What became of it, in a few words.
    pub(super) fn fared(&self) -> String {
        match (self.fate, &self.fate_note) {
            (None, _) => "not checked".to_owned(),
            (Some(fate), None) => fate.to_owned(),
            (Some(fate), Some(note)) => format!("{fate}: {note}"),
        }
    }

    /// What else there is to see, in a few words.
    pub(super) fn beside(&self) -> String {
        let mut parts: Vec<String> = self.starred.then(|| "★".to_owned()).into_iter().collect();
        parts.extend(self.tags.iter().map(|tag| format!("#{tag}")));
        parts.extend(self.snoozed_until.as_ref().map(|day| format!("until {day}")));
        parts.extend(self.source.as_ref().map(|name| format!("by {name}")));
        parts.extend(self.notes.last().cloned());
        parts.join(" ")
    }
}
