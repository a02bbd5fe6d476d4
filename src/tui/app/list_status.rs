//! What a list can say of itself: six different pictures.

use std::time::Duration;

use super::clock::Moment;
use super::list::List;
use super::state::{PATIENCE, State, WorkspaceStatus};
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::request::Slot;
use crate::wire::Timestamp;

/// Data older than this is told to be old.
const OLD: i64 = 10 * MINUTE;
const MINUTE: i64 = 60;

/// What is to be drawn where the rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListStatus<'a> {
    /// Nothing yet, for a moment.
    Quiet,
    /// It takes long; how long already.
    Loading(Duration),
    /// The workspace is being opened; how far it is.
    Opening(&'a str),
    /// There is nothing, because of a filter if so.
    Empty {
        /// Whether a filter hides what there is.
        filtered: bool,
    },
    /// Records came, none of which can be read; so many.
    Unreadable(usize),
    /// It could not be read.
    Failed(&'a Failure),
    /// Rows, all of them or not.
    Rows,
}

/// How much of a list there is, and from when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadProgress {
    /// Records that were read.
    pub loaded: usize,
    /// What the server counts.
    pub total: Option<u64>,
    /// Whether more is to come.
    pub partial: bool,
    /// How many cannot be read.
    pub unreadable: usize,
    /// Pages that failed.
    pub gaps: usize,
    /// Pages that somebody cancelled.
    pub cancelled: usize,
    /// Since when it is what it is, where that is long ago or cannot be mended.
    pub stale: Option<Timestamp>,
}

impl State {
    /// The picture of the job list.
    #[must_use]
    pub fn jobs_picture(&self) -> ListStatus<'_> {
        self.picture(&self.jobs, |slot| matches!(slot, Slot::Jobs(_)))
    }

    /// The picture of the candidate list.
    #[must_use]
    pub fn candidates_picture(&self) -> ListStatus<'_> {
        match self.opened() {
            None => self.jobs_picture(),
            Some(open) => self.picture(
                &open.list,
                |slot| matches!(slot, Slot::Roster(job, _) if *job == open.id),
            ),
        }
    }

    fn picture<'a, S: RowStore>(
        &'a self,
        list: &'a List<S>,
        is_its: impl Fn(&Slot) -> bool,
    ) -> ListStatus<'a> {
        if list.roll.is_known() && (!list.roll.is_empty() || list.roll.gaps().is_none()) {
            return match list.roll.unreadable() {
                _ if !list.is_empty() && list.roll.loaded() > 0 => ListStatus::Rows,
                count if count > 0 && list.roll.loaded() == 0 => ListStatus::Unreadable(count),
                _ if !list.is_empty() => ListStatus::Rows,
                _ => ListStatus::Empty { filtered: !list.filter.is_empty() },
            };
        }
        match &self.workspace {
            WorkspaceStatus::Opening(told) => return ListStatus::Opening(told),
            WorkspaceStatus::Shut(failure) => return ListStatus::Failed(failure),
            WorkspaceStatus::Open(_) => {}
        }
        if let Some((_, failure)) = list.roll.gaps() {
            return ListStatus::Failed(failure);
        }
        match (self.patience(is_its), &self.offline) {
            (ListStatus::Quiet, Some(offline)) => ListStatus::Failed(&offline.failure),
            (picture, _) => picture,
        }
    }

    /// What to draw while something is awaited.
    #[must_use]
    pub fn patience(&self, is_its: impl Fn(&Slot) -> bool) -> ListStatus<'_> {
        let asked = self
            .asked
            .iter()
            .filter(|(slot, asked)| asked.urgency == Urgency::Seen && is_its(slot));
        let longest = asked.map(|(_, asked)| self.clock.moment.since(asked.since)).max();
        longest.filter(|time| *time >= PATIENCE).map_or(ListStatus::Quiet, ListStatus::Loading)
    }

    /// When the age of what is on screen is to be told, or told anew.
    pub(crate) fn ages_at(&self) -> Option<Moment> {
        let jobs = (self.jobs.roll.read_at(), self.extent(&self.jobs).stale.is_some());
        let candidates = self
            .opened()
            .map(|open| (open.list.roll.read_at(), self.extent(&open.list).stale.is_some()));
        let wait = |(read, is_told): (Option<Timestamp>, bool)| {
            let age = (self.clock.date.to_utc() - read?.to_utc()).num_seconds().max(0);
            Some(if is_told { MINUTE - age % MINUTE } else { (OLD - age).max(1) })
        };
        let next = candidates.into_iter().chain([jobs]).filter_map(wait).min()?;
        Some(self.clock.moment.after(Duration::from_secs(next.unsigned_abs())))
    }

    /// How much of a list there is.
    #[must_use]
    pub fn extent<S: RowStore>(&self, list: &List<S>) -> LoadProgress {
        let roll = &list.roll;
        let gaps = roll.gaps().map_or(0, |(count, _)| count);
        let read = roll.read_at();
        let old = |at: &Timestamp| (self.clock.date.to_utc() - at.to_utc()).num_seconds() >= OLD;
        let broken = gaps > 0 || self.offline.is_some();
        LoadProgress {
            loaded: roll.loaded(),
            total: roll.total(),
            partial: roll.is_known() && !roll.is_covered(),
            unreadable: roll.unreadable(),
            gaps: gaps - roll.cancelled(),
            cancelled: roll.cancelled(),
            stale: read.filter(|at| broken || old(at)),
        }
    }
}
