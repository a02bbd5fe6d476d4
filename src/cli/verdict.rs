//! `shortlist verdict`: records a verdict, note, tag, star or snooze.
//!
//! Writes to the same log as the inbox, so that an open terminal shows it and can undo it.

use std::collections::{HashMap, HashSet};
use std::io;

use chrono::{Local as Zone, NaiveDate, Utc};
use clap::Args;
use clap_complete::ArgValueCompleter;

use super::completions::values;
use super::exit::Exit;
use super::id_list::read_ids;
use super::local_store::{OpenLocalStore, storage_error};
use super::lookup::{Lookup, find_stored};
use super::output::Output;
use super::wait_notice::with_wait_notice;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::query::nearest;
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::to_display;
use crate::recruiting::triage::{
    EntryKind, LogEntry, Snapshot, Subject, TriageState, Verdict, parse_until, refusal,
};
use crate::storage::mirror::records::RecordKind;
use crate::text::pluralize;
use crate::wire::{CandidateId, Job, JobId};

const UNDO: &str = "undo";

/// Record a verdict, note, tag, star or snooze on this machine
#[derive(Debug, Args)]
#[command(
    after_help = format!("A verdict is about one candidate; notes, tags, star and snooze are about the person, in all jobs.\nAll of it stays on this machine. Reads the candidate, to store the current stage with the verdict.\n`undo` undoes the last change to the candidate.\n\nExamples:\n  shortlist verdict CANDIDATE advance --note 'Strong on async' --tag rust --star\n  shortlist verdict CANDIDATE decline --reason 'Too far'\n  shortlist verdict CANDIDATE --snooze 2w\n  shortlist candidates JOB --stage Applied --plain | cut -f7 | shortlist verdict - wait\n\n{ENVIRONMENT}")
)]
pub(super) struct VerdictCommand {
    /// Candidate: the ID, or part of the name; - reads IDs from stdin, one per line
    #[arg(add = ArgValueCompleter::new(values::candidates))]
    candidate: String,
    /// advance, wait, decline, or undo
    #[arg(value_name = "VERDICT")]
    word: Option<String>,
    /// The reason for the verdict
    #[arg(long, value_name = "TEXT", requires = "word")]
    reason: Option<String>,
    /// A note
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// A tag; repeat for several
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Star the person
    #[arg(long)]
    star: bool,
    /// Snooze until a day: 3d, 2w, mon, 2026-12-01
    #[arg(long, value_name = "DAY")]
    snooze: Option<String>,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl VerdictCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let is_undo = self.word.as_deref() == Some(UNDO);
        let changes = if is_undo { self.reject_other_flags()? } else { self.changes()? };
        let ids = match self.candidate.as_str() {
            "-" => read_ids(io::stdin().lock())?,
            id => vec![id.to_owned()],
        };
        if is_undo {
            return self.undo(&ids, out);
        }
        let workspace = self.workspace.open(out).await?;
        // Read everything before writing: all entries form one undo group.
        let mut subjects = Vec::new();
        let mut jobs = HashMap::new();
        let lookup = Lookup::new(&workspace, out);
        for id in &ids {
            let id = if self.candidate == "-" {
                id.as_str().into()
            } else {
                lookup.candidate(id).await?
            };
            let mut read = read_snapshot(&workspace.client, &id, &mut jobs, out).await;
            if let Err(exit) = read {
                read = Err(lookup.explain(RecordKind::Candidate, id.as_str(), exit).await);
            }
            let read = read.and_then(|subject| self.refuse_by_stage(subject, &jobs));
            subjects.push(read.map_err(|exit| add_batch_hint(exit, &ids))?);
        }
        let mut local_data = OpenLocalStore::open(&workspace.local_store())?;
        let before = TriageState::from_iter(local_data.entries(out)?);
        write(
            &mut local_data,
            &before,
            subjects.iter().flat_map(|(subject, snapshot)| {
                changes.iter().map(|change| (subject.clone(), snapshot.clone(), change.clone()))
            }),
        )?;
        let summary = changes.iter().map(describe).collect::<Vec<_>>().join(", ");
        for (subject, Snapshot { name, job_name, stage_name, .. }) in &subjects {
            let candidate = &subject.candidate;
            out.print_line(&format!(
                "{name} ({candidate}), {job_name}, {stage_name}: {summary}; on this machine only"
            ))?;
        }
        Ok(())
    }

    /// Fails if the stage of the candidate rules the verdict out.
    fn refuse_by_stage(
        &self,
        (subject, snapshot): (Subject, Snapshot),
        jobs: &HashMap<JobId, Job>,
    ) -> Result<(Subject, Snapshot), Exit> {
        let verdict = self.word.as_deref().and_then(Verdict::parse);
        if let (Some(verdict), Some(job)) = (verdict, jobs.get(&subject.job)) {
            let mut stages: Vec<_> = job.pipeline_stages.iter().collect();
            stages.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
            let stage = StageRef::new(&snapshot.stage_id, &snapshot.stage_name);
            if let Some(reason) = refusal(verdict, &snapshot.name, stage, &stages) {
                return Err(Exit::conflict(reason).with_prefix(subject.candidate.as_str()));
            }
        }
        Ok((subject, snapshot))
    }

    /// The entries to write for each candidate.
    fn changes(&self) -> Result<Vec<EntryKind>, Exit> {
        let mut changes = Vec::new();
        if let Some(word) = &self.word {
            let reason = non_empty("--reason", self.reason.as_deref())?;
            changes.push(EntryKind::Verdict { verdict: parse_verdict(word)?, reason });
        }
        if let Some(text) = non_empty("--note", self.note.as_deref())? {
            changes.push(EntryKind::Note { text });
        }
        for tag in &self.tags {
            changes.extend(non_empty("--tag", Some(tag))?.map(|tag| EntryKind::Tag { tag }));
        }
        changes.extend(self.star.then_some(EntryKind::Star));
        if let Some(day) = &self.snooze {
            let until = parse_until(day, today())
                .map_err(|reason| Exit::usage(format!("--snooze: {reason}")))?;
            changes.push(EntryKind::Snooze { until, note: None });
        }
        if changes.is_empty() {
            return Err(Exit::usage(
                "nothing to record: give a verdict (advance, wait, decline), --note, --tag, --star or --snooze",
            ));
        }
        Ok(changes)
    }

    fn reject_other_flags(&self) -> Result<Vec<EntryKind>, Exit> {
        let has_more = self.reason.is_some()
            || self.note.is_some()
            || !self.tags.is_empty()
            || self.star
            || self.snooze.is_some();
        if has_more { Err(Exit::usage("undo takes no other options")) } else { Ok(Vec::new()) }
    }

    /// Undoes the last step of each candidate, without requests.
    fn undo(&self, ids: &[String], out: &Output) -> Result<(), Exit> {
        let local_data = OpenLocalStore::find(&self.workspace)?;
        let mut local_data = local_data
            .ok_or_else(|| Exit::not_found("no verdicts, notes or tags on this machine yet"))?;
        let triage = TriageState::from_iter(local_data.entries(out)?);
        let ids = match ids {
            [text] if self.candidate != "-" => {
                &[find_stored(&local_data, RecordKind::Candidate, text, out)?]
            }
            ids => ids,
        };
        let mut changes = Vec::new();
        let mut lines = Vec::new();
        for id in ids {
            let group = last_undo_group(&triage, id).map_err(|exit| add_batch_hint(exit, ids))?;
            let Some(first) = group.first() else { continue };
            let summary =
                group.iter().map(|entry| describe(&entry.kind)).collect::<Vec<_>>().join(", ");
            lines.push(format!("{} ({id}): undid {summary}", first.snapshot.name));
            let change = EntryKind::Undo { group: first.group.clone() };
            changes.push((Subject::default(), Snapshot::default(), change));
        }
        write(&mut local_data, &triage, changes)?;
        lines.iter().try_for_each(|line| out.print_line(line))
    }
}

