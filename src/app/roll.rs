//! A server's list as far as it was read: which record stands at which place.
//!
//! Pages come in any order, out of a list that may change while it is read.
//! Records are known by their ids: one that turns up elsewhere has moved, and
//! the place it left is read again; one that a whole pass did not meet is gone.
//! A refresh is a new pass over the same rows: nothing is emptied. What to ask
//! for next is told by [`Roll::wanted`]; asking is `update`'s business, showing
//! an order of one's own is the lens's.

mod pages;
#[cfg(test)]
mod tests;

use std::ops::Range;

use super::failure::Failure;
use super::rows::{Change, Row};
use super::store::Store;
use crate::wire::{Items, Timestamp};
use pages::Pages;

/// Places beyond are not kept, whatever a server counts: a wrong count must not
/// take the machine's memory.
const MOST: usize = 16_000_000;
/// Room is made beforehand for so many rows at most, since the count may be wrong.
const RESERVED: usize = 1 << 20;
/// A pass is begun anew so often when the list shrinks under it.
const RESTARTS: u32 = 3;
const NONE: u32 = u32::MAX;

/// A page of a list as it came.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheaf<T> {
    /// The records.
    pub items: Items<T>,
    /// How many the server counts in all.
    pub total: Option<u64>,
}

/// What a page changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrival {
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
pub struct Roll<S> {
    /// The records.
    pub rows: S,
    places: Vec<u32>,
    place_of: Vec<u32>,
    pages: Pages,
    total: Option<u64>,
    /// No count was given, and the end was not met yet.
    open_end: bool,
    /// Without a count, a page was shorter than expected: what stands behind
    /// it tells whether the list ends there, or the server cuts its pages so.
    seam: Option<Seam>,
    loaded: usize,
    restarts: u32,
    repairs: usize,
    /// When its oldest part was read.
    read_at: Option<Timestamp>,
    begun_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seam {
    at: usize,
    /// How long the short page was.
    cut: usize,
}

impl<S: Store> Default for Roll<S> {
    fn default() -> Self {
        Self {
            rows: S::default(),
            places: Vec::new(),
            place_of: Vec::new(),
            pages: Pages::default(),
            total: None,
            open_end: true,
            seam: None,
            loaded: 0,
            restarts: 0,
            repairs: 0,
            read_at: None,
            begun_at: None,
        }
    }
}

impl<S: Store> Roll<S> {
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
        self.read_at.is_some() || self.begun_at.is_some()
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
        self.pages.failed()
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
        self.seam = None;
        // Who has no total must look for the end again.
        self.open_end = self.total.is_none();
    }

