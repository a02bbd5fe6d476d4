//! The list of all candidates: those of every job that was read, in one list.
//!
//! It looks like an opened job, under an id that no job has, and is never requested: `response` feeds
//! it with the pages of the jobs, the storage with what earlier sessions read. Jobs that
//! were never read are read on demand ([`read_jobs`]).

mod feed;
pub(crate) mod state;

use std::collections::BTreeSet;

pub(crate) use state::{ALL_JOBS, TITLE, is_all};

pub(crate) use feed::{
    drop_jobs, feed_figures, feed_history, feed_page, feed_stages, take_mirrored,
};

use state::{MirrorStatus, find_list};

use super::effect::{Effect, StorageEffect};
use super::open_job::OpenJob;
use super::state::{State, WorkspaceStatus};
use crate::recruiting::table::Row;
use crate::recruiting::triage::{Subject, TriageState};
use crate::wire::{JobId, PipelineStage};

/// The triage data and the limits of the stages.
type QueryData<'a> = (&'a TriageState, &'a [(String, u32)]);

/// What the list is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ListBasis {
    pub(crate) candidates: usize,
    /// Jobs whose whole list was read, or that have no candidates.
    pub(crate) read: usize,
    pub(crate) jobs: usize,
}

impl State {
    /// Whether the list of all candidates is selected.
    pub(crate) fn is_all_selected(&self) -> bool {
        self.job.as_ref().is_some_and(is_all)
    }

    /// The list of a job, or of all jobs.
    pub(crate) fn list_of_job(&self, id: &JobId) -> Option<&OpenJob> {
        if is_all(id) { self.all_candidates.list.as_deref() } else { self.open.get(id) }
    }

    /// The selected list, with what its queries need.
    pub(crate) fn open_list_mut(&mut self) -> Option<(&mut OpenJob, QueryData<'_>)> {
        let Self { open, all_candidates, job, triage, rules, .. } = self;
        Some((find_list(open, all_candidates, job.as_ref()?)?, (triage, &rules.limits)))
    }

    /// Every list of candidates.
    pub(crate) fn candidate_lists(&self) -> impl Iterator<Item = &OpenJob> {
        self.open.values().chain(self.all_candidates.list.as_deref())
    }

    pub(crate) fn candidate_lists_mut(&mut self) -> impl Iterator<Item = &mut OpenJob> {
        self.open.values_mut().chain(self.all_candidates.list.as_deref_mut())
    }

    /// The row of a candidate: in the list of the job, or in that of all jobs.
    pub(crate) fn row_of(&self, subject: &Subject) -> Option<(&OpenJob, Row)> {
        let lists = [self.open.get(&subject.job), self.all_candidates.list.as_deref()];
        lists
            .into_iter()
            .flatten()
            .find_map(|open| Some((open, open.list.pages.rows.find(subject.candidate.as_str())?)))
    }

    /// The stages of a job in order; empty until they are known.
    pub(crate) fn stages_of_job(&self, job: &JobId) -> Vec<&PipelineStage> {
        let own = self.open.get(job).map(OpenJob::pipeline).filter(|stages| !stages.is_empty());
        let listed = || {
            let listed = self.all_candidates.list.as_deref()?.listed.as_deref()?;
            Some(&*listed.get(job)?.stages)
        };
        let mut stages: Vec<_> = own.or_else(listed).unwrap_or_default().iter().collect();
        stages.sort_by_key(|stage| stage.stage_order.unwrap_or(i64::MAX));
        stages
    }

    /// The jobs that are or will be in the list, and whether each was read.
    fn jobs_to_list(&self) -> impl Iterator<Item = (&JobId, bool)> {
        let rows = &self.jobs.pages.rows;
        let listed = self.all_candidates.list.as_deref().and_then(|all| all.listed.as_deref());
        rows.rows().map(move |row| {
            let id = rows.id(row);
            let is_listed = listed.and_then(|listed| listed.get(id)).is_some_and(|it| it.is_read);
            let is_read = is_listed
                || self.open.get(id).is_some_and(OpenJob::is_read)
                || rows.candidate_count(row) == Some(0);
            (id, is_read)
        })
    }

