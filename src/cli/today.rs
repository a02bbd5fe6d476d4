//! `shortlist today`: prints what is new, due or waiting, for a shell greeting.

use std::collections::BTreeMap;
use std::io::{self, Write};

use chrono::Local;
use clap::Args;
use serde_json::json;

use super::changes::read_changes;
use super::exit::Exit;
use super::json;
use super::local_store::{OpenLocalStore, storage_error};
use super::output::Output;
use super::workspace::WorkspaceArgs;
use crate::config;
use crate::recruiting::changes::period::Period;
use crate::recruiting::person::Draft;
use crate::recruiting::table::JobKind;
use crate::recruiting::today::stays::{JobFacts, StaySource};
use crate::recruiting::today::{PendingStay, TodayInput, TodaySection, TodayTask, build};
use crate::recruiting::triage::{
    CandidateTriage, Snapshot, SyncStatus, TriageState, Verdict, reconcile,
};
use crate::text::pluralize;
use crate::usecases::job_candidates::{JobCandidates, mirrored_jobs};
use crate::wire::{JobId, JobItem, Timestamp};

/// Rows of a section in the text; --json prints all.
const MAX_ROWS: usize = 5;

/// Show what needs your attention today: what is new, due or overdue
#[derive(Debug, Args)]
#[command(
    after_help = "From the data on this machine: changes since your last visit, verdicts that you may still have to\ncarry out, snoozes that are due, candidates over the limit of their stage, the offers pending\nlongest, and unsaved edits that wait to be sent. Makes no requests: `shortlist sync` reads the\nserver, and `shortlist verdicts --check` compares the verdicts with it. Interviews are not\nlisted, because the API has no interview times.\n\nExamples:\n  shortlist today\n  shortlist today --json | jq -r '.sections[] | \"\\(.count) \\(.heading)\"'"
)]
pub(super) struct Today {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Today {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let local_data = OpenLocalStore::find(&self.workspace)?;
        let sections = match &local_data {
            Some(local_data) => sections(local_data, out)?,
            None => Vec::new(),
        };
        if self.json {
            return out.write_data(|to| json::write_pretty(&to_json(&sections), to));
        }
        if sections.is_empty() {
            let is_read = local_data.is_some_and(|local_data| local_data.check_has_copy().is_ok());
            out.print_message(if is_read {
                "nothing new and nothing due"
            } else {
                "nothing is stored here yet; `shortlist sync` reads the server"
            });
        }
        out.write_data(|to| write_text(&sections, to))
    }
}

fn sections(local_data: &OpenLocalStore, out: &Output) -> Result<Vec<TodaySection>, Exit> {
    let now = Local::now().fixed_offset();
    let triage = TriageState::from_iter(local_data.entries(out)?);
    let changes = read_changes(local_data, Period::LastVisit, now)?;
    let drafts = local_data.storage.drafts().map_err(storage_error)?;
    let drafts = drafts.iter().filter(|draft| draft.server == local_data.server);
    let drafts: Vec<TodayTask> =
        drafts.filter_map(|row| draft_task(&row.name, &row.body)).collect();
    let todos = todos(local_data, &triage)?;
    Ok(build(&TodayInput {
        changes: &changes,
        todos: &todos,
        triage: &triage,
        stays: &stays(local_data, now.to_utc().into(), out)?,
        drafts: &drafts,
        today: now.date_naive(),
    }))
}

/// The verdicts that the copy on this machine does not show as carried out.
fn todos(local_data: &OpenLocalStore, triage: &TriageState) -> Result<Vec<TodayTask>, Exit> {
    let OpenLocalStore { storage, server, .. } = local_data;
    let mut jobs: BTreeMap<&JobId, Vec<(&CandidateTriage, TodayTask)>> = BTreeMap::new();
    for candidate in triage.all() {
        let task = todo_task(candidate).map(|task| (candidate, task));
        jobs.entry(&candidate.subject.job).or_default().extend(task);
    }
    let mut todos = Vec::new();
    for (id, mut tasks) in jobs {
        if !tasks.is_empty() {
            let job = JobItem { id: id.clone(), ..JobItem::default() };
            let list = JobCandidates::read(storage, server, job).map_err(storage_error)?;
            let is_done = |candidate| list.as_ref().is_some_and(|list| is_done(candidate, list));
            tasks.retain(|(candidate, _)| !is_done(candidate));
        }
        todos.extend(tasks.into_iter().map(|(_, task)| task));
    }
    todos.sort_by(|a, b| (&a.job, &a.name).cmp(&(&b.job, &b.name)));
    Ok(todos)
}

fn is_done(candidate: &CandidateTriage, list: &JobCandidates) -> bool {
    let JobCandidates { rows, pipeline, .. } = list;
    let row = rows.find(candidate.subject.candidate.as_str());
    candidate.verdict.as_ref().zip(row).is_some_and(|(verdict, row)| {
        let now = Snapshot::in_stage(rows.stage_id(row), rows.stage_name(row));
        reconcile(verdict, Some(&now), Some(pipeline)) == SyncStatus::Synced
    })
}