    /// Offsets and lengths to ask for, the most urgent first: what is on
    /// screen, its neighbourhood, the rest.
    pub fn wanted(
        &self,
        window: Range<usize>,
        out: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Want> {
        let step = self.pages.step();
        // An empty list has a first page, too.
        let end = if self.is_known() { self.places.len().max(1) } else { step };
        let first = window.start / step;
        let last = window.end.max(window.start + 1).div_ceil(step);
        let near = first.saturating_sub(1)..last + 1;
        let ask = move |page: usize, urgency| {
            let offset = page * step;
            (self.pages.is_wanted(page) && offset < end && !out(offset)).then_some(Want {
                offset,
                limit: step,
                urgency,
            })
        };
        // While one page tells what the others mean, nothing else is asked.
        let seam = self.seam.map(|seam| seam.at);
        let beyond = (self.open_end && self.is_known() && self.pages.unread() == 0)
            .then_some(self.places.len());
        let alone = seam
            .or(beyond)
            .filter(|at| self.pages.failure(at / step).is_none())
            .map(|offset| Want { offset, limit: step, urgency: Urgency::Near });
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
            .take_while(move |_| seam.is_none())
            .filter_map(move |(page, urgency)| ask(page, urgency))
            .chain(alone)
    }

    /// Takes a page in.
    pub fn arrive(&mut self, offset: usize, page: &Sheaf<S::Item>, at: Timestamp) -> Arrival {
        let mut arrival = Arrival::default();
        self.begun_at = Some(self.begun_at.map_or(at, |before| before.min(at)));
        let sent = page.items.sent();
        self.fit(offset, sent, page.total, &mut arrival);
        let room = self.places.len().saturating_sub(offset);
        for (item, place) in page.items.good.iter().zip(page.items.places()) {
            if place >= room {
                break;
            }
            let (row, change) = self.rows.put(item);
            match change {
                Change::New => arrival.new.push(row),
                Change::Changed => arrival.changed.push(row),
                Change::Same => {}
            }
            arrival.moved |= self.stand(row, offset + place);
        }
        self.end(offset, page, room, &mut arrival);
        if self.is_complete() {
            arrival.gone = self.part();
            self.read_at = self.begun_at;
        }
        arrival
    }

    /// What a page says by being shorter than expected.
    fn end(&mut self, offset: usize, page: &Sheaf<S::Item>, room: usize, arrival: &mut Arrival) {
        let sent = page.items.sent();
        let step = self.pages.step();
        let expected = step.min(room);
        let seam = self.seam.take_if(|seam| seam.at == offset).filter(|_| sent > 0);
        let bad = page.items.bad.len() + expected.saturating_sub(sent);
        let short = sent < expected && sent > 0;
        if short && seam.is_none() && page.total.is_none() {
            // Whether that was the end is for the next page to say; of several
            // such, one tells it for all.
            if self.seam.is_none() {
                self.pages.read(offset / step, bad);
                self.seam = Some(Seam { at: offset + sent, cut: sent });
            }
            return;
        }
        self.pages.read(offset / step, bad);
        // What stood in the rest of the page was not met.
        let until = (offset / step + 1) * step;
        for place in offset + sent..until.min(self.places.len()) {
            arrival.moved |= self.clear(place);
        }
        match seam {
            // It goes on: the server hands out pages of its own size.
            Some(seam) => self.regrid(seam.cut),
            None if short => self.regrid(sent),
            None => {}
        }
    }

    /// A page did not come.
    pub fn fail(&mut self, offset: usize, failure: Failure) {
        self.pages.fail(offset / self.pages.step(), failure);
    }

    /// Asks again for what failed in this way.
    pub fn forgive(&mut self, which: impl Fn(&Failure) -> bool) {
        self.pages.forgive(which);
    }

    /// Grows or shrinks to what the server says.
    fn fit(&mut self, offset: usize, sent: usize, total: Option<u64>, arrival: &mut Arrival) {
        let before = self.places.len();
        let size = match total {
            Some(total) => usize::try_from(total).unwrap_or(MOST).max(offset + sent),
            // Without a count the list ends where a page is empty.
            None if sent == 0 => offset,
            None => before.max(offset + sent),
        }
        .min(MOST);
        self.total = total;
        self.open_end = total.is_none() && sent > 0;
        for place in size..before {
            arrival.moved |= self.clear(place);
        }
        self.places.resize(size, NONE);
        self.place_of.reserve(size.saturating_sub(self.place_of.len()));
        self.rows.reserve(size.min(RESERVED));
        let lost = self.pages.fit(before, size);
        arrival.moved |= size != before;
        // What stood behind the missing ones may have slipped past.
        if lost && total.is_some() && size > 0 && self.restarts < RESTARTS {
            self.restarts += 1;
            self.begin();
        }
    }

    /// Puts a row in its place. Whether anything moved.
    fn stand(&mut self, row: Row, place: usize) -> bool {
        if self.place_of.len() <= row.index() {
            self.place_of.resize(row.index() + 1, NONE);
        }
        if self.row_at(place) == Some(row) {
            return false;
        }
        self.clear(place);
        if let Some(left) = self.place_of(row) {
            self.places[left] = NONE;
            self.loaded -= 1;
            let page = left / self.pages.step();
            if self.repairs < 16 + self.pages.count() / 8 && self.pages.spoil(page) {
                self.repairs += 1;
            }
        }
        self.places[place] = u32::try_from(row.index()).unwrap_or(NONE);
        // MOST is below u32::MAX.
        self.place_of[row.index()] = u32::try_from(place).unwrap_or(NONE);
        self.loaded += 1;
        true
    }

    fn clear(&mut self, place: usize) -> bool {
        let Some(row) = self.row_at(place) else { return false };
        self.places[place] = NONE;
        self.place_of[row.index()] = NONE;
        self.loaded -= 1;
        true
    }

    /// Pages of another size from now on.
    fn regrid(&mut self, step: usize) {
        let places = &self.places;
        self.pages.regrid(step, places.len(), |place| places[place] != NONE);
    }

    /// Lets go of the rows that no page holds any more.
    fn part(&mut self) -> Vec<String> {
        let gone: Vec<Row> = self.rows.rows().filter(|row| self.place_of(*row).is_none()).collect();
        let names = gone.iter().map(|row| self.rows.name(*row).to_owned()).collect();
        for row in gone {
            self.rows.remove(row);
        }
        names
    }
}

/// A page to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Want {
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
}
