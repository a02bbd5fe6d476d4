//! `shortlist verdicts`: what was decided on this machine and still holds.

mod check;

use std::cmp::Reverse;
use std::collections::HashMap;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::local::kept::{Kept, book};
use super::out::Out;
use super::show;
use super::show::{Format, FormatArguments};
use super::workspace::WorkspaceArgs;
use crate::recruiting::triage::{CandidateTriage, EntryId};
use crate::wire::{CandidateId, Field, JobId, PersonId, Record, Shape, Timestamp};

/// List the verdicts that were given on this machine
#[derive(Debug, Args)]
#[command(
    after_help = "The newest first. Verdicts are yours and kept on this machine: no server hears of them, and\nnone is asked without --check. With it the lists of their jobs are read, and each verdict is\ndone, to do, waits (nothing is to be done), or the server disagrees.\n\nExample:\n  shortlist verdicts\n  shortlist verdicts --check --json | jq -r '.[] | select(.fate == \"to do\") | .name'\n  shortlist verdicts --job 'rust engineer' --csv > verdicts.csv\n  shortlist verdicts --json | jq -r '.[] | select(.verdict == \"advance\") | .candidate_id'"
)]
pub(super) struct Verdicts {
    /// Only those on this job, by its id or a part of its name
    #[arg(long, value_name = "JOB")]
    job: Option<String>,
    /// Ask the server whether it did what was decided
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

/// Where an entry stands in the log, and whose it is, when it came from a colleague.
type Written = (usize, Option<String>);

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

impl Verdicts {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        let entries = match Kept::find(&self.workspace)? {
            Some(kept) => kept.entries(out)?,
            None => Vec::new(),
        };
        let log: HashMap<EntryId, Written> = entries
            .iter()
            .enumerate()
            .map(|(place, entry)| (entry.id.clone(), (place, entry.source.clone())))
            .collect();
        let book = book(entries);
        let mut all: Vec<(usize, Standing)> =
            book.all().filter_map(|own| Standing::of(own, &log)).collect();
        if let Some(job) = &self.job {
            all.retain(|(_, one)| is_meant(job, one));
        }
        // Those of one step have one time: the log tells which came last.
        all.sort_by_key(|(place, one)| Reverse((one.at, *place)));
        let mut all: Vec<Standing> = all.into_iter().map(|(_, one)| one).collect();
        if self.check && !all.is_empty() {
            let workspace = self.workspace.open(out).await?;
            check::check(&mut all, &book, &workspace.client, out).await?;
        }
        let width = super::width();
        let format = self.format.format(width);
        if all.is_empty() {
            out.say(&match &self.job {
                Some(job) => format!("no verdicts on a job called {job:?}"),
                None => "no verdicts".to_owned(),
            });
        }
        // No heading over nothing.
        if all.is_empty() && format == Format::Table {
            return Ok(());
        }
        out.data(|to| show::list(&all, format, width, to))
    }
}

impl Standing {
    /// With the place of the verdict in the log; none where nothing is decided.
    fn of(own: &CandidateTriage, log: &HashMap<EntryId, Written>) -> Option<(usize, Self)> {
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

/// Whether this is about the job that was typed.
fn is_meant(job: &str, one: &Standing) -> bool {
    let job = job.trim();
    one.job_id.as_str() == job || one.job_name.to_lowercase().contains(&job.to_lowercase())
}
