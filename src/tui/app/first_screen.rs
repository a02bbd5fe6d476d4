//! What the mirror has for the screen, so that it is filled before the server responds.
//!
//! The runtime reads the first screen before it draws the first frame, and the rest when the
//! storage thread runs. Nothing here replaces what the server sent in this session.

use super::all_candidates::is_all;
use super::last_screen::SavedScreen;
use super::open_job::OpenJob;
use super::state::State;
use crate::recruiting::paging::restore::StoredRows;
use crate::wire::{Candidate, CandidateItem, Job, JobId, JobItem, Person, Timestamp};

/// Where the program was left.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FirstScreen {
    pub(crate) screen: SavedScreen,
    pub(crate) jobs: Option<StoredRows<JobItem>>,
    pub(crate) job: Option<RestoredJob>,
    pub(crate) candidate: Option<(Box<Candidate>, Timestamp)>,
    pub(crate) person: Option<(Box<Person>, Timestamp)>,
}

/// A job of the mirror, with its candidates as far as they are stored.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RestoredJob {
    pub(crate) id: JobId,
    pub(crate) record: Option<(Box<Job>, Timestamp)>,
    pub(crate) candidates: Option<StoredRows<CandidateItem>>,
}

/// Takes the records of the first screen. The caller has restored the screen itself.
pub(crate) fn restore(state: &mut State, first: FirstScreen) {
    if let Some(jobs) = &first.jobs {
        restore_jobs(state, jobs);
    }
    // The list of all candidates is not a job, and has its own place.
    if let Some(job) = first.job.filter(|job| !is_all(&job.id)) {
        let id = job.id.clone();
        let sort = state.candidate_sort();
        state.open.entry(id.clone()).or_insert_with(|| OpenJob::new(id, sort));
        restore_job(state, job);
    }
    if let Some((record, at)) = first.candidate {
        restore_candidate(state, *record, at);
    }
    if let Some((record, at)) = first.person {
        state.people.entry(&record.id.clone()).restore(*record, at);
    }
}

pub(crate) fn restore_jobs(state: &mut State, jobs: &StoredRows<JobItem>) {
    state.jobs.restore(jobs);
}

pub(crate) fn restore_job(state: &mut State, job: RestoredJob) {
    let now = state.clock.date;
    let Some(open) = state.open.get_mut(&job.id) else { return };
    if let Some((record, at)) = job.record
        && !open.job.is_loaded()
    {
        open.job.restore(*record, at);
        open.board.invalidate();
        open.figures.invalidate();
        open.list.invalidate();
        open.list.begin_again();
    }
    if let Some(candidates) = &job.candidates {
        open.list.restore(candidates);
        for (_, rows) in &candidates.pages {
            open.apply_waiting(rows.iter().map(|row| (row.id, row.person_id)));
        }
        open.find_recent(now);
    }
}

pub(crate) fn restore_candidate(state: &mut State, record: Candidate, at: Timestamp) {
    for open in state.open.values_mut() {
        open.restore_history(&record);
    }
    state.candidates.entry(&record.id.clone()).restore(record, at);
}
