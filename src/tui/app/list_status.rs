//! The status of a list: what to draw in place of its rows, and how much of it is loaded.

use std::time::Duration;

use super::clock::Moment;
use super::list::List;
use super::state::{SPINNER_DELAY, State, WorkspaceStatus};
use crate::list_guard::StopReason;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::request::Slot;
use crate::wire::Timestamp;

/// From this age on, in seconds, a list shows when it was loaded.
const STALE_AFTER: i64 = 10 * MINUTE;
const MINUTE: i64 = 60;

/// What a list draws: its rows, or a message in their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ListStatus<'a> {
    /// Loading, but not yet long enough for a spinner.
    Quiet,
    /// Loading for this long.
    Loading(Duration),
    /// The workspace is opening. Holds the progress message.
    Opening(&'a str),
    /// No rows to show.
    Empty {
        /// Whether the list has a filter, which may hide rows.
        is_filtered: bool,
        /// How many rejected or archived rows match but are hidden.
        hidden: usize,
    },
    /// None of the records that arrived can be read.
    Unreadable {
        count: usize,
        /// Whether they have no fields at all.
        are_empty: bool,
        stopped: Option<StopReason>,
    },
    /// All records that arrived belong to another job. Holds their number.
    Foreign(usize),
    /// The server announced this many records and sent none.
    NotSent(u64),
    Failed(&'a Failure),
    /// Some or all rows.
    Rows,
}

/// How much of a list is loaded, and how old it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoadProgress {
    pub(crate) loaded: usize,
    /// The total that the server reports.
    pub(crate) total: Option<u64>,
    /// Whether some pages are still to be loaded.
    pub(crate) is_loading: bool,
    /// Whether some records are missing, so that counts are minimums.
    pub(crate) is_partial: bool,
    /// Whether the server sent fewer records than its total, and has no more.
    pub(crate) is_short: bool,
    /// Records that are left out: they could not be parsed, or belong to another job.
    pub(crate) unreadable: usize,
    /// Rows that came twice.
    pub(crate) repeated: usize,
    /// Why the rest is not loaded.
    pub(crate) stopped: Option<StopReason>,
    /// Those of the unreadable ones that belong to another job.
    pub(crate) foreign: usize,
    /// Pages that failed.
    pub(crate) gaps: usize,
    /// Pages that the user cancelled.
    pub(crate) cancelled: usize,
    /// When the list was loaded, if that is long ago, in an earlier session, pages failed or the
    /// server is offline.
    pub(crate) stale: Option<Timestamp>,
}

impl State {
    pub(crate) fn jobs_status(&self) -> ListStatus<'_> {
        self.list_status(&self.jobs, |slot| matches!(slot, Slot::Jobs(_)))
    }

    /// Of the selected job; without one, the status of the job list.
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
                (count @ 1.., _) if !has_loaded && count == list.pages.foreign() => {
                    ListStatus::Foreign(count)
                }
                (count @ 1.., _) if !has_loaded => ListStatus::Unreadable {
                    count,
                    are_empty: list.pages.sends_empty_rows(),
                    stopped: list.pages.stop_reason(),
                },
                _ if !list.is_empty() => ListStatus::Rows,
                (0, Some(total)) if !has_loaded => ListStatus::NotSent(total),
                _ => ListStatus::Empty {
                    is_filtered: !list.filter.is_empty(),
                    hidden: if list.leaves_out_closed() { list.closed.count } else { 0 },
                },
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

    /// `Loading` once a visible request takes longer than [`SPINNER_DELAY`].
    pub(crate) fn loading_status(&self, is_own_slot: impl Fn(&Slot) -> bool) -> ListStatus<'_> {
        let in_flight =
            self.fetching.in_flight.iter().filter(|(slot, in_flight)| {
                in_flight.urgency == Urgency::Visible && is_own_slot(slot)
            });
        let longest =
            in_flight.map(|(_, in_flight)| self.clock.moment.since(in_flight.since)).max();
        longest.filter(|time| *time >= SPINNER_DELAY).map_or(ListStatus::Quiet, ListStatus::Loading)
    }

    /// When the displayed age of a list next appears or changes.
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

    pub(crate) fn load_progress<S: RowStore>(&self, list: &List<S>) -> LoadProgress {
        let pages = &list.pages;
        let gaps = pages.gaps().map_or(0, |(count, _)| count);
        let read = pages.read_at();
        let is_old =
            |at: &Timestamp| (self.clock.date.to_utc() - at.to_utc()).num_seconds() >= STALE_AFTER;
        let broken = gaps > 0 || self.connection.offline.is_some() || pages.is_restored();
        let is_stopped = pages.stop_reason().is_some() || pages.is_suspended();
        LoadProgress {
            loaded: pages.loaded(),
            total: pages.total(),
            is_loading: pages.is_known() && !pages.is_covered() && !is_stopped,
            is_partial: pages.is_known() && !pages.is_whole(),
            is_short: pages.is_short(),
            unreadable: pages.unreadable(),
            repeated: pages.repeated(),
            stopped: pages.stop_reason(),
            foreign: pages.foreign(),
            gaps: gaps - pages.cancelled(),
            cancelled: pages.cancelled(),
            stale: read.filter(|at| broken || is_old(at)),
        }
    }
}
