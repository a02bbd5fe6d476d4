//! Fills a list from the mirror: rows of an earlier session, shown until the server's rows replace
//! them.

use super::{MAX_RESERVED, MAX_ROWS, NONE, PageDiff, PagedList, to_size};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListRow, RowBuffer as _, RowChange};
use crate::wire::Timestamp;

/// The total of a list with at least this many stored pages is trusted.
const MANY_PAGES: usize = 100;

/// The part of a list that was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredRows<T: ListRow> {
    /// Each with the position of its first row, ascending.
    pub pages: Vec<(u64, T::Buffer)>,
    /// How many rows the list has.
    pub total: Option<u64>,
    /// When its oldest page was read.
    pub read_at: Timestamp,
}

impl<T: ListRow> StoredRows<T> {
    pub(crate) fn items(&self) -> impl Iterator<Item = T> {
        self.pages.iter().flat_map(|(_, rows)| rows.items())
    }
}

impl<S: RowStore> PagedList<S> {
    /// Whether rows of an earlier session are shown that the server has not confirmed yet.
    pub(crate) const fn is_restored(&self) -> bool {
        self.restored_at.is_some()
    }

    /// Whether the server sent a page, in this session.
    const fn has_answer(&self) -> bool {
        self.is_known && (self.begun_at.is_some() || self.restored_at.is_none())
    }

    /// Fills the positions that this pass has not read. Every page counts as unread, so that the
    /// server is asked for all of them; no row counts as changed.
    pub fn restore(&mut self, stored: &StoredRows<S::Item>) -> PageDiff {
        let mut diff = PageDiff::default();
        let end = stored.pages.iter().map(|(at, rows)| position(*at) + rows.len()).max();
        let size = stored.total.map_or(0, to_size).max(end.unwrap_or(0)).min(MAX_ROWS);
        if !self.has_answer() {
            self.total = stored.total.or(self.total);
            if size > self.order.len() {
                let before = self.order.len();
                self.order.resize(size, NONE);
                self.pages.resize(before, size);
                diff.moved = true;
            }
            // As much as this part proves: the total may be wrong.
            if stored.pages.len() >= MANY_PAGES {
                self.positions.reserve(size.saturating_sub(self.positions.len()));
                self.rows.reserve(size.min(MAX_RESERVED));
            }
            self.read_at = Some(stored.read_at);
            self.restored_at = Some(stored.read_at);
        }
        self.is_known = true;
        for (at, rows) in &stored.pages {
            for index in 0..rows.len() {
                self.restore_row(position(*at) + index, (rows, index), &mut diff);
            }
        }
        self.was_covered |= self.is_covered();
        diff
    }

    fn restore_row(
        &mut self,
        position: usize,
        (rows, index): (&<S::Item as ListRow>::Buffer, usize),
        diff: &mut PageDiff,
    ) {
        let is_free = position < self.order.len()
            && self.row_at(position).is_none()
            && !self.pages.is_read(position / self.pages.page_size());
        if !is_free {
            return;
        }
        let (row, change) = self.rows.restore(rows, index);
        if change == RowChange::New {
            diff.new.push(row);
        }
        // The server sent it in the meantime, or it is stored twice.
        if self.position_of(row).is_none() {
            diff.moved |= self.set_position(row, position);
        }
    }
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX).min(MAX_ROWS)
}
