//! A server's list as far as it was read: which record stands at which place.
//!
//! Pages come in any order, out of a list that may change while it is read.
//! Records are known by their ids: one that turns up elsewhere has moved, and
//! the place it left is read again; one that a whole pass did not meet is gone.
//! A refresh is a new pass over the same rows: nothing is emptied. What to ask
//! for next is told by [`PagedList::wanted`]; asking is `update`'s business, showing
//! an order of one's own is the lens's.

pub mod page_diff;
pub mod pages;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::failure::{Failure, FailureKind};
use super::table::Row;
use super::table::store::RowStore;
use crate::wire::{Items, Timestamp};
use pages::Pages;

/// Places beyond are not kept, whatever a server counts: a wrong count must not
/// take the machine's memory.
const MOST: usize = 4_000_000;
/// Room is made beforehand for so many rows at most, since the count may be wrong.
const RESERVED: usize = 1 << 20;
/// A pass is begun anew so often when the list shrinks under it.
const RESTARTS: u32 = 3;
const NONE: u32 = u32::MAX;

/// A page of a list as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct ListPage<T> {
    /// The records.
    pub items: Items<T>,
    /// How many the server counts in all.
    pub total: Option<u64>,
}

/// What a page changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageDiff {
    /// Rows that were not there before.
    pub new: Vec<Row>,
    /// Rows that say something else now.
    pub changed: Vec<Row>,
    /// The names of those that are no longer in the list, with its last page.
    pub gone: Vec<String>,
    /// Whether any place holds another row than before.
    pub moved: bool,
}

/// A server's list as far as it was read.
#[derive(Debug)]
pub struct PagedList<S> {
    /// The records.
    pub rows: S,
    places: Vec<u32>,
    place_of: Vec<u32>,
    pages: Pages,
    total: Option<u64>,
    /// No count was given, and the end was not met yet.
    open_end: bool,
    /// A page was shorter than expected: what stands behind it tells whether
    /// the list ends there, or the server cuts its pages so.
    seam: Option<Overlap>,
    /// Why nothing was heard of what stands behind the last place.
    end_failed: Option<Failure>,
    loaded: usize,
    restarts: u32,
    repairs: usize,
    /// Whether anything was ever read.
    known: bool,
    /// Whether all of it was ever read.
    whole: bool,
    /// When its oldest part was read.
    read_at: Option<Timestamp>,
    begun_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Overlap {
    at: usize,
    /// How long the short page was.
    cut: usize,
}

impl<S: RowStore> Default for PagedList<S> {
    fn default() -> Self {
        Self {
            rows: S::default(),
            places: Vec::new(),
            place_of: Vec::new(),
            pages: Pages::default(),
            total: None,
            open_end: true,
            seam: None,
            end_failed: None,
            loaded: 0,
            restarts: 0,
            repairs: 0,
            known: false,
            whole: false,
            read_at: None,
            begun_at: None,
        }
    }
}

impl<S: RowStore> PagedList<S> {
    /// How many places the list has, as far as is known.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many records a page of it has.
    #[must_use]
    pub const fn page_size(&self) -> usize {
        self.pages.step()
    }

    /// How many records were read.
    #[must_use]
    pub const fn loaded(&self) -> usize {
        self.loaded
    }

    /// How many the server counts.
    #[must_use]
    pub const fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether anything was ever read, be it that there is nothing.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.known
    }