/// The error for all candidates if one of them fails.
fn add_batch_hint(exit: Exit, ids: &[String]) -> Exit {
    if ids.len() == 1 { exit } else { exit.with_advice("nothing was written for any candidate") }
}

/// The last step on a candidate. It must be about that candidate alone.
fn last_undo_group<'a>(triage: &'a TriageState, id: &str) -> Result<Vec<&'a LogEntry>, Exit> {
    let group = triage
        .undoable_of(id)
        .ok_or_else(|| Exit::not_found(format!("{id}: nothing to undo on this machine")))?;
    let candidates = group.iter().map(|entry| entry.subject.candidate.as_str());
    let others: HashSet<&str> = candidates.filter(|other| *other != id).collect();
    if others.is_empty() {
        return Ok(group);
    }
    Err(Exit::conflict(format!(
        "{id}: the same step changed {}; undo it for all in the terminal UI (u), or give this candidate another verdict",
        pluralize(others.len(), "other candidate", "other candidates")
    )))
}

/// Appends entries to the log. Durable on return.
fn write(
    local_data: &mut OpenLocalStore,
    before: &TriageState,
    changes: impl IntoIterator<Item = (Subject, Snapshot, EntryKind)>,
) -> Result<(), Exit> {
    // A command is a session with one group.
    let group = (local_data.storage.session(), 1);
    let entries = before.new_group(group, Utc::now().into(), changes);
    local_data.storage.append(&local_data.server, &entries, None).map_err(storage_error)
}

