//! A list of the server, as far as it is loaded: which record is at which position.
//!
//! Pages arrive in any order, from a list that may change meanwhile. Records are identified by id:
//! a record that appears elsewhere has moved, and its old page must be read again; a record that a
//! complete pass did not meet was removed. A refresh is a new pass over the same rows and empties
//! nothing. The server's total is not trusted: the list ends where a pass finds no more rows, and a
//! pass over a list without end is stopped (`pass`).
//! [`PagedList::next_requests`] says what to request next; the caller sends the requests and sorts.

mod filled;
mod order;
pub(crate) mod page_diff;
pub(crate) mod pages;
mod pass;
pub(crate) mod restore;
pub mod row_page;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::ops::Range;

use super::failure::{Failure, FailureKind};
use super::table::Row;
use super::table::store::RowStore;
use crate::list_guard::StopReason;
use crate::wire::{MAX_PAGE_SIZE, Timestamp};
use pages::Pages;
use pass::Pass;

/// The limit for a total from the server: a wrong total must not exhaust the memory.
const MAX_ROWS: usize = 1_500_000;
/// The most rows to reserve in advance, since the total may be wrong.
const MAX_RESERVED: usize = 1 << 20;
/// The most positions of a list before it has shown that it has the rows that it announced.
const MAX_UNPROVEN: usize = 10_000;
/// The pages of a shorter list are not worth a burst of requests.
const BULK_ROWS: u64 = 2_000;
/// The most restarts of a pass when the list shrinks meanwhile.
const MAX_RESTARTS: u32 = 3;
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageDiff {
    pub(crate) new: Vec<Row>,
    pub(crate) changed: Vec<Row>,
    /// The names of removed records. Known only with the last page of a pass.
    pub(crate) removed: Vec<String>,
    /// Whether any position has another row than before.
    pub(crate) moved: bool,
}

#[derive(Debug, Default)]
pub struct PagedList<S> {
    pub rows: S,
    order: Vec<u32>,
    positions: Vec<u32>,
    /// No position before this one changed since the list was last arranged.
    changed_from: usize,
    /// No position from here on has a row.
    rows_end: usize,
    pages: Pages,
    pass: Pass,
    /// Positions of rows that the server also sent at another position.
    repeated: BTreeSet<usize>,
    total: Option<u64>,
    /// Where this pass found the end of the list, whatever the total says.
    ends_at: Option<usize>,
    /// The position after the last row of this pass.
    read_until: usize,
    /// A short page. The page after it decides whether the list ends there, or the server has a
    /// smaller page size.
    overlap: Option<ShortPage>,
    /// Why the page after the last position could not be read.
    end_failure: Option<Failure>,
    loaded: usize,
    restarts: u32,
    repairs: usize,
    is_known: bool,
    was_covered: bool,
    /// Whether the last complete pass had fewer rows than the total.
    was_short: bool,
    read_at: Option<Timestamp>,
    begun_at: Option<Timestamp>,
    /// When the rows of an earlier session were read; `None` once a pass is complete.
    restored_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShortPage {
    at: usize,
    /// The length of the short page.
    length: usize,
}

impl<S: RowStore> PagedList<S> {
    /// The number of positions, as far as known.
    pub(crate) const fn len(&self) -> usize {
        self.order.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    pub(crate) const fn page_size(&self) -> usize {
        self.pages.page_size()
    }

    #[must_use]
    pub const fn loaded(&self) -> usize {
        self.loaded
    }

    pub(crate) const fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether the list is long and its server keeps to what it announced. Its pages may then be
    /// requested as fast as they come.
    pub(crate) fn is_bulk(&self) -> bool {
        self.total.is_some_and(|total| total >= BULK_ROWS)
            && self.page_size() == MAX_PAGE_SIZE
            && self.pages.failures().is_none()
            && self.pass.has_same_total(self.total)
            && self.pass.is_proven()
    }

    /// Counts the passes, from 1.
    pub(crate) fn pass_number(&self) -> u64 {
        self.pages.pass().into()
    }

    /// Whether any page was read, even an empty one.
    pub(crate) const fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether this pass is complete.
    pub(crate) const fn is_complete(&self) -> bool {
        !self.is_open_ended()
            && self.overlap.is_none()
            && self.pages.unread() == 0
            && self.is_known()
    }

    /// Whether every position was read, in this pass or an earlier one.
    pub(crate) fn is_covered(&self) -> bool {
        self.is_known()
            && !self.is_open_ended()
            && self.sent() + self.pages.missing() >= self.order.len()
    }

    /// Whether the server counts more records than it sent, although every position was read.
    pub(crate) fn is_short(&self) -> bool {
        self.is_covered() && self.total.is_some_and(|total| self.sent() < to_size(total))
    }

    /// Whether there is no total and no page has reached the end yet.
    const fn is_open_ended(&self) -> bool {
        self.total.is_none() && self.ends_at.is_none()
    }

    /// The number of records that the server sent, readable or not.
    fn sent(&self) -> usize {
        self.loaded + self.unreadable() + self.repeated.len()
    }

    /// Whether every record that the server counts is loaded, so that numbers are complete.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_covered()
            && !self.is_short()
            && self.unreadable() == 0
            && self.stop_reason().is_none()
    }