    pub(crate) fn all_coverage(&self) -> ListBasis {
        let candidates = match &self.all_candidates.list {
            Some(all) => all.list.pages.loaded(),
            None => self.open.values().map(|open| open.list.pages.loaded()).sum(),
        };
        let mut basis = ListBasis { candidates, ..ListBasis::default() };
        for (_, is_read) in self.jobs_to_list() {
            basis.read += usize::from(is_read);
            basis.jobs += 1;
        }
        // The copy has more, and is loaded when the list is opened.
        if let Some(stored) = self.sync.coverage.filter(|_| self.all_candidates.list.is_none()) {
            let [rows, jobs] = [stored.all_candidates, stored.all_jobs.part]
                .map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            basis.candidates = basis.candidates.max(rows);
            basis.read = basis.read.max(jobs).min(basis.jobs);
        }
        basis
    }

    /// The jobs whose lists are being read for the list of all candidates.
    pub(crate) const fn jobs_being_read(&self) -> &BTreeSet<JobId> {
        &self.all_candidates.reading
    }

    /// Whether the mirror is still being read.
    pub(crate) const fn is_mirror_loading(&self) -> bool {
        matches!(self.all_candidates.mirror, MirrorStatus::NotRequested | MirrorStatus::Loading)
    }
}

/// Selects the list, and makes it if needed.
pub(crate) fn open(state: &mut State) {
    state.job = Some(ALL_JOBS.into());
    make(state);
    if let Some(all) = &mut state.all_candidates.list {
        all.is_visited = true;
        all.list.hide_closed(state.last_screen.hides_rejected);
    }
}

/// Makes the list for a search over all jobs, if earlier sessions may have read any.
pub(crate) fn prepare(state: &mut State) {
    if state.sync.settings.is_some() {
        make(state);
    }
}

/// Of what is loaded so far.
fn make(state: &mut State) {
    if state.all_candidates.list.is_none() {
        let mut all = Box::new(OpenJob::new(ALL_JOBS.into(), Some(state.all_candidates_sort())));
        all.listed = Some(Box::default());
        state.all_candidates.list = Some(all);
        feed::feed_all(state);
    }
}

/// A sync changed the mirror: it is loaded again.
pub(crate) const fn reload(state: &mut State) {
    state.all_candidates.is_outdated = true;
}

/// Reads the jobs that were not read yet; if there are none, all of them again.
pub(crate) fn read_jobs(state: &mut State) -> usize {
    let unread = state.jobs_to_list().filter(|(_, is_read)| !is_read);
    let mut ids: Vec<JobId> = unread.map(|(id, _)| id.clone()).collect();
    if ids.is_empty() {
        ids = state.jobs_to_list().map(|(id, _)| id.clone()).collect();
    }
    for id in &ids {
        state.open_in_background(id);
        if let Some(open) = state.open.get_mut(id).filter(|open| open.is_read()) {
            open.job.expire();
            open.list.pages.refresh();
        }
    }
    let count = ids.len();
    state.all_candidates.reading.extend(ids);
    count
}

/// Runs after every message: reads the mirror when the list is first needed and while a sync fills
/// it, and notes which jobs are read.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    let State { open, all_candidates, workspace, sync, .. } = state;
    let stored = sync.coverage.map_or(0, |coverage| coverage.all_jobs.part);
    // Each time it has half as many jobs again: a large mirror is loaded a few times, not for each.
    let has_grown = stored > all_candidates.loaded_jobs + all_candidates.loaded_jobs / 2;
    let next = match all_candidates.mirror {
        MirrorStatus::NotRequested => Some(MirrorStatus::Loading),
        MirrorStatus::Loaded if all_candidates.is_outdated || has_grown => {
            Some(MirrorStatus::Reloading)
        }
        _ => None,
    };
    let is_needed = all_candidates.list.is_some() && matches!(workspace, WorkspaceStatus::Open(_));
    if let Some(next) = next.filter(|_| is_needed) {
        (all_candidates.mirror, all_candidates.is_outdated) = (next, false);
        all_candidates.loaded_jobs = stored;
        effects.push(Effect::Storage(StorageEffect::LoadAllCandidates));
    }
    all_candidates.reading.retain(|id| {
        open.get(id).is_some_and(|open| !open.list.pages.is_complete() || open.job.needs_fetch())
    });
}
