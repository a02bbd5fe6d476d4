//! The day's overview: what is new, what is due and what waits, in sections.
//!
//! The screen and `shortlist today` collect the inputs and show the same sections.

pub(crate) mod calendar;
pub(crate) mod document;
pub(crate) mod stays;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::HashSet;

use chrono::NaiveDate;

use super::changes::{Change, ChangeKind, ChangeList};
use super::date_text;
use super::table::to_display;
use super::triage::{CandidateTriage, Subject, TriageState};
use crate::text::pluralize;
use crate::wire::{CandidateId, JobId};

/// A longer section is cut; its count is not.
const MAX_ROWS: usize = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TodayKind {
    New,
    ToDo,
    Snoozes,
    OverLimit,
    Offers,
    Drafts,
}

impl TodayKind {
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::New => "New since your last visit",
            Self::ToDo => "To do",
            Self::Snoozes => "Snoozes due",
            Self::OverLimit => "Over limit in open jobs",
            Self::Offers => "Offers pending longest",
            Self::Drafts => "Unsaved edits waiting to be sent",
        }
    }
}

/// Where a row is settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TodayTarget {
    Candidate(JobId, CandidateId),
    Changes,
    Todo,
    Drafts,
}

/// All texts are safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TodayRow {
    pub(crate) name: String,
    pub(crate) job: String,
    pub(crate) detail: String,
    pub(crate) target: TodayTarget,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TodaySection {
    pub(crate) kind: TodayKind,
    pub(crate) rows: Vec<TodayRow>,
    /// Also counts the rows that were cut.
    pub(crate) total: usize,
}

/// A verdict to carry out, or an edit to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TodayTask {
    pub(crate) name: String,
    pub(crate) job: String,
    pub(crate) detail: String,
}

/// A candidate in a stage that they have not left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PendingStay {
    pub(crate) job: JobId,
    pub(crate) candidate: CandidateId,
    pub(crate) name: String,
    pub(crate) job_name: String,
    pub(crate) stage: String,
    pub(crate) days: i64,
    /// In days, if the stay is longer than that.
    pub(crate) exceeded: Option<i64>,
    /// Whether the stage is an offer.
    pub(crate) is_offer: bool,
}

/// What the overview is built from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TodayInput<'a> {
    pub(crate) changes: &'a ChangeList,
    pub(crate) todos: &'a [TodayTask],
    pub(crate) triage: &'a TriageState,
    pub(crate) stays: &'a [PendingStay],
    pub(crate) drafts: &'a [TodayTask],
    pub(crate) today: NaiveDate,
}

/// Sections without rows are left out.
pub(crate) fn build(input: &TodayInput<'_>) -> Vec<TodaySection> {
    let task = |target: TodayTarget| {
        move |task: &TodayTask| TodayRow {
            name: to_display(&task.name).into_owned(),
            job: to_display(&task.job).into_owned(),
            detail: to_display(&task.detail).into_owned(),
            target: target.clone(),
        }
    };
    let todos = input.todos.iter().map(task(TodayTarget::Todo)).collect();
    let drafts = input.drafts.iter().map(task(TodayTarget::Drafts)).collect();
    let news = input.changes.changes.iter().filter(|change| !change.is_own).count();
    let due = due_snoozes(input.triage, input.today);
    let sections: [(TodayKind, Vec<TodayRow>); 6] = [
        (TodayKind::New, new_rows(input.changes)),
        (TodayKind::ToDo, todos),
        (TodayKind::Snoozes, due.iter().map(|triage| snooze_row(triage)).collect()),
        (TodayKind::OverLimit, over_limit_rows(input.stays)),
        (TodayKind::Offers, offer_rows(input.stays)),
        (TodayKind::Drafts, drafts),
    ];
    let sections = sections.into_iter().filter(|(_, rows)| !rows.is_empty());
    let section = |(kind, mut rows): (TodayKind, Vec<TodayRow>)| {
        // The other changes share a row.
        let total = if kind == TodayKind::New { news } else { rows.len() };
        rows.truncate(MAX_ROWS);
        TodaySection { kind, rows, total }
    };
    sections.map(section).collect()
}

/// One line for the start of the program: `3 new, 2 to do, 1 snooze due`. Empty if nothing waits.
pub(crate) fn summary(sections: &[TodaySection]) -> String {
    let phrase = |section: &TodaySection| match section.kind {
        TodayKind::New => format!("{} new", section.total),
        TodayKind::ToDo => format!("{} to do", section.total),
        TodayKind::Snoozes => format!("{} due", pluralize(section.total, "snooze", "snoozes")),
        TodayKind::OverLimit => format!("{} over limit", section.total),
        TodayKind::Offers => format!("{} pending", pluralize(section.total, "offer", "offers")),
        TodayKind::Drafts => {
            format!("{} to send", pluralize(section.total, "unsaved edit", "unsaved edits"))
        }
    };
    sections.iter().map(phrase).collect::<Vec<_>>().join(", ")
}

