//! A list of the server as far as it was read: which record is at which position.
//!
//! Pages arrive in any order, from a list that may change meanwhile. Records are identified by id: a
//! record that appears elsewhere has moved, and the page it left is read again; a record that a
//! whole pass did not meet is gone. A refresh is a new pass over the same rows and empties nothing.
//! [`PagedList::wanted`] says what to request next; sending requests and sorting are up to the caller.

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

/// The limit for a total from the server: a wrong one must not exhaust the memory.
const MOST: usize = 4_000_000;
/// The most rows to reserve in advance, since the total may be wrong.
const RESERVED: usize = 1 << 20;
/// The most restarts of a pass when the list shrinks meanwhile.
const RESTARTS: u32 = 3;
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, PartialEq)]
pub struct ListPage<T> {
    pub items: Items<T>,
    /// The total of the whole list, if the server counts.
    pub total: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageDiff {
    pub new: Vec<Row>,
    pub changed: Vec<Row>,
    /// The names of removed records. Known only with the last page of a pass.
    pub gone: Vec<String>,
    /// Whether any position has another row than before.
    pub moved: bool,
}

#[derive(Debug)]
pub struct PagedList<S> {
    pub rows: S,
    places: Vec<u32>,
    place_of: Vec<u32>,
    pages: Pages,
    total: Option<u64>,
    /// There is no total, and no page reached the end yet.
    open_end: bool,
    /// A page was short. The page after it decides whether the list ends there, or the server has a
    /// smaller page size.
    seam: Option<Overlap>,
    /// Why the page behind the last position could not be read.
    end_failed: Option<Failure>,
    loaded: usize,
    restarts: u32,
    repairs: usize,
    known: bool,
    whole: bool,
    read_at: Option<Timestamp>,
    begun_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Overlap {
    at: usize,
    /// The length of the short page.
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
    /// The number of positions, as far as known.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[must_use]
    pub const fn page_size(&self) -> usize {
        self.pages.step()
    }

    #[must_use]
    pub const fn loaded(&self) -> usize {
        self.loaded
    }

    #[must_use]
    pub const fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether any page was read, even an empty one.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.known
    }

    /// Whether this pass is complete.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        !self.open_end && self.seam.is_none() && self.pages.unread() == 0 && self.is_known()
    }

    /// Whether every position was read, in this pass or an earlier one.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        self.is_known() && !self.open_end && self.loaded + self.unreadable() >= self.places.len()
    }

    /// Whether the list was covered once, even if it grew since.
    #[must_use]
    pub const fn was_whole(&self) -> bool {
        self.whole
    }

    /// When the oldest visible part was read.
    #[must_use]
    pub fn read_at(&self) -> Option<Timestamp> {
        self.read_at.or(self.begun_at)
    }

    /// The number of records that cannot be parsed.
    #[must_use]
    pub const fn unreadable(&self) -> usize {
        self.pages.bad()
    }

    /// The number of failed pages, and the first failure.
    #[must_use]
    pub fn gaps(&self) -> Option<(usize, &Failure)> {
        let end = self.end_failed.as_ref().filter(|_| self.alone().is_some());
        match (self.pages.failed(), end) {
            (Some((count, first)), end) => Some((count + usize::from(end.is_some()), first)),
            (None, end) => end.map(|failure| (1, failure)),
        }
    }

    /// The number of pages that the user cancelled.
    #[must_use]
    pub fn cancelled(&self) -> usize {
        let by_hand = |failure: &Failure| failure.kind == FailureKind::Cancelled;
        let end = self.end_failed.as_ref().filter(|_| self.alone().is_some());
        self.pages.count_failed(by_hand) + usize::from(end.is_some_and(by_hand))
    }

    #[must_use]
    pub fn row_at(&self, place: usize) -> Option<Row> {
        self.places.get(place).filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }

    #[must_use]
    pub fn place_of(&self, row: Row) -> Option<usize> {
        let place = *self.place_of.get(row.index())?;
        (place != NONE).then_some(place as usize)
    }

    #[must_use]
    pub fn failure_at(&self, place: usize) -> Option<&Failure> {
        self.pages.failure(place / self.pages.step())
    }

    #[must_use]
    pub fn is_read(&self, place: usize) -> bool {
        self.failure_at(place).is_none() && !self.pages.is_wanted(place / self.pages.step())
    }

    /// In the order of the server.
    pub fn in_order(&self) -> impl Iterator<Item = Row> {
        self.places.iter().filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }

    /// Starts a new pass; the rows stay.
    pub fn refresh(&mut self) {
        self.restarts = 0;
        self.begin();
    }

    fn begin(&mut self) {
        self.repairs = 0;
        self.begun_at = None;
        self.pages.refresh();
        (self.seam, self.end_failed) = (None, None);
        // Without a total the end must be found again.
        self.open_end = self.total.is_none();
    }

    /// The pages to request, the most urgent first: visible, around it, the rest.
    pub fn wanted(
        &self,
        window: Range<usize>,
        out: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = PageRequest> {
        let step = self.pages.step();
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
        // While the page size is in doubt, nothing else is requested.
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

    /// The offset of a page that has to be read alone, because it decides where the list ends.
    fn alone(&self) -> Option<usize> {
        let is_open = self.open_end && self.is_known() && self.pages.unread() == 0;
        self.seam.map(|seam| seam.at).or(is_open.then_some(self.places.len()))
    }

    /// A page failed.
    pub fn fail(&mut self, offset: usize, failure: Failure) {
        let step = self.pages.step();
        let is_alone = self.alone() == Some(offset);
        if is_alone && offset >= self.places.len() {
            self.end_failed = Some(failure);
        } else if is_alone || offset.is_multiple_of(step) {
            self.pages.fail(offset / step, failure);
        }
        // A page of an older page size is requested again.
    }

    /// Clears matching failures, so that their pages are requested again.
    pub fn forgive(&mut self, which: impl Fn(&Failure) -> bool) {
        self.end_failed.take_if(|failure| which(failure));
        self.pages.forgive(which);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    pub offset: usize,
    pub limit: usize,
    pub urgency: Urgency,
}

/// The most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// On screen.
    Seen,
    /// Next to the screen.
    Near,
    /// The rest of a visible list.
    Rest,
    /// Background: sent only while nothing else is in flight.
    Idle,
}
