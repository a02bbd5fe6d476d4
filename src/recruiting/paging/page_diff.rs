//! Applies a page to the list: what it moves, and what its length reveals.

use std::ops::Range;

use super::{ListPage, MOST, NONE, Overlap, PageDiff, PagedList, RESERVED, RESTARTS};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{Row, RowChange};
use crate::wire::Timestamp;

impl<S: RowStore> PagedList<S> {
    pub fn arrive(&mut self, offset: usize, page: &ListPage<S::Item>, at: Timestamp) -> PageDiff {
        let mut arrival = PageDiff::default();
        self.known = true;
        self.begun_at = Some(self.begun_at.map_or(at, |before| before.min(at)));
        let sent = page.items.sent_count();
        self.fit(offset, sent, page.total, &mut arrival);
        let room = self.places.len().saturating_sub(offset);
        for (item, place) in page.items.good.iter().zip(page.items.positions()) {
            if place >= room {
                break;
            }
            let (row, change) = self.rows.put(item);
            match change {
                RowChange::New => arrival.new.push(row),
                RowChange::Changed => arrival.changed.push(row),
                RowChange::Same => {}
            }
            arrival.moved |= self.stand(row, offset + place);
        }
        for place in page.items.bad.iter().filter(|place| **place < room) {
            arrival.moved |= self.clear(offset + place);
        }
        self.end(offset, page, &mut arrival);
        self.whole |= self.is_covered();
        if self.is_complete() {
            arrival.gone = self.part();
            self.read_at = self.begun_at;
        }
        arrival
    }

    /// Draws the conclusions from the length of a page.
    fn end(&mut self, offset: usize, page: &ListPage<S::Item>, arrival: &mut PageDiff) {
        let (sent, bad) = (page.items.sent_count(), page.items.bad.len());
        let step = self.pages.step();
        let until = ((offset / step + 1) * step).min(self.places.len());
        let missing = until.saturating_sub(offset + sent);
        if let Some(seam) = self.seam.take_if(|seam| seam.at == offset) {
            self.clear_all(offset + sent..until, arrival);
            if sent > 0 {
                // The list continues: the server has its own page size.
                self.regrid(seam.cut);
            } else {
                self.pages.read(offset / step, missing);
            }
        } else if !offset.is_multiple_of(step) {
            // Requested under an older page size.
            self.pages.cover(offset..offset + sent);
        } else if missing > 0 && sent > 0 {
            // The next page decides whether this was the end. Of several short pages, the first counts.
            if self.seam.is_none() {
                self.pages.read(offset / step, bad);
                self.seam = Some(Overlap { at: offset + sent, cut: sent });
            }
        } else {
            self.clear_all(offset + sent..until, arrival);
            self.pages.read(offset / step, bad + missing);
            self.pages.cover(offset..offset + sent);
            if sent == 0 && missing > 0 && self.pages.is_exhausted() {
                self.pages.give_up(self.places.len());
            }
        }
    }

    fn clear_all(&mut self, places: Range<usize>, arrival: &mut PageDiff) {
        for place in places {
            arrival.moved |= self.clear(place);
        }
    }

    /// Resizes the list to the total of the server.
    fn fit(&mut self, offset: usize, sent: usize, total: Option<u64>, arrival: &mut PageDiff) {
        let before = self.places.len();
        let size = match total {
            Some(total) => usize::try_from(total).unwrap_or(MOST).max(offset + sent),
            // Without a total, the list ends at an empty page.
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
        // Records behind the removed ones moved up, maybe past the pages read so far.
        if lost && total.is_some() && size > 0 && self.restarts < RESTARTS {
            self.restarts += 1;
            self.begin();
        }
    }

    /// Returns whether anything moved.
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

    fn regrid(&mut self, step: usize) {
        let places = &self.places;
        self.pages.regrid(step, places.len(), |place| places[place] != NONE);
    }

    /// Removes the rows without a position and returns their names.
    fn part(&mut self) -> Vec<String> {
        let gone: Vec<Row> = self.rows.rows().filter(|row| self.place_of(*row).is_none()).collect();
        let names = gone.iter().map(|row| self.rows.name(*row).to_owned()).collect();
        for row in gone {
            self.rows.remove(row);
        }
        names
    }
}