    /// Whether all of it was read in this pass.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        !self.open_end && self.seam.is_none() && self.pages.unread() == 0 && self.is_known()
    }

    /// Whether every place was read at least once, be it in an older pass.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        self.is_known() && !self.open_end && self.loaded + self.unreadable() >= self.places.len()
    }

    /// Whether every place was read at some time, though others may have come since.
    #[must_use]
    pub const fn was_whole(&self) -> bool {
        self.whole
    }

    /// When the oldest part of what is shown was read.
    #[must_use]
    pub fn read_at(&self) -> Option<Timestamp> {
        self.read_at.or(self.begun_at)
    }

    /// How many places hold what cannot be read.
    #[must_use]
    pub const fn unreadable(&self) -> usize {
        self.pages.bad()
    }

    /// How many pages failed, and why the first did.
    #[must_use]
    pub fn gaps(&self) -> Option<(usize, &Failure)> {
        let end = self.end_failed.as_ref().filter(|_| self.alone().is_some());
        match (self.pages.failed(), end) {
            (Some((count, first)), end) => Some((count + usize::from(end.is_some()), first)),
            (None, end) => end.map(|failure| (1, failure)),
        }
    }

    /// How many of those that failed somebody cancelled.
    #[must_use]
    pub fn cancelled(&self) -> usize {
        let by_hand = |failure: &Failure| failure.kind == FailureKind::Cancelled;
        let end = self.end_failed.as_ref().filter(|_| self.alone().is_some());
        self.pages.count_failed(by_hand) + usize::from(end.is_some_and(by_hand))
    }

    /// The row at a place.
    #[must_use]
    pub fn row_at(&self, place: usize) -> Option<Row> {
        self.places.get(place).filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }

    /// The place of a row.
    #[must_use]
    pub fn place_of(&self, row: Row) -> Option<usize> {
        let place = *self.place_of.get(row.index())?;
        (place != NONE).then_some(place as usize)
    }

    /// Why the page of a place failed.
    #[must_use]
    pub fn failure_at(&self, place: usize) -> Option<&Failure> {
        self.pages.failure(place / self.pages.step())
    }

    /// Whether the page of a place was read in this pass.
    #[must_use]
    pub fn is_read(&self, place: usize) -> bool {
        self.failure_at(place).is_none() && !self.pages.is_wanted(place / self.pages.step())
    }

    /// The rows in the server's order.
    pub fn in_order(&self) -> impl Iterator<Item = Row> {
        self.places.iter().filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }

    /// Reads it all again; what is there stays until then.
    pub fn refresh(&mut self) {
        self.restarts = 0;
        self.begin();
    }

    fn begin(&mut self) {
        self.repairs = 0;
        self.begun_at = None;
        self.pages.refresh();
        (self.seam, self.end_failed) = (None, None);
        // Who has no total must look for the end again.
        self.open_end = self.total.is_none();
    }

    /// Offsets and lengths to ask for, the most urgent first: what is on
    /// screen, its neighbourhood, the rest.
    pub fn wanted(
        &self,
        window: Range<usize>,
        out: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = PageRequest> {
        let step = self.pages.step();
        // An empty list has a first page, too.
        let end = if self.is_known() { self.places.len().max(1) } else { step };
        let first = window.start / step;
        let last = window.end.max(window.start + 1).div_ceil(step);
        let near = first.saturating_sub(1)..last + 1;
        let ask =
            move |page: usize, urgency| {
                let offset = page * step;
                (self.pages.is_wanted(page) && offset < end && !out(offset))
                    .then_some(PageRequest { offset, limit: step, urgency })
            };
        // While one page tells what the others mean, nothing else is asked.
        let is_torn = self.seam.is_some();
        let alone = self
            .alone()
            .filter(|at| self.end_failed.is_none() && self.pages.failure(at / step).is_none())
            .map(|offset| PageRequest { offset, limit: step, urgency: Urgency::Near });
        let seen = (first..last).map(|page| (page, Urgency::Seen));
        let around = near
            .clone()
            .filter(move |page| !(first..last).contains(page))
            .map(|page| (page, Urgency::Near));
        let rest = self
            .pages
            .rest()
            .filter(move |page| !near.contains(page))
            .map(|page| (page, Urgency::Rest));
        seen.chain(around)
            .chain(rest)
            .take_while(move |_| !is_torn)
            .filter_map(move |(page, urgency)| ask(page, urgency))
            .chain(alone)
    }

    /// The page that tells where the list goes on or ends, where only that does.
    fn alone(&self) -> Option<usize> {
        let is_open = self.open_end && self.is_known() && self.pages.unread() == 0;
        self.seam.map(|seam| seam.at).or(is_open.then_some(self.places.len()))
    }

    /// A page did not come.
    pub fn fail(&mut self, offset: usize, failure: Failure) {
        let step = self.pages.step();
        let is_alone = self.alone() == Some(offset);
        if is_alone && offset >= self.places.len() {
            self.end_failed = Some(failure);
        } else if is_alone || offset.is_multiple_of(step) {
            self.pages.fail(offset / step, failure);
        }
        // One that was asked for in another size is asked for again.
    }

    /// Asks again for what failed in this way.
    pub fn forgive(&mut self, which: impl Fn(&Failure) -> bool) {
        self.end_failed.take_if(|failure| which(failure));
        self.pages.forgive(which);
    }
}

/// A page to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Where it begins.
    pub offset: usize,
    /// How many records.
    pub limit: usize,
    /// How soon.
    pub urgency: Urgency,
}

/// How soon something is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// It is on screen.
    Seen,
    /// It is next to what is on screen.
    Near,
    /// It completes what is on screen.
    Rest,
    /// Nobody waits for it: it is read while nothing else is.
    Idle,
}