    /// Whether too many pages failed in a row to request the rest.
    pub(crate) const fn is_suspended(&self) -> bool {
        self.pass.max_ahead() == 0
    }

    /// Why the rest of the list is not read.
    pub(crate) const fn stop_reason(&self) -> Option<StopReason> {
        self.pass.stop_reason()
    }

    /// Whether all unreadable records are empty.
    pub(crate) const fn sends_empty_rows(&self) -> bool {
        self.unreadable() > 0 && self.pass.empty_rows() >= self.unreadable()
    }

    /// The number of rows that came twice.
    pub(crate) fn repeated(&self) -> usize {
        self.repeated.len()
    }

    /// Whether a pass covered the whole list once, even if it grew since.
    pub(crate) const fn was_covered(&self) -> bool {
        self.was_covered
    }

    /// When the oldest visible part was loaded.
    pub(crate) fn read_at(&self) -> Option<Timestamp> {
        self.read_at.or(self.begun_at)
    }

    /// The number of records that are left out: they cannot be parsed, or belong to another job.
    pub(crate) const fn unreadable(&self) -> usize {
        self.pages.unreadable()
    }

    /// Those of the unreadable records that belong to another job.
    pub(crate) fn foreign(&self) -> usize {
        self.pages.foreign()
    }

    /// The number of failed pages, and the first failure.
    pub(crate) fn gaps(&self) -> Option<(usize, &Failure)> {
        let end = self.end_failure.as_ref().filter(|_| self.exclusive_offset().is_some());
        match (self.pages.failures(), end) {
            (Some((count, first)), end) => Some((count + usize::from(end.is_some()), first)),
            (None, end) => end.map(|failure| (1, failure)),
        }
    }

    /// The number of pages that the user cancelled.
    pub(crate) fn cancelled(&self) -> usize {
        let is_cancelled = |failure: &Failure| failure.kind == FailureKind::Cancelled;
        let end = self.end_failure.as_ref().filter(|_| self.exclusive_offset().is_some());
        self.pages.count_failed(is_cancelled) + usize::from(end.is_some_and(is_cancelled))
    }

    /// Why no row is at a position.
    pub(crate) fn hole_at(&self, position: usize) -> Hole<'_> {
        let page = position / self.pages.page_size();
        match self.pages.failure(page) {
            Some(failure) => Hole::Failed(failure),
            None if self.repeated.contains(&position) => Hole::Repeated,
            None if self.pages.is_wanted(page) => match self.stop_reason() {
                Some(reason) => Hole::Stopped(reason),
                None => Hole::Loading,
            },
            None if self.pages.has_unreadable(page) => Hole::Unreadable,
            None => Hole::NotSent,
        }
    }

    /// Starts a new pass; the rows stay.
    pub(crate) fn refresh(&mut self) {
        self.restarts = 0;
        self.begin();
    }

    fn begin(&mut self) {
        self.repairs = 0;
        self.pass = Pass::default();
        self.begun_at = None;
        self.pages.refresh();
        (self.overlap, self.end_failure) = (None, None);
        (self.ends_at, self.read_until) = (None, 0);
    }