/// Reads a candidate; each job is read once.
async fn read_snapshot(
    client: &Client,
    id: &CandidateId,
    jobs: &mut HashMap<JobId, Job>,
    out: &Output,
) -> Result<(Subject, Snapshot), Exit> {
    let read = with_wait_notice(client, None, out, client.read_candidate(id)).await;
    let row = read.map_err(|error| Exit::from(error).with_prefix(id.as_str()))?.record;
    if !jobs.contains_key(&row.job_id) {
        let read = with_wait_notice(client, None, out, client.read_job(&row.job_id)).await;
        let read = read.map_err(|error| Exit::from(error).with_prefix(row.job_id.as_str()))?;
        jobs.insert(row.job_id.clone(), read.record);
    }
    // As the lists show it, so that a later difference counts as a change.
    let clean = |text: &str| to_display(text).into_owned();
    let snapshot = Snapshot {
        name: clean(&row.name),
        job_name: jobs.get(&row.job_id).map(|job| clean(&job.name)).unwrap_or_default(),
        title: clean(&row.current_job_title),
        company: clean(&row.current_company_name),
        stage_id: row.current_pipeline_stage_id.to_string(),
        stage_name: clean(&row.current_pipeline_stage_name),
    };
    Ok((Subject { candidate: id.clone(), person: row.person_id, job: row.job_id }, snapshot))
}

fn parse_verdict(word: &str) -> Result<Verdict, Exit> {
    let words = Verdict::ALL.map(Verdict::as_str);
    Verdict::parse(word).ok_or_else(|| {
        let names = words.into_iter().chain([UNDO]);
        let guess = nearest(word, names).map_or_else(
            || "; use advance, wait, decline or undo".to_owned(),
            |suggestion| format!(", did you mean `{suggestion}`?"),
        );
        Exit::usage(format!("no verdict `{word}`{guess}"))
    })
}

/// `None` for blank text.
fn non_empty(flag: &str, text: Option<&str>) -> Result<Option<String>, Exit> {
    match text.map(str::trim) {
        Some("") => Err(Exit::usage(format!("{flag}: the text is empty"))),
        text => Ok(text.map(str::to_owned)),
    }
}

fn describe(kind: &EntryKind) -> String {
    match kind {
        EntryKind::Verdict { verdict, reason: None } => verdict.as_str().to_owned(),
        EntryKind::Verdict { verdict, reason: Some(reason) } => {
            format!("{} ({reason})", verdict.as_str())
        }
        EntryKind::Note { text } => format!("note {text:?}"),
        EntryKind::NoteEdit { text, .. } => format!("note changed to {text:?}"),
        EntryKind::NoteDelete { .. } => "note deleted".to_owned(),
        EntryKind::Tag { tag } => format!("tag {tag}"),
        EntryKind::Untag { tag } => format!("no tag {tag}"),
        EntryKind::Star => "star".to_owned(),
        EntryKind::Unstar => "no star".to_owned(),
        EntryKind::Snooze { until, .. } => format!("snoozed until {until}"),
        EntryKind::Wake => "snooze ended".to_owned(),
        EntryKind::Undo { .. } => "undone".to_owned(),
        EntryKind::Redo { .. } => "redone".to_owned(),
    }
}

fn today() -> NaiveDate {
    Zone::now().date_naive()
}
