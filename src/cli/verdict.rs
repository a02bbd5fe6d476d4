//! `shortlist verdict`: records a verdict, note, tag, star or snooze.
//!
//! Writes to the same log as the inbox, so that an open terminal shows it and can undo it.

use std::collections::{HashMap, HashSet};
use std::io;

use chrono::{Local as Zone, NaiveDate, Utc};
use clap::Args;

use super::exit::Exit;
use super::local::local_data::{LocalData, counted, failed, triage_state};
use super::output::Output;
use super::person::attach::ids;
use super::wait_notice::with_wait_notice;
use super::workspace::{ENVIRONMENT, WorkspaceArgs};
use crate::client::Client;
use crate::recruiting::query::nearest;
use crate::recruiting::table::shown;
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, TriageState, UndoGroup, Verdict as Word, until,
};
use crate::wire::{CandidateId, JobId};

const UNDO: &str = "undo";

/// Decide about a candidate, on this machine
#[derive(Debug, Args)]
#[command(
    after_help = format!("A verdict is yours and stays on this machine; no server hears of it. The candidate is read, to\nremember the stage it was given in. `undo` takes back what was done to them last.\n\nExample:\n  shortlist verdict CANDIDATE advance --note 'Strong on async' --tag rust --star\n  shortlist verdict CANDIDATE decline --reason 'Too far'\n  shortlist verdict CANDIDATE --snooze 2w\n  shortlist candidates JOB --stage Applied --plain | cut -f7 | shortlist verdict - wait\n\n{ENVIRONMENT}")
)]
pub(super) struct Verdict {
    /// Their id, or - for ids on stdin, one a line
    candidate: String,
    /// advance, wait or decline; undo takes the last step back
    #[arg(value_name = "VERDICT")]
    word: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", requires = "word")]
    reason: Option<String>,
    /// Something to remember
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// A tag; several with several of these
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// With a star
    #[arg(long)]
    star: bool,
    /// Put off until a day: 3d, 2w, mon, 2026-12-01
    #[arg(long, value_name = "DAY")]
    snooze: Option<String>,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Verdict {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let takes_back = self.word.as_deref() == Some(UNDO);
        let acts = if takes_back { self.nothing_more()? } else { self.acts()? };
        let ids = match self.candidate.as_str() {
            "-" => ids(io::stdin().lock())?,
            id => vec![id.to_owned()],
        };
        if takes_back {
            return self.undo(&ids, out);
        }
        let workspace = self.workspace.open(out).await?;
        // Read everything before writing: all entries form one undo group.
        let mut whom = Vec::new();
        let mut jobs = HashMap::new();
        for id in &ids {
            let id = CandidateId::from(id.as_str());
            let read = seen(&workspace.client, &id, &mut jobs, out).await;
            whom.push(read.map_err(|exit| for_nobody(exit, &ids))?);
        }
        let mut local_data = LocalData::open(&workspace.local_store())?;
        let before = triage_state(local_data.entries(out)?);
        write(
            &mut local_data,
            &before,
            whom.iter().flat_map(|(subject, seen)| {
                acts.iter().map(|act| (subject.clone(), seen.clone(), act.clone()))
            }),
        )?;
        let did = acts.iter().map(told).collect::<Vec<_>>().join(", ");
        for (subject, Snapshot { name, job_name, stage_name, .. }) in &whom {
            let candidate = &subject.candidate;
            out.line(&format!(
                "{name} ({candidate}), {job_name}, {stage_name}: {did}; on this machine only"
            ))?;
        }
        Ok(())
    }

    /// The entries to write for each candidate.
    fn acts(&self) -> Result<Vec<EntryKind>, Exit> {
        let mut acts = Vec::new();
        if let Some(word) = &self.word {
            let reason = said("--reason", self.reason.as_deref())?;
            acts.push(EntryKind::Verdict { verdict: verdict(word)?, reason });
        }
        if let Some(text) = said("--note", self.note.as_deref())? {
            acts.push(EntryKind::Note { text });
        }
        for tag in &self.tags {
            acts.extend(said("--tag", Some(tag))?.map(|tag| EntryKind::Tag { tag }));
        }
        acts.extend(self.star.then_some(EntryKind::Star));
        if let Some(day) = &self.snooze {
            let until =
                until(day, today()).map_err(|why| Exit::usage(format!("--snooze: {why}")))?;
            acts.push(EntryKind::Snooze { until, note: None });
        }
        if acts.is_empty() {
            return Err(Exit::usage(
                "nothing to do: give a verdict (advance, wait, decline), --note, --tag, --star or --snooze",
            ));
        }
        Ok(acts)
    }

    fn nothing_more(&self) -> Result<Vec<EntryKind>, Exit> {
        let more = self.reason.is_some()
            || self.note.is_some()
            || !self.tags.is_empty()
            || self.star
            || self.snooze.is_some();
        if more { Err(Exit::usage("undo takes nothing beside it")) } else { Ok(Vec::new()) }
    }

    /// Undoes the last step of each candidate, without requests.
    fn undo(&self, ids: &[String], out: &Output) -> Result<(), Exit> {
        let local_data = LocalData::find(&self.workspace)?;
        let mut local_data =
            local_data.ok_or_else(|| Exit::not_found("nothing was done here yet"))?;
        let entries = local_data.entries(out)?;
        let mut acts = Vec::new();
        let mut lines = Vec::new();
        for id in ids {
            let done = last_step(&entries, id).map_err(|exit| for_nobody(exit, ids))?;
            let Some(first) = done.first() else { continue };
            let did = done.iter().map(|entry| told(&entry.act)).collect::<Vec<_>>().join(", ");
            lines.push(format!("{} ({id}): taken back: {did}", first.seen.name));
            let act = EntryKind::Undo { step: first.step.clone() };
            acts.push((Subject::default(), Snapshot::default(), act));
        }
        write(&mut local_data, &TriageState::default(), acts)?;
        lines.iter().try_for_each(|line| out.line(line))
    }
}