    /// The pages to request, the most urgent first: visible pages, their neighbours, the rest.
    pub(crate) fn next_requests(
        &self,
        window: Range<usize>,
        is_in_flight: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = PageRequest> {
        let step = self.pages.page_size();
        let end = if self.is_known() { self.order.len().max(1) } else { step };
        let first = window.start / step;
        let last = window.end.max(window.start + 1).div_ceil(step);
        let near = first.saturating_sub(1)..last + 1;
        let request = move |page: usize, urgency| {
            let offset = page * step;
            (self.pages.is_wanted(page) && offset < end && !is_in_flight(offset))
                .then_some(PageRequest { offset, limit: step, urgency })
        };
        // While the page size is uncertain, request nothing else.
        let (has_overlap, is_stopped) = (self.overlap.is_some(), self.stop_reason().is_some());
        let exclusive = self
            .exclusive_offset()
            .filter(|at| self.end_failure.is_none() && self.pages.failure(at / step).is_none())
            .map(|offset| PageRequest { offset, limit: step, urgency: Urgency::Near });
        let seen = (first..last).map(|page| (page, Urgency::Visible));
        let around = near
            .clone()
            .filter(move |page| !(first..last).contains(page))
            .map(|page| (page, Urgency::Near));
        let rest = self
            .pages
            .rest()
            .filter(move |page| !near.contains(page))
            .map(|page| (page, Urgency::Rest));
        let mut ahead = self.pass.max_ahead();
        let may_ask = move |request: &PageRequest| {
            let is_free = request.urgency != Urgency::Rest || ahead > 0;
            ahead -= usize::from(is_free && request.urgency == Urgency::Rest);
            is_free
        };
        seen.chain(around)
            .chain(rest)
            .take_while(move |_| !has_overlap)
            .filter_map(move |(page, urgency)| request(page, urgency))
            .take_while(may_ask)
            .chain(exclusive)
            .take_while(move |_| !is_stopped)
    }

    /// The offset of a page to request alone, because it decides where the list ends.
    fn exclusive_offset(&self) -> Option<usize> {
        let is_open = self.is_open_ended() && self.is_known() && self.pages.unread() == 0;
        self.overlap.map(|overlap| overlap.at).or(is_open.then_some(self.order.len()))
    }

    pub(crate) fn fail(&mut self, offset: usize, failure: Failure) {
        if failure.kind != FailureKind::Cancelled {
            self.pass.guard().record_failure();
        }
        let step = self.pages.page_size();
        let is_exclusive = self.exclusive_offset() == Some(offset);
        if is_exclusive && offset >= self.order.len() {
            self.end_failure = Some(failure);
        } else if is_exclusive || offset.is_multiple_of(step) {
            self.pages.fail(offset / step, failure);
        }
        // Otherwise the page was requested with an older page size; its rows are requested again
        // anyway.
    }

    /// Clears the failure of one page, so that it is requested again.
    pub(crate) fn clear_failure(&mut self, offset: usize) {
        if offset >= self.order.len() {
            self.end_failure = None;
        }
        self.pages.clear_failure(offset / self.pages.page_size());
        self.pass.guard().allow_retry();
    }

    /// Clears matching failures, so that their pages are requested again.
    pub(crate) fn clear_failures(&mut self, matches: impl Fn(&Failure) -> bool) {
        self.end_failure.take_if(|failure| matches(failure));
        self.pass.guard().record_answer();
        self.pages.clear_failures(matches);
    }
}

/// The number of positions for a total.
fn to_size(total: u64) -> usize {
    usize::try_from(total).unwrap_or(MAX_ROWS).min(MAX_ROWS)
}

/// Why a position has no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hole<'a> {
    Loading,
    Failed(&'a Failure),
    Unreadable,
    /// The server sent the same row at another position.
    Repeated,
    /// The server counts a row here and sent none.
    NotSent,
    Stopped(StopReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageRequest {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
    pub(crate) urgency: Urgency,
}

/// The most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// On screen.
    Visible,
    /// Next to the screen.
    Near,
    /// The rest of a visible list.
    Rest,
    /// Background: sent only while nothing else is in flight.
    Idle,
}
