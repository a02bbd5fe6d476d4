//! Applies a page to the list: which rows it moves, and what its length reveals.

use std::ops::Range;

use super::pass::PageNews;
use super::row_page::RowPage;
use super::{
    MAX_RESERVED, MAX_RESTARTS, MAX_ROWS, MAX_UNPROVEN, NONE, PageDiff, PagedList, ShortPage,
    to_size,
};
use crate::list_guard::StopReason;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{Row, RowBuffer as _, RowChange};
use crate::wire::Timestamp;

impl<S: RowStore> PagedList<S> {
    pub(crate) fn apply_page(
        &mut self,
        offset: usize,
        page: &RowPage<S::Item>,
        at: Timestamp,
    ) -> PageDiff {
        let mut diff = PageDiff::default();
        self.is_known = true;
        self.begun_at = Some(self.begun_at.map_or(at, |before| before.min(at)));
        self.pass.guard().record_answer();
        if self.repeats_other_pages(offset, page) {
            self.pass.stop(StopReason::Repeating);
            // The list ends here, as if the page were empty, unless an earlier pass got further.
            if (offset..self.order.len()).all(|position| self.row_at(position).is_none()) {
                self.apply_rows(offset, &RowPage::without_rows(page.total), &mut diff);
            }
        } else {
            self.apply_rows(offset, page, &mut diff);
        }
        if self.stop_reason().is_none() {
            self.was_covered |= self.is_covered();
            self.finish_pass(&mut diff);
        }
        diff
    }

    /// Removes what a complete pass did not meet. If the server sent fewer rows than it counts, the
    /// next pass decides: a page that came empty by mistake removes nothing.
    fn finish_pass(&mut self, diff: &mut PageDiff) {
        if !self.is_complete() {
            return;
        }
        (self.read_at, self.restored_at) = (self.begun_at, None);
        let is_short = self.is_short();
        if !is_short || self.was_short {
            diff.removed = self.remove_missing();
        }
        self.was_short = is_short;
    }

    fn apply_rows(&mut self, offset: usize, page: &RowPage<S::Item>, diff: &mut PageDiff) {
        let sent = page.sent_count();
        self.resize(offset, sent, page.total, diff);
        let positions = offset..(offset + sent).min(self.order.len());
        self.repeated.retain(|position| !positions.contains(position));
        for index in page.bad.iter().filter(|index| offset + **index < positions.end) {
            diff.moved |= self.clear(offset + index);
        }
        let is_repair = self.pages.is_repair(offset / self.pages.page_size());
        let mut new_rows = 0;
        for (number, index) in page.positions().enumerate() {
            let position = offset + index;
            if position >= positions.end {
                break;
            }
            let (row, change) = self.rows.put_from(&page.rows, number);
            match change {
                RowChange::New => diff.new.push(row),
                RowChange::Changed => diff.changed.push(row),
                RowChange::Same => {}
            }
            if self.is_repeated(row, position, &positions, is_repair) {
                diff.moved |= self.clear(position);
                self.repeated.insert(position);
            } else {
                new_rows += usize::from(!self.pass.has_seen(row));
                diff.moved |= self.set_position(row, position);
            }
            self.pass.mark_seen(row);
        }
        self.finish_page(offset, page, diff);
        // A page that is read again has no new rows, and an empty one shows the end of the list.
        if sent > 0 && !is_repair {
            let news = PageNews {
                new_rows,
                unreadable: page.bad.len(),
                empty: page.empty,
                total: page.total,
            };
            self.pass.record_page(news, self.unreadable());
        }
    }

    /// Whether a page has the rows that this pass met at another offset, in the same order, although
    /// the total shows no change: the server ignores the offset, or repeats its last page. A single
    /// row that appears elsewhere has moved.
    fn repeats_other_pages(&self, offset: usize, page: &RowPage<S::Item>) -> bool {
        let rows = &page.rows;
        let position_before = |index: usize| {
            let row = self.rows.find(rows.id(index)).filter(|row| self.pass.has_seen(*row))?;
            self.position_of(row)
        };
        if rows.is_empty() {
            return false;
        }
        let Some(first) = position_before(0) else { return false };
        offset > 0
            && first != offset
            && page.bad.is_empty()
            && (rows.len() > 1 || self.loaded == 1)
            && self.pass.has_same_total(page.total)
            && (0..rows.len()).all(|index| position_before(index) == Some(first + index))
    }

    /// Whether a row came twice: on one page, or on a page that was read again because of it.
    /// Otherwise a row that appears elsewhere has moved.
    fn is_repeated(&self, row: Row, position: usize, page: &Range<usize>, is_repair: bool) -> bool {
        self.pass.has_seen(row)
            && self.position_of(row).is_some_and(|before| {
                // This page has already replaced the rows before `position`.
                (page.start..position).contains(&before) || is_repair && !page.contains(&before)
            })
    }

