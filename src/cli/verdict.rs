//! `shortlist verdict`: something decided or jotted down about a candidate.
//!
//! The headless twin of the keys of the inbox. It is written into the same log,
//! so that a terminal that is open sees it and can take it back.

use std::collections::{HashMap, HashSet};
use std::io;

use chrono::{Local as Zone, NaiveDate, Utc};
use clap::Args;

use super::exit::Exit;
use super::local::kept::{Kept, book, counted, failed};
use super::out::Out;
use super::patience::patiently;
use super::person::attach::ids;
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
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
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
        // All are read before anything is written: all of it is one step.
        let mut whom = Vec::new();
        let mut jobs = HashMap::new();
        for id in &ids {
            let id = CandidateId::from(id.as_str());
            let read = seen(&workspace.client, &id, &mut jobs, out).await;
            whom.push(read.map_err(|exit| for_nobody(exit, &ids))?);
        }
        let mut kept = Kept::open(&workspace.memories())?;
        let before = book(kept.entries(out)?);
        write(
            &mut kept,
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

    /// What is to be done to each.
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

    /// Takes back what was done last to each; no server is asked.
    fn undo(&self, ids: &[String], out: &Out) -> Result<(), Exit> {
        let kept = Kept::find(&self.workspace)?;
        let mut kept = kept.ok_or_else(|| Exit::not_found("nothing was done here yet"))?;
        let entries = kept.entries(out)?;
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
        write(&mut kept, &TriageState::default(), acts)?;
        lines.iter().try_for_each(|line| out.line(line))
    }
}

/// Why it was done to none of several, since it could not be done to one of them.
fn for_nobody(exit: Exit, ids: &[String]) -> Exit {
    if ids.len() == 1 { exit } else { exit.and("nothing was written, for any of them") }
}

/// What was done last to a candidate, here, and still holds.
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

/// Writes a step after all that was done before. On disk when this returns.
fn write(
    kept: &mut Kept,
    before: &TriageState,
    acts: impl IntoIterator<Item = (Subject, Snapshot, EntryKind)>,
) -> Result<(), Exit> {
    let step = UndoGroup(format!("{}-1", kept.local.session()));
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
    kept.local.append(&kept.server, &rows, None).map_err(failed)
}

/// A candidate as they are now. What a job is called is asked once.
async fn seen(
    client: &Client,
    id: &CandidateId,
    jobs: &mut HashMap<JobId, String>,
    out: &Out,
) -> Result<(Subject, Snapshot), Exit> {
    let read = patiently(client, None, out, client.read_candidate(id)).await;
    let one = read.map_err(|error| Exit::from(error).at(id.as_str()))?.record;
    if !jobs.contains_key(&one.job_id) {
        let read = patiently(client, None, out, client.read_job(&one.job_id)).await;
        let read = read.map_err(|error| Exit::from(error).at(one.job_id.as_str()))?;
        jobs.insert(one.job_id.clone(), read.record.name);
    }
    // As the lists have it: what differs later is told as news.
    let clean = |text: &str| shown(text).into_owned();
    let seen = Snapshot {
        name: clean(&one.name),
        job_name: jobs.get(&one.job_id).map(|name| clean(name)).unwrap_or_default(),
        title: clean(&one.current_job_title),
        company: clean(&one.current_company_name),
        stage_id: one.current_pipeline_stage_id.to_string(),
        stage_name: clean(&one.current_pipeline_stage_name),
    };
    Ok((Subject { candidate: id.clone(), person: one.person_id, job: one.job_id }, seen))
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

/// What was said, if it says anything.
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