/// New candidates, and a row that leads to everything else. Own changes are no news.
fn new_rows(list: &ChangeList) -> Vec<TodayRow> {
    let (new, others): (Vec<&Change>, Vec<&Change>) = list
        .changes
        .iter()
        .filter(|change| !change.is_own)
        .partition(|change| change.kind == ChangeKind::CandidateNew);
    let row = |change: &&Change| TodayRow {
        name: change.subject_name(),
        job: to_display(change.job_name.trim()).into_owned(),
        detail: change.predicate(),
        target: TodayTarget::Candidate(change.job.clone(), change.candidate.clone()),
    };
    let mut rows: Vec<TodayRow> = new.iter().map(row).collect();
    if !others.is_empty() {
        let noun =
            if rows.is_empty() { ["change", "changes"] } else { ["other change", "other changes"] };
        rows.push(TodayRow {
            name: pluralize(others.len(), noun[0], noun[1]),
            job: String::new(),
            detail: String::new(),
            target: TodayTarget::Changes,
        });
    }
    rows
}

/// The snoozes that ended, the oldest first, each person once.
pub(crate) fn due_snoozes(triage: &TriageState, today: NaiveDate) -> Vec<&CandidateTriage> {
    let mut due = snoozes(triage);
    due.retain(|triage| triage.snooze.as_ref().is_some_and(|snooze| snooze.until <= today));
    due
}

/// All snoozes by date, each person once.
pub(crate) fn snoozes(triage: &TriageState) -> Vec<&CandidateTriage> {
    let mut snoozes: Vec<&CandidateTriage> =
        triage.all().filter(|triage| triage.snooze.is_some()).collect();
    snoozes.sort_by_key(|triage| {
        let until = triage.snooze.as_ref().map(|snooze| snooze.until);
        (until, triage.subject.person.as_str(), triage.subject.candidate.as_str())
    });
    let mut people = HashSet::new();
    snoozes.retain(|triage| people.insert(person_key(&triage.subject)));
    snoozes
}

/// A list may leave the person out.
pub(crate) fn person_key(subject: &Subject) -> &str {
    if subject.person.is_empty() { subject.candidate.as_str() } else { subject.person.as_str() }
}

fn snooze_row(triage: &CandidateTriage) -> TodayRow {
    let snooze = triage.snooze.as_ref();
    let until = snooze.map_or(String::new(), |snooze| date_text::calendar(snooze.until));
    let note = snooze.and_then(|snooze| snooze.note.as_deref()).unwrap_or_default();
    let note = if note.is_empty() { String::new() } else { format!(": {}", to_display(note)) };
    let Subject { job, candidate, .. } = &*triage.subject;
    TodayRow {
        name: to_display(&triage.snapshot.name).into_owned(),
        job: to_display(&triage.snapshot.job_name).into_owned(),
        detail: format!("since {until}{note}"),
        target: TodayTarget::Candidate(job.clone(), candidate.clone()),
    }
}

/// The longest excess first.
fn over_limit_rows(stays: &[PendingStay]) -> Vec<TodayRow> {
    let mut over: Vec<(i64, &PendingStay)> =
        stays.iter().filter_map(|stay| Some((stay.exceeded?, stay))).collect();
    over.sort_by_key(|(limit, stay)| {
        (Reverse(stay.days - limit), stay.name.as_str(), stay.candidate.as_str())
    });
    let row = |(limit, stay): (i64, &PendingStay)| {
        stay_row(stay, &format!("{} {} d, limit {limit} d", stay.stage, stay.days))
    };
    over.into_iter().map(row).collect()
}

fn offer_rows(stays: &[PendingStay]) -> Vec<TodayRow> {
    let mut offers: Vec<&PendingStay> = stays.iter().filter(|stay| stay.is_offer).collect();
    offers.sort_by_key(|stay| (Reverse(stay.days), stay.name.as_str(), stay.candidate.as_str()));
    let row = |stay: &PendingStay| stay_row(stay, &format!("{} {} d", stay.stage, stay.days));
    offers.into_iter().map(row).collect()
}

fn stay_row(stay: &PendingStay, detail: &str) -> TodayRow {
    TodayRow {
        name: to_display(&stay.name).into_owned(),
        job: to_display(&stay.job_name).into_owned(),
        detail: to_display(detail).into_owned(),
        target: TodayTarget::Candidate(stay.job.clone(), stay.candidate.clone()),
    }
}