/// The candidates of open jobs who are over a limit or have an offer, from the copy on this machine.
fn stays(
    local_data: &OpenLocalStore,
    now: Timestamp,
    out: &Output,
) -> Result<Vec<PendingStay>, Exit> {
    let OpenLocalStore { storage, server, .. } = local_data;
    let jobs = mirrored_jobs(storage, server).map_err(storage_error)?;
    let Some((jobs, coverage)) = jobs else { return Ok(Vec::new()) };
    if !coverage.open_jobs.is_all() {
        let jobs = coverage.open_jobs.describe("open job", "open jobs");
        out.print_message(&format!(
            "limits and offers cover {jobs}; `shortlist sync` reads the rest"
        ));
    }
    let limits = config::load().settings.limits;
    let (mut stays, mut unknown, mut undated) = (Vec::new(), 0, 0);
    for job in jobs.into_iter().filter(|job| JobKind::new(job) == JobKind::Open) {
        let read = JobCandidates::read(storage, server, job).map_err(storage_error)?;
        let Some(mut list) = read else { continue };
        list.read_histories(storage, server, &limits, now).map_err(storage_error)?;
        let facts = JobFacts {
            id: &list.job.id,
            name: &list.job.name,
            pipeline: &list.pipeline,
            figures: list.figures.as_ref(),
        };
        let source = StaySource { rows: &list.rows, histories: &list.histories };
        stays.extend(source.pending(|_| Some(facts), &limits, now));
        unknown += source.unknown(|_| Some(facts));
        undated += source.undated(|_| Some(facts));
    }
    if unknown > 0 {
        out.print_message(&format!(
            "limits and offers leave out {}; `shortlist sync` reads their stage dates, unless the workspace has cache = \"lists\"",
            pluralize(unknown, "candidate", "candidates")
        ));
    } else if undated > 0 {
        out.print_message(&format!(
            "limits are estimated without the stage dates of {}; `shortlist sync --all` reads them",
            pluralize(undated, "candidate", "candidates")
        ));
    }
    Ok(stays)
}

/// `None` if it does not wait to be sent.
fn draft_task(name: &str, body: &str) -> Option<TodayTask> {
    let draft: Draft = serde_json::from_str(body).ok()?;
    let fields: Vec<&str> = draft.form.changed().map(|spec| spec.label).collect();
    let task =
        || TodayTask { name: name.to_owned(), job: String::new(), detail: fields.join(", ") };
    draft.waiting.then(task)
}

/// A verdict to wait needs no move.
fn todo_task(candidate: &CandidateTriage) -> Option<TodayTask> {
    let verdict = candidate.verdict.as_ref().filter(|it| it.verdict != Verdict::Wait)?;
    let seen = &candidate.snapshot;
    Some(TodayTask {
        name: seen.name.clone(),
        job: seen.job_name.clone(),
        detail: format!("{} (in {})", verdict.verdict.as_str(), verdict.seen.stage_name),
    })
}

fn write_text(sections: &[TodaySection], to: &mut dyn Write) -> io::Result<()> {
    for section in sections {
        writeln!(to, "{}: {}", section.kind.heading(), section.total)?;
        for row in section.rows.iter().take(MAX_ROWS) {
            let facts = [&row.name, &row.job, &row.detail].into_iter().filter(|it| !it.is_empty());
            let facts: Vec<&str> = facts.map(String::as_str).collect();
            writeln!(to, "  {}", facts.join(", "))?;
        }
        if section.rows.len() > MAX_ROWS {
            writeln!(to, "  and {} more", section.total.saturating_sub(MAX_ROWS))?;
        }
    }
    Ok(())
}

fn to_json(sections: &[TodaySection]) -> serde_json::Value {
    let section = |section: &TodaySection| {
        let row = |row: &crate::recruiting::today::TodayRow| json!({"name": row.name, "job_name": row.job, "detail": row.detail});
        let rows: Vec<serde_json::Value> = section.rows.iter().map(row).collect();
        json!({"heading": section.kind.heading(), "count": section.total, "rows": rows})
    };
    json!({"sections": sections.iter().map(section).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::changes::ChangeList;
    use crate::recruiting::changes::tests::some_changes;

    #[test]
    fn the_sections_are_printed_in_short_and_in_full() {
        let triage = TriageState::default();
        let task = |number: usize| TodayTask {
            name: format!("Name {number}"),
            job: "Chef".to_owned(),
            detail: "advance".to_owned(),
        };
        let todos: Vec<TodayTask> = (1..=7).map(task).collect();
        let sections = build(&TodayInput {
            changes: &ChangeList { changes: some_changes(), ..ChangeList::default() },
            todos: &todos,
            triage: &triage,
            stays: &[],
            drafts: &[],
            today: "2026-11-15".parse().unwrap(),
        });
        let mut text = Vec::new();
        write_text(&sections, &mut text).unwrap();
        insta::assert_snapshot!(String::from_utf8(text).unwrap());
        assert_eq!(to_json(&sections)["sections"][1]["rows"].as_array().unwrap().len(), 7);
    }
}