/// The error for all candidates if one of them fails.
fn for_nobody(exit: Exit, ids: &[String]) -> Exit {
    if ids.len() == 1 { exit } else { exit.and("nothing was written, for any of them") }
}

/// The last local step on a candidate that was not undone.
fn last_step<'a>(entries: &'a [LogEntry], id: &str) -> Result<Vec<&'a LogEntry>, Exit> {
    let mut void = HashSet::new();
    for entry in entries {
        match &entry.act {
            EntryKind::Undo { step } => _ = void.insert(step),
            EntryKind::Redo { step } => _ = void.remove(step),
            _ => {}
        }
    }
    let is_theirs = |entry: &&LogEntry| {
        entry.subject.candidate.as_str() == id
            && entry.source.is_none()
            && !void.contains(&entry.step)
    };
    let last = entries.iter().rfind(is_theirs).ok_or_else(|| {
        Exit::not_found(format!("{id}: nothing was done to them here that could be taken back"))
    })?;
    let step: Vec<&LogEntry> = entries.iter().filter(|entry| entry.step == last.step).collect();
    let others: HashSet<&str> = step
        .iter()
        .map(|entry| entry.subject.candidate.as_str())
        .filter(|other| *other != id)
        .collect();
    if others.is_empty() {
        return Ok(step);
    }
    Err(Exit::conflict(format!(
        "{id}: it was done to {} at the same time; take it back for all in the terminal (u), or give this one another verdict",
        counted(others.len(), "other", "others")
    )))
}

/// Appends entries to the log. Durable on return.
fn write(
    local_data: &mut LocalData,
    before: &TriageState,
    acts: impl IntoIterator<Item = (Subject, Snapshot, EntryKind)>,
) -> Result<(), Exit> {
    let step = UndoGroup(format!("{}-1", local_data.local.session()));
    let now = Utc::now().into();
    let rows: Vec<_> = acts
        .into_iter()
        .enumerate()
        .map(|(number, (subject, seen, act))| {
            let id = EntryId(format!("{}.{number}", step.0));
            let seen = seen.into();
            let at = before.moment(subject.candidate.as_str(), now);
            LogEntry {
                id,
                step: step.clone(),
                at,
                subject: subject.into(),
                seen,
                act,
                source: None,
            }
        })
        .collect();
    local_data.local.append(&local_data.server, &rows, None).map_err(failed)
}

/// Reads a candidate; the name of each job is read once.
async fn seen(
    client: &Client,
    id: &CandidateId,
    jobs: &mut HashMap<JobId, String>,
    out: &Output,
) -> Result<(Subject, Snapshot), Exit> {
    let read = with_wait_notice(client, None, out, client.read_candidate(id)).await;
    let row = read.map_err(|error| Exit::from(error).at(id.as_str()))?.record;
    if !jobs.contains_key(&row.job_id) {
        let read = with_wait_notice(client, None, out, client.read_job(&row.job_id)).await;
        let read = read.map_err(|error| Exit::from(error).at(row.job_id.as_str()))?;
        jobs.insert(row.job_id.clone(), read.record.name);
    }
    // As the lists show it: a later difference counts as a change.
    let clean = |text: &str| shown(text).into_owned();
    let seen = Snapshot {
        name: clean(&row.name),
        job_name: jobs.get(&row.job_id).map(|name| clean(name)).unwrap_or_default(),
        title: clean(&row.current_job_title),
        company: clean(&row.current_company_name),
        stage_id: row.current_pipeline_stage_id.to_string(),
        stage_name: clean(&row.current_pipeline_stage_name),
    };
    Ok((Subject { candidate: id.clone(), person: row.person_id, job: row.job_id }, seen))
}

fn verdict(word: &str) -> Result<Word, Exit> {
    let words = Word::ALL.map(Word::as_str);
    Word::parse(word).ok_or_else(|| {
        let known = words.into_iter().chain([UNDO]);
        let guess = nearest(word, known).map_or_else(
            || "; there are advance, wait, decline and undo".to_owned(),
            |meant| format!(", did you mean `{meant}`?"),
        );
        Exit::usage(format!("no verdict `{word}`{guess}"))
    })
}

/// `None` for blank text.
fn said(flag: &str, text: Option<&str>) -> Result<Option<String>, Exit> {
    match text.map(str::trim) {
        Some("") => Err(Exit::usage(format!("{flag}: says nothing"))),
        text => Ok(text.map(str::to_owned)),
    }
}

fn told(act: &EntryKind) -> String {
    match act {
        EntryKind::Verdict { verdict, reason: None } => verdict.as_str().to_owned(),
        EntryKind::Verdict { verdict, reason: Some(reason) } => {
            format!("{} ({reason})", verdict.as_str())
        }
        EntryKind::Note { text } => format!("note {text:?}"),
        EntryKind::Tag { tag } => format!("tag {tag}"),
        EntryKind::Untag { tag } => format!("no tag {tag}"),
        EntryKind::Star => "star".to_owned(),
        EntryKind::Unstar => "no star".to_owned(),
        EntryKind::Snooze { until, .. } => format!("put off until {until}"),
        EntryKind::Wake => "not put off".to_owned(),
        EntryKind::Undo { .. } => "taken back".to_owned(),
        EntryKind::Redo { .. } => "done again".to_owned(),
    }
}

fn today() -> NaiveDate {
    Zone::now().date_naive()
}
