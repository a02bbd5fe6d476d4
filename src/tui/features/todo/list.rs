//! Builds the to-do list from the triage log and the candidate lists as loaded.

use std::collections::HashMap;

use super::state::{TodoJob, TodoList, TodoRow};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{CandidateTriage, Snapshot, Subject, SyncStatus, Verdict, fate};
use crate::text;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format::days;
use crate::wire::{JobId, PipelineStage};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TodoStatus {
    ToDo,
    Disagrees(String),
    Unread,
}

/// The status of a verdict and the row of the candidate, or `None` if nothing is to do.
pub(crate) fn status<'a>(
    state: &'a State,
    own: &CandidateTriage,
) -> Option<(TodoStatus, Option<(&'a OpenJob, Row)>)> {
    let given = own.verdict.as_ref()?;
    let open = state.open.get(&own.subject.job);
    let row = open.and_then(|open| open.list.roll.rows.find(own.subject.candidate.as_str()));
    let Some((open, row)) = open.zip(row) else {
        return match open {
            Some(open) if open.list.roll.was_whole() => {
                Some((TodoStatus::Disagrees("no longer in the job".to_owned()), None))
            }
            // A wait needs no move.
            _ if given.verdict == Verdict::Wait => None,
            _ => Some((TodoStatus::Unread, None)),
        };
    };
    let rows = &open.list.roll.rows;
    let (stage_id, stage_name) = (rows.stage_id(row).to_owned(), rows.stage_name(row).to_owned());
    let now = Snapshot { stage_id, stage_name, ..Snapshot::default() };
    let record = open.job.record.as_ref();
    let stages = record.map_or(&[][..], |job| &job.pipeline_stages);
    let status = match fate(given, &now, stages) {
        SyncStatus::Done | SyncStatus::Waits => return None,
        SyncStatus::ToDo => TodoStatus::ToDo,
        SyncStatus::Disagrees(change) => TodoStatus::Disagrees(change),
        SyncStatus::Unknown if record.is_none() => TodoStatus::Unread,
        SyncStatus::Unknown => TodoStatus::Disagrees(format!("moved to {}", now.stage_name)),
    };
    Some((status, Some((open, row))))
}

/// Covers the lists loaded so far.
#[must_use]
pub fn list(state: &State) -> TodoList {
    let mut jobs: HashMap<&JobId, TodoJob> = HashMap::new();
    let mut names: HashMap<&JobId, (String, String)> = HashMap::new();
    let mut todos = TodoList::default();
    let mut owns: Vec<&CandidateTriage> =
        state.book.all().filter(|own| own.verdict.is_some()).collect();
    owns.sort_by_key(|own| {
        let given = own.verdict.as_ref().map(|given| (given.verdict, given.at));
        (given, own.subject.candidate.as_str())
    });
    for own in owns {
        let Some((status, place)) = status(state, own) else { continue };
        let id = &own.subject.job;
        let names = names.entry(id).or_insert_with(|| {
            let now = state.named_job(id);
            let name = if now.is_empty() { own.seen.job_name.clone() } else { now };
            (name, client(state, id))
        });
        let Some(row) = row(state, own, &status, place, names) else { continue };
        match status {
            TodoStatus::ToDo => {
                let job = || {
                    let (name, client) = names.clone();
                    TodoJob { id: id.clone(), name, client, rows: Vec::new() }
                };
                jobs.entry(id).or_insert_with(job).rows.push(row);
            }
            TodoStatus::Disagrees(_) => todos.disagrees.push(row),
            TodoStatus::Unread => todos.unread.push(row),
        }
    }
    todos.jobs = jobs.into_values().collect();
    todos.jobs.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    // Grouped by job.
    todos.disagrees.sort_by(|a, b| a.job_name.cmp(&b.job_name));
    todos.unread.sort_by(|a, b| a.job_name.cmp(&b.job_name));
    todos
}

fn row(
    state: &State,
    own: &CandidateTriage,
    status: &TodoStatus,
    place: Option<(&OpenJob, Row)>,
    (job_name, client): &(String, String),
) -> Option<TodoRow> {
    let given = own.verdict.as_ref()?;
    let what = match status {
        TodoStatus::ToDo => match place.filter(|(open, _)| open.job.record.is_some()) {
            Some((open, row)) => match target(given.verdict, open, row) {
                Ok(next) => format!("move to {}", next.name),
                Err(why) => why.to_owned(),
            },
            None => unplaced(given.verdict).to_owned(),
        },
        TodoStatus::Disagrees(change) => change.clone(),
        TodoStatus::Unread => unplaced(given.verdict).to_owned(),
    };
    let rows = place.map(|(open, row)| (&open.list.roll.rows, row));
    let name = rows.map_or(own.seen.name.as_str(), |(rows, row)| rows.name(row));
    let stage_name = match rows {
        Some((rows, row)) if *status == TodoStatus::ToDo => rows.stage_name(row),
        _ => given.seen.stage_name.as_str(),
    };
    Some(TodoRow {
        subject: Subject::clone(&own.subject),
        name: name.to_owned(),
        job_name: job_name.clone(),
        client: client.clone(),
        verdict: given.verdict,
        stage: stage_name.to_owned(),
        what,
        reason: given.reason.clone(),
        days: days(given.at, state.clock.date).unwrap_or(0),
        notes: own.notes.iter().map(|note| note.text.clone()).collect(),
    })
}

/// The wording while the target stage is unknown.
const fn unplaced(verdict: Verdict) -> &'static str {
    if matches!(verdict, Verdict::Decline) { "reject" } else { "move on" }
}

fn client(state: &State, job: &JobId) -> String {
    let rows = &state.jobs.roll.rows;
    if let Some(row) = rows.find(job) {
        return rows.client(row).to_owned();
    }
    let record = state.open.get(job).and_then(|open| open.job.record.as_ref());
    record.map(|job| text::sanitize(&job.client_company_name).into_owned()).unwrap_or_default()
}

/// The stage that a verdict leads to: the next one that is no rejection, or the likeliest rejection. The
/// error says why there is none.
pub(crate) fn target(
    verdict: Verdict,
    open: &OpenJob,
    row: Row,
) -> Result<&PipelineStage, &'static str> {
    if open.job.record.is_none() {
        return Err("the pipeline is not read yet");
    }
    if verdict == Verdict::Decline {
        let all = rejections(open);
        return likeliest(&all).ok_or("the pipeline has no stage for rejections");
    }
    let rows = &open.list.roll.rows;
    let now = StageRef::new(rows.stage_id(row), rows.stage_name(row));
    let mut stages = open.stages().into_iter();
    let next = match stages.find(|stage| now.is(stage)) {
        None => return Err("this stage is not in the pipeline"),
        // A rejection leads nowhere, even if stages follow it.
        Some(stage) if stage.is_rejection_stage => None,
        Some(_) => stages.find(|stage| !stage.is_rejection_stage),
    };
    next.ok_or("no stage comes after it")
}

/// In pipeline order.
pub(crate) fn rejections(open: &OpenJob) -> Vec<&PipelineStage> {
    open.stages().into_iter().filter(|stage| stage.is_rejection_stage).collect()
}

/// A client or the candidate may have rejection stages too; the agency's comes first.
fn likeliest<'a>(stages: &[&'a PipelineStage]) -> Option<&'a PipelineStage> {
    let name = |stage: &&&PipelineStage| stage.name.trim().to_lowercase();
    let agency = stages.iter().find(|stage| name(stage) == "rejected");
    let other = || stages.iter().find(|stage| name(stage).contains("reject"));
    agency.or_else(other).or(stages.first()).copied()
}
