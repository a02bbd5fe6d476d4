//! Builds the to-do list from the triage log and the candidate lists as loaded.

use std::collections::HashMap;

use super::state::{TodoJob, TodoList, TodoRow};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{
    CandidateTriage, Snapshot, Subject, SyncStatus, Verdict, reconcile, target_stage,
};
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

/// The status of a verdict and the row of the candidate, or `None` if there is nothing to do. Before
/// the list of the job is loaded it follows from what is known: the record if one was read, or else
/// the stage at the time of the verdict.
pub(crate) fn status<'a>(
    state: &'a State,
    triage: &CandidateTriage,
) -> Option<(TodoStatus, Option<(&'a OpenJob, Row)>)> {
    let verdict = triage.verdict.as_ref()?;
    let open = state.open.get(&triage.subject.job);
    let pipeline = open.and_then(|open| open.job.display());
    let pipeline = pipeline.map(|job| job.pipeline_stages.as_slice());
    let row = open.and_then(|open| open.list.pages.rows.find(triage.subject.candidate.as_str()));
    let position = open.zip(row);
    let now = match (position, open) {
        (Some((open, row)), _) => {
            let rows = &open.list.pages.rows;
            Some(Snapshot::in_stage(rows.stage_id(row), rows.stage_name(row)))
        }
        (None, Some(open)) if open.list.pages.was_covered() => None,
        _ => {
            let record = state.candidates.get(&triage.subject.candidate);
            let record = record.and_then(|loaded| loaded.display());
            Some(record.map_or_else(
                || Snapshot::clone(&verdict.seen),
                |record| {
                    let name = &record.current_pipeline_stage_name;
                    Snapshot::in_stage(record.current_pipeline_stage_id.as_str(), name)
                },
            ))
        }
    };
    let status = to_todo_status(reconcile(verdict, now.as_ref(), pipeline))?;
    Some((status, position))
}

/// `None` if there is nothing to do.
fn to_todo_status(status: SyncStatus) -> Option<TodoStatus> {
    match status {
        SyncStatus::Synced | SyncStatus::Waiting => None,
        SyncStatus::ToDo => Some(TodoStatus::ToDo),
        SyncStatus::Diverged(change) => Some(TodoStatus::Disagrees(change)),
        SyncStatus::Unknown => Some(TodoStatus::Unread),
    }
}

pub(crate) fn list(state: &State) -> TodoList {
    let mut jobs: HashMap<&JobId, TodoJob> = HashMap::new();
    let mut names: HashMap<&JobId, (String, String)> = HashMap::new();
    let mut todos = TodoList::default();
    let mut candidates: Vec<&CandidateTriage> =
        state.triage.all().filter(|triage| triage.verdict.is_some()).collect();
    candidates.sort_by_key(|triage| {
        let key = triage.verdict.as_ref().map(|verdict| (verdict.verdict, verdict.at));
        (key, triage.subject.candidate.as_str())
    });
    for triage in candidates {
        let Some((status, position)) = status(state, triage) else { continue };
        let id = &triage.subject.job;
        let names = names.entry(id).or_insert_with(|| {
            let now = state.job_display_name(id);
            let name = if now.is_empty() { triage.snapshot.job_name.clone() } else { now };
            (name, client(state, id))
        });
        let Some(row) = row(state, triage, &status, position, names) else { continue };
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
    triage: &CandidateTriage,
    status: &TodoStatus,
    position: Option<(&OpenJob, Row)>,
    (job_name, client): &(String, String),
) -> Option<TodoRow> {
    let verdict = triage.verdict.as_ref()?;
    let task = match status {
        TodoStatus::ToDo => match position.filter(|(open, _)| open.job.is_loaded()) {
            Some((open, row)) => match target(verdict.verdict, open, row) {
                Ok(next) => format!("move to {}", next.name),
                Err(error) => error.to_owned(),
            },
            None => generic_task(verdict.verdict).to_owned(),
        },
        TodoStatus::Disagrees(change) => change.clone(),
        TodoStatus::Unread => generic_task(verdict.verdict).to_owned(),
    };
    let rows = position.map(|(open, row)| (&open.list.pages.rows, row));
    let name = rows.map_or(triage.snapshot.name.as_str(), |(rows, row)| rows.name(row));
    let stage_name = match rows {
        Some((rows, row)) if *status == TodoStatus::ToDo => rows.stage_name(row),
        _ => verdict.seen.stage_name.as_str(),
    };
    Some(TodoRow {
        subject: Subject::clone(&triage.subject),
        name: name.to_owned(),
        job_name: job_name.clone(),
        client: client.clone(),
        verdict: verdict.verdict,
        is_pending: triage.is_pending,
        is_checked: position.is_some(),
        stage: stage_name.to_owned(),
        task,
        reason: verdict.reason.clone(),
        days: days(verdict.at, state.clock.date).unwrap_or(0),
        notes: triage.notes.iter().map(|note| note.text.clone()).collect(),
    })
}

/// The wording while the target stage is unknown.
const fn generic_task(verdict: Verdict) -> &'static str {
    if matches!(verdict, Verdict::Decline) { "reject" } else { "move on" }
}

fn client(state: &State, job: &JobId) -> String {
    let rows = &state.jobs.pages.rows;
    if let Some(row) = rows.find(job) {
        return rows.client(row).to_owned();
    }
    let record = state.open.get(job).and_then(|open| open.job.display());
    record.map(|job| text::sanitize(&job.client_company_name).into_owned()).unwrap_or_default()
}

/// The stage that a verdict on a row leads to. The error says why there is none.
pub(crate) fn target(
    verdict: Verdict,
    open: &OpenJob,
    row: Row,
) -> Result<&PipelineStage, &'static str> {
    if !open.job.is_loaded() {
        return Err("the pipeline is not loaded yet");
    }
    let rows = &open.list.pages.rows;
    let current = StageRef::new(rows.stage_id(row), rows.stage_name(row));
    target_stage(verdict, current, &open.stages())
}
