//! Which verdicts still have to be carried out, read from the log and the lists.

use std::collections::HashMap;

use super::list::{TodoJob, TodoList, TodoRow, TodoStatus};
use crate::recruiting::stage::StageRef;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{CandidateTriage, Snapshot, Subject, SyncStatus, Verdict, fate};
use crate::text;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::format::days;
use crate::wire::{JobId, PipelineStage};

/// How a verdict stands, and where the candidate is in the lists; nothing when
/// nothing is to do.
pub(crate) fn standing<'a>(
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
            // Who waits where they were needs nothing done.
            _ if given.verdict == Verdict::Wait => None,
            _ => Some((TodoStatus::Unread, None)),
        };
    };
    let rows = &open.list.roll.rows;
    let (stage_id, stage_name) = (rows.stage_id(row).to_owned(), rows.stage_name(row).to_owned());
    let now = Snapshot { stage_id, stage_name, ..Snapshot::default() };
    let record = open.job.record.as_ref();
    let stages = record.map_or(&[][..], |job| &job.pipeline_stages);
    let standing = match fate(given, &now, stages) {
        SyncStatus::Done | SyncStatus::Waits => return None,
        SyncStatus::ToDo => TodoStatus::ToDo,
        SyncStatus::Disagrees(why) => TodoStatus::Disagrees(why),
        SyncStatus::Unknown if record.is_none() => TodoStatus::Unread,
        SyncStatus::Unknown => TodoStatus::Disagrees(format!("moved to {}", now.stage_name)),
    };
    Some((standing, Some((open, row))))
}

/// What is to do, as far as the lists were read.
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
        let Some((standing, place)) = standing(state, own) else { continue };
        let id = &own.subject.job;
        let names = names.entry(id).or_insert_with(|| {
            let now = state.named_job(id);
            let name = if now.is_empty() { own.seen.job_name.clone() } else { now };
            (name, client(state, id))
        });
        let Some(row) = row(state, own, &standing, place, names) else { continue };
        match standing {
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
    todos.jobs.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    // Those of one job stand together.
    todos.disagrees.sort_by(|one, other| one.job_name.cmp(&other.job_name));
    todos.unread.sort_by(|one, other| one.job_name.cmp(&other.job_name));
    todos
}

fn row(
    state: &State,
    own: &CandidateTriage,
    standing: &TodoStatus,
    place: Option<(&OpenJob, Row)>,
    (job_name, client): &(String, String),
) -> Option<TodoRow> {
    let given = own.verdict.as_ref()?;
    let what = match standing {
        TodoStatus::ToDo => match place.filter(|(open, _)| open.job.record.is_some()) {
            Some((open, row)) => match target(given.verdict, open, row) {
                Ok(next) => format!("move to {}", next.name),
                Err(why) => why.to_owned(),
            },
            None => unplaced(given.verdict).to_owned(),
        },
        TodoStatus::Disagrees(why) => why.clone(),
        TodoStatus::Unread => unplaced(given.verdict).to_owned(),
    };
    let rows = place.map(|(open, row)| (&open.list.roll.rows, row));
    let name = rows.map_or(own.seen.name.as_str(), |(rows, row)| rows.name(row));
    let was_in = match rows {
        Some((rows, row)) if *standing == TodoStatus::ToDo => rows.stage_name(row),
        _ => given.seen.stage_name.as_str(),
    };
    Some(TodoRow {
        subject: Subject::clone(&own.subject),
        name: name.to_owned(),
        job_name: job_name.clone(),
        client: client.clone(),
        verdict: given.verdict,
        stage: was_in.to_owned(),
        what,
        reason: given.reason.clone(),
        days: days(given.at, state.clock.date).unwrap_or(0),
        notes: own.notes.iter().map(|note| note.text.clone()).collect(),
    })
}

/// What to do where nobody knows yet to which stage it leads.
const fn unplaced(verdict: Verdict) -> &'static str {
    if matches!(verdict, Verdict::Decline) { "reject" } else { "move on" }
}

/// Whose job it is, as far as that was read.
fn client(state: &State, job: &JobId) -> String {
    let rows = &state.jobs.roll.rows;
    if let Some(row) = rows.find(job) {
        return rows.client(row).to_owned();
    }
    let record = state.open.get(job).and_then(|open| open.job.record.as_ref());
    record.map(|job| text::sanitize(&job.client_company_name).into_owned()).unwrap_or_default()
}

/// The stage that a verdict leads to: the next that is no rejection, or the likeliest
/// that is one. Or why there is none, said of the stage they are in.
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
        // Whatever stands behind it, nobody goes there from a rejection.
        Some(stage) if stage.is_rejection_stage => None,
        Some(_) => stages.find(|stage| !stage.is_rejection_stage),
    };
    next.ok_or("no stage comes after it")
}

/// The stages for rejections, in the order of the pipeline.
pub(crate) fn rejections(open: &OpenJob) -> Vec<&PipelineStage> {
    open.stages().into_iter().filter(|stage| stage.is_rejection_stage).collect()
}

/// Others may reject too, a client or the candidate: the agency's own comes first.
fn likeliest<'a>(stages: &[&'a PipelineStage]) -> Option<&'a PipelineStage> {
    let name = |stage: &&&PipelineStage| stage.name.trim().to_lowercase();
    let own = stages.iter().find(|stage| name(stage) == "rejected");
    let other = || stages.iter().find(|stage| name(stage).contains("reject"));
    own.or_else(other).or(stages.first()).copied()
}
