//! What a list can say of itself, and how much of it is loaded.

use std::time::Duration;

use super::clock::Moment;
use super::list::List;
use super::state::{SPINNER_DELAY, State, WorkspaceStatus};
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::request::Slot;
use crate::wire::Timestamp;

/// Data older than this is told to be old.
const STALE_AFTER: i64 = 10 * MINUTE;
const MINUTE: i64 = 60;

/// What is to be drawn where the rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ListStatus<'a> {
    /// Nothing yet, for a moment.
    Quiet,
    /// It takes long; how long already.
    Loading(Duration),
    /// The workspace is being opened; how far it is.
    Opening(&'a str),
    /// There is nothing, because of a filter if so.
    Empty {
        /// Whether a filter hides what there is.
        is_filtered: bool,
    },
    /// Records came, none of which can be read; so many.
    Unreadable(usize),
    /// The server announced this many records and sent none.
    NotSent(u64),
    /// It could not be read.
    Failed(&'a Failure),
    /// Rows, all of them or not.
    Rows,
}

/// How much of a list there is, and from when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoadProgress {
    /// Records that were read.
    pub(crate) loaded: usize,
    /// What the server counts.
    pub(crate) total: Option<u64>,
    /// Whether more is to come.
    pub(crate) is_partial: bool,
    /// Whether nothing more is to come, although the server counts more than it sent.
    pub(crate) is_short: bool,
    /// How many cannot be read.
    pub(crate) unreadable: usize,
    /// Pages that failed.
    pub(crate) gaps: usize,
    /// Pages that somebody cancelled.
    pub(crate) cancelled: usize,
    /// Since when it is what it is, where that is long ago or cannot be mended.
    pub(crate) stale: Option<Timestamp>,
}

impl State {
    /// The picture of the job list.
    pub(crate) fn jobs_status(&self) -> ListStatus<'_> {
        self.list_status(&self.jobs, |slot| matches!(slot, Slot::Jobs(_)))
    }

    /// The picture of the candidate list.
    pub(crate) fn candidates_status(&self) -> ListStatus<'_> {
        match self.open_job() {
            None => self.jobs_status(),
            Some(open) => self.list_status(
                &open.list,
                |slot| matches!(slot, Slot::CandidatePage(job, _) if *job == open.id),
            ),
        }
    }

    fn list_status<'a, S: RowStore>(
        &'a self,
        list: &'a List<S>,
        is_own_slot: impl Fn(&Slot) -> bool,
    ) -> ListStatus<'a> {
        if list.pages.is_known() && (!list.pages.is_empty() || list.pages.gaps().is_none()) {
            let not_sent = list.pages.total().filter(|_| list.pages.is_short());
            let has_loaded = list.pages.loaded() > 0;
            return match (list.pages.unreadable(), not_sent) {
                (count @ 1.., _) if !has_loaded => ListStatus::Unreadable(count),
                _ if !list.is_empty() => ListStatus::Rows,
                (0, Some(total)) if !has_loaded => ListStatus::NotSent(total),
                _ => ListStatus::Empty { is_filtered: !list.filter.is_empty() },
            };
        }
        match &self.workspace {
            WorkspaceStatus::Opening(progress) => return ListStatus::Opening(progress),
            WorkspaceStatus::Failed(failure) => return ListStatus::Failed(failure),
            WorkspaceStatus::Open(_) => {}
        }
        if let Some((_, failure)) = list.pages.gaps() {
            return ListStatus::Failed(failure);
        }
        match (self.loading_status(is_own_slot), &self.connection.offline) {
            (ListStatus::Quiet, Some(offline)) => ListStatus::Failed(&offline.failure),
            (status, _) => status,
        }
    }

    /// What to draw while something is awaited.
    pub(crate) fn loading_status(&self, is_own_slot: impl Fn(&Slot) -> bool) -> ListStatus<'_> {
        let in_flight =
            self.fetching.in_flight.iter().filter(|(slot, in_flight)| {
                in_flight.urgency == Urgency::Visible && is_own_slot(slot)
            });
        let longest =
            in_flight.map(|(_, in_flight)| self.clock.moment.since(in_flight.since)).max();
        longest.filter(|time| *time >= SPINNER_DELAY).map_or(ListStatus::Quiet, ListStatus::Loading)
    }

    /// When the age of what is on screen is to be told, or told anew.
    pub(crate) fn next_age_at(&self) -> Option<Moment> {
        let jobs = (self.jobs.pages.read_at(), self.load_progress(&self.jobs).stale.is_some());
        let candidates = self.open_job().map(|open| {
            (open.list.pages.read_at(), self.load_progress(&open.list).stale.is_some())
        });
        let wait = |(read, is_stale): (Option<Timestamp>, bool)| {
            let age = (self.clock.date.to_utc() - read?.to_utc()).num_seconds().max(0);
            Some(if is_stale { MINUTE - age % MINUTE } else { (STALE_AFTER - age).max(1) })
        };
        let next = candidates.into_iter().chain([jobs]).filter_map(wait).min()?;
        Some(self.clock.moment.after(Duration::from_secs(next.unsigned_abs())))
    }

    /// How much of a list there is.
    pub(crate) fn load_progress<S: RowStore>(&self, list: &List<S>) -> LoadProgress {
        let pages = &list.pages;
        let gaps = pages.gaps().map_or(0, |(count, _)| count);
        let read = pages.read_at();
        let is_old =
            |at: &Timestamp| (self.clock.date.to_utc() - at.to_utc()).num_seconds() >= STALE_AFTER;
        let broken = gaps > 0 || self.connection.offline.is_some();
        LoadProgress {
            loaded: pages.loaded(),
            total: pages.total(),
            is_partial: pages.is_known() && !pages.is_covered(),
            is_short: pages.is_short(),
            unreadable: pages.unreadable(),
            gaps: gaps - pages.cancelled(),
            cancelled: pages.cancelled(),
            stale: read.filter(|at| broken || is_old(at)),
        }
    }
}
