//! Keeps the to-do counts up to date.
//!
//! A verdict checks one candidate, undo and redo those of their group, a page the candidates on it,
//! a last page those of its job.

use std::collections::{HashMap, HashSet};

use super::list::{TodoStatus, status};
use super::state::{TodoCounter, TodoCounts, VerdictStatus};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::wire::JobId;

/// Verdicts to carry out: the rows under the jobs of the to-do list.
pub(crate) const fn todo_count(state: &State) -> usize {
    state.todo_counter.counts.todo
}

/// Verdicts to carry out in a job.
pub(crate) fn todo_count_of(state: &State, job: &JobId) -> usize {
    let statuses = state.todo_counter.statuses.get(job).into_iter().flat_map(HashMap::values);
    let is_todo = |status: &&Option<VerdictStatus>| {
        matches!(status, Some(VerdictStatus::ToDo | VerdictStatus::Unchecked))
    };
    statuses.filter(is_todo).count()
}

pub(crate) const fn todo_counts(state: &State) -> TodoCounts {
    state.todo_counter.counts
}

/// The jobs whose lists the to-do list still needs. Empty unless the to-do list or the overview is
/// open, or candidates were moved.
pub(crate) fn todo_jobs(state: &State) -> Vec<JobId> {
    let counter = &state.todo_counter;
    let needed: Vec<&JobId> = if state
        .dialogs
        .iter()
        .any(|dialog| matches!(dialog, Dialog::Todo(_) | Dialog::Apply(_) | Dialog::Today(_)))
    {
        counter.statuses.keys().collect()
    } else {
        state.stage_moves.reloading_jobs.iter().collect()
    };
    let mut jobs: Vec<JobId> =
        needed.into_iter().filter(|id| is_unread(state, id)).cloned().collect();
    jobs.sort();
    jobs
}

/// How many of those lists are loading, and how many cannot be loaded.
pub(crate) fn todo_reading(state: &State) -> (usize, usize) {
    let is_offline = state.connection.offline.is_some() || state.connection.locked.is_some();
    let fails = |job: &JobId| {
        is_offline || state.open.get(job).is_some_and(|open| open.list.pages.gaps().is_some())
    };
    let jobs = todo_jobs(state);
    let failed = jobs.iter().filter(|job| fails(job)).count();
    (jobs.len() - failed, failed)
}

fn is_unread(state: &State, job: &JobId) -> bool {
    state.open.get(job).is_some_and(|open| {
        !open.list.pages.is_complete() || (open.job.needs_fetch() && !open.job.is_loaded())
    })
}

/// All jobs with a verdict.
pub(crate) fn decided_jobs(state: &State) -> Vec<JobId> {
    state.todo_counter.statuses.keys().cloned().collect()
}

/// Takes in new verdicts and new data.
pub(crate) fn update_todo_counts(state: &mut State) {
    let mut counter = std::mem::take(&mut state.todo_counter);
    if counter.version != state.triage.version {
        count_log(state, &mut counter);
        counter.version = state.triage.version;
        counter.changes += 1;
    }
    for job in std::mem::take(&mut counter.invalid_jobs) {
        let candidates = counter.statuses.get(&job).into_iter().flat_map(HashMap::keys);
        for candidate in candidates.cloned().collect::<Vec<String>>() {
            update_status(state, &mut counter, &candidate);
        }
        counter.changes += 1;
    }
    let changed = std::mem::take(&mut counter.invalid_candidates);
    counter.changes += u64::from(!changed.is_empty());
    for candidate in changed {
        update_status(state, &mut counter, &candidate);
    }
    state.todo_counter = counter;
}

fn count_log(state: &State, counter: &mut TodoCounter) {
    let log = state.triage.log();
    let start = match &counter.last {
        None => 0,
        // The log only grows, unless a group could not be written and was retracted.
        Some((at, id)) if log.get(*at).is_some_and(|entry| entry.id == *id) => at + 1,
        Some(_) => usize::MAX,
    };
    if let Some(new) = log.get(start..) {
        let changed: HashSet<&str> =
            new.iter().flat_map(|entry| state.triage.affected_candidates(entry)).collect();
        for candidate in changed {
            update_status(state, counter, candidate);
        }
    } else {
        (counter.statuses, counter.counts) = (HashMap::new(), TodoCounts::default());
        for triage in state.triage.all() {
            update_status(state, counter, triage.subject.candidate.as_str());
        }
    }
    counter.last = log.last().map(|entry| (log.len() - 1, entry.id.clone()));
}

fn update_status(state: &State, counter: &mut TodoCounter, candidate: &str) {
    let Some(triage) = state.triage.candidate(candidate) else { return };
    if triage.verdict.is_none() {
        return counter.remove(&triage.subject.job, candidate);
    }
    let status = status(state, triage).map(|(status, position)| match status {
        TodoStatus::ToDo if position.is_none() => VerdictStatus::Unchecked,
        TodoStatus::ToDo => VerdictStatus::ToDo,
        TodoStatus::Disagrees(_) => VerdictStatus::Disagrees,
        TodoStatus::Unread => VerdictStatus::Unread,
    });
    counter.set_status(&triage.subject.job, candidate, status);
}
