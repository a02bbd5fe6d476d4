//! The jobs whose lists are kept in memory: opens them, and closes those used longest ago.

use std::collections::HashSet;

use super::all_candidates;
use super::open_job::OpenJob;
use super::state::State;
use crate::wire::JobId;

/// Limits of the cache: opened jobs, and their candidates in total.
const MAX_JOBS: usize = 500;
const MAX_ROWS: usize = 1_500_000;

/// Selects a job, and opens it if needed.
pub(crate) fn open_job(state: &mut State, id: &JobId) {
    if all_candidates::is_all(id) {
        return all_candidates::open(state);
    }
    state.job = Some(id.clone());
    let sort = state.candidate_sort();
    let open = state.open.entry(id.clone()).or_insert_with(|| OpenJob::new(id.clone(), sort));
    open.is_visited = true;
    open.list.hide_closed(state.last_screen.hides_rejected);
    state.recent.retain(|other| other != id);
    state.recent.push(id.clone());
    let mut rows = 0;
    let mut count = 0;
    let open = &state.open;
    let queued = state.inbox.iter().flat_map(|inbox| &inbox.jobs);
    let queued: HashSet<&JobId> = queued.map(|group| &group.id).collect();
    let keep: Vec<bool> = state
        .recent
        .iter()
        .rev()
        .map(|id| {
            rows += open.get(id).map_or(0, |open| open.list.pages.loaded());
            count += 1;
            count == 1 || queued.contains(id) || (count <= MAX_JOBS && rows <= MAX_ROWS)
        })
        .collect();
    let mut keep = keep.into_iter().rev();
    let State { recent, open, .. } = state;
    recent.retain(|id| {
        let is_kept = keep.next().unwrap_or(true);
        if !is_kept {
            open.remove(id);
        }
        is_kept
    });
}

impl State {
    /// Opens a job whose list is needed though the user did not go there.
    pub(crate) fn open_in_background(&mut self, id: &JobId) {
        if !self.open.contains_key(id) {
            let sort = self.candidate_sort();
            self.open.insert(id.clone(), OpenJob::new(id.clone(), sort));
        }
        if !self.recent.contains(id) {
            // Least recently used: evicted first.
            self.recent.insert(0, id.clone());
        }
    }
}
