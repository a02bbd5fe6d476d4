//! What waits in a job, for the job list: new candidates, verdicts to carry out, overdue candidates.

use std::collections::HashSet;

use crate::recruiting::query::is_terms::NEW_DAYS;
use crate::recruiting::stage::StageKind;
use crate::recruiting::table::StageKey;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::todo::todo_counts;
use crate::wire::{JobId, Timestamp};

const DAY_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// Rejected and withdrawn candidates do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct JobCounts {
    /// Added in the last days; `None` until the list of the job was loaded in this session.
    pub(crate) new: Option<usize>,
    pub(crate) todo: usize,
    /// Longer in the stage than its limit or than usual; `None` until histories are read.
    pub(crate) overdue: Option<usize>,
    /// Whether histories are missing, so that `overdue` may still change: it mostly grows, and
    /// shrinks where the usual stay turns out to be longer than the limit.
    pub(crate) is_partial: bool,
}

pub(crate) fn job_counts(state: &State, job: &JobId) -> JobCounts {
    let todo = todo_counts::todo_count_of(state, job);
    let Some(open) = state.open.get(job) else { return JobCounts { todo, ..JobCounts::default() } };
    JobCounts {
        new: open.recent.as_ref().map(|recent| count_new(recent, state.clock.date)),
        todo,
        overdue: open.figures.facts().map(|figures| figures.stuck_total),
        is_partial: open.histories.read_count() < open.list.pages.loaded(),
    }
}

/// Dates age while the list stays, so they are counted when they are shown.
fn count_new(recent: &[i64], now: Timestamp) -> usize {
    let since = now.micros() - i64::from(NEW_DAYS) * DAY_MICROS;
    recent.len() - recent.partition_point(|created| *created <= since)
}

impl OpenJob {
    /// Finds the new candidates, once the list is loaded.
    pub(crate) fn find_recent(&mut self, now: Timestamp) {
        if !self.list.pages.is_covered() {
            return;
        }
        let rows = &self.list.pages.rows;
        let closed: HashSet<StageKey> = rows
            .stages()
            .filter(|stage| StageKind::find(stage.id, stage.name, self.pipeline()).is_closed())
            .map(|stage| stage.key)
            .collect();
        let since = now.micros() - i64::from(NEW_DAYS) * DAY_MICROS;
        let active = rows.rows().filter(|row| !closed.contains(&rows.stage(*row)));
        let created = active.filter_map(|row| rows.created(row)).map(Timestamp::micros);
        let mut recent: Vec<i64> = created.filter(|created| *created > since).collect();
        recent.sort_unstable();
        self.recent = Some(recent);
    }
}