    /// Draws the conclusions from the length of a page.
    fn finish_page(&mut self, offset: usize, page: &RowPage<S::Item>, diff: &mut PageDiff) {
        let sent = page.sent_count();
        let bad = (page.bad.len(), page.foreign);
        let step = self.pages.page_size();
        let until = ((offset / step + 1) * step).min(self.order.len());
        let missing = until.saturating_sub(offset + sent);
        if let Some(overlap) = self.overlap.take_if(|overlap| overlap.at == offset) {
            self.clear_all(offset + sent..until, diff);
            if sent > 0 {
                // The list continues: the server has its own page size.
                self.change_page_size(overlap.length);
            } else {
                self.pages.set_missing(offset / step, missing);
            }
        } else if !offset.is_multiple_of(step) {
            // This page was requested with an older page size.
            self.pages.mark_covered(offset..offset + sent);
        } else if missing > 0 && sent > 0 {
            // The next page decides whether the list ends here. Of several short pages, the first
            // counts.
            if self.overlap.is_none() {
                self.pages.mark_read(offset / step, bad);
                self.overlap = Some(ShortPage { at: offset + sent, length: sent });
            }
        } else {
            self.clear_all(offset + sent..until, diff);
            self.pages.mark_read(offset / step, bad);
            self.pages.set_missing(offset / step, missing);
            self.pages.mark_covered(offset..offset + sent);
        }
    }

    fn clear_all(&mut self, positions: Range<usize>, diff: &mut PageDiff) {
        for position in positions {
            diff.moved |= self.clear(position);
        }
    }

    /// Resizes the list to the server's total, or to where its rows end.
    fn resize(&mut self, offset: usize, sent: usize, total: Option<u64>, diff: &mut PageDiff) {
        let before = self.order.len();
        let end = if sent > 0 { offset + sent } else { 0 };
        let announced = total.map_or(before, to_size).max(end).min(MAX_ROWS);
        self.ends_at.take_if(|ends_at| *ends_at < end);
        // An empty page with rows behind it is only a hole.
        if sent == 0 && (total.is_none() || (self.read_until..announced).contains(&offset)) {
            self.ends_at = Some(self.ends_at.map_or(offset, |ends_at| ends_at.min(offset)));
        }
        let size = self.ends_at.map_or(announced, |ends_at| ends_at.min(announced));
        // The total may be wrong.
        let unproven = before.max(end).max(MAX_UNPROVEN);
        let size = if self.pass.is_proven() { size } else { size.min(unproven) };
        self.total = total;
        for position in size..before {
            diff.moved |= self.clear(position);
        }
        self.order.resize(size, NONE);
        self.rows_end = self.rows_end.min(size);
        if size < before / 2 {
            self.order.shrink_to_fit();
        }
        let _beyond = self.repeated.split_off(&size);
        // The total may be wrong: memory for a long list is reserved once a part of it came.
        if size <= MAX_UNPROVEN || self.loaded >= size / 8 {
            self.positions.reserve(size.saturating_sub(self.positions.len()));
            self.rows.reserve(size.min(MAX_RESERVED));
        }
        let has_shrunk = self.pages.resize(before, size);
        diff.moved |= size != before;
        // The records behind the removed ones moved up, maybe onto pages that this pass already
        // read.
        let is_total = total.is_some() && size == announced;
        if has_shrunk && is_total && size > 0 && self.restarts < MAX_RESTARTS {
            self.restarts += 1;
            self.begin();
        }
        self.read_until = self.read_until.max(end).min(size);
    }

    /// Returns whether anything moved.
    pub(super) fn set_position(&mut self, row: Row, position: usize) -> bool {
        if self.positions.len() <= row.index() {
            self.positions.resize(row.index() + 1, NONE);
        }
        if self.row_at(position) == Some(row) {
            return false;
        }
        self.clear(position);
        if let Some(old_position) = self.position_of(row) {
            self.order[old_position] = NONE;
            self.loaded -= 1;
            self.changed_from = self.changed_from.min(old_position);
            let page = old_position / self.pages.page_size();
            if self.repairs < 16 + self.pages.count() / 8 && self.pages.mark_for_repair(page) {
                self.repairs += 1;
            }
        }
        self.order[position] = u32::try_from(row.index()).unwrap_or(NONE);
        self.changed_from = self.changed_from.min(position);
        self.rows_end = self.rows_end.max(position + 1);
        // MAX_ROWS is below u32::MAX.
        self.positions[row.index()] = u32::try_from(position).unwrap_or(NONE);
        self.loaded += 1;
        true
    }

    fn clear(&mut self, position: usize) -> bool {
        let Some(row) = self.row_at(position) else { return false };
        self.order[position] = NONE;
        self.changed_from = self.changed_from.min(position);
        self.positions[row.index()] = NONE;
        self.loaded -= 1;
        true
    }

    fn change_page_size(&mut self, step: usize) {
        let order = &self.order;
        self.pages.change_page_size(step, order.len(), |position| order[position] != NONE);
    }

    /// Removes the rows without a position and returns their names.
    fn remove_missing(&mut self) -> Vec<String> {
        let removed: Vec<Row> =
            self.rows.rows().filter(|row| self.position_of(*row).is_none()).collect();
        let names = removed.iter().map(|row| self.rows.name(*row).to_owned()).collect();
        for row in removed {
            self.rows.remove(row);
        }
        names
    }
}
