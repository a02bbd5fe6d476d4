//! A page for a paged list. Its rows share one buffer, which the list reads in place and `storage` stores.
//! The executor builds the page from the records of the response, off the UI thread.

use crate::recruiting::table::{ListRow, RowBuffer as _};
use crate::wire::{Page, positions_without};

#[derive(Debug, Clone, PartialEq)]
pub struct RowPage<T: ListRow> {
    /// The records that can be shown.
    pub rows: T::Buffer,
    /// Indices of the records that are left out, ascending: unreadable ones and those of another list.
    pub(crate) bad: Vec<usize>,
    /// How many of these belong to another list.
    pub(crate) foreign: usize,
    /// How many of the unreadable ones are `null` or have no fields.
    pub(crate) empty: usize,
    /// How many records the whole list has.
    pub(crate) total: Option<u64>,
}

impl<T: ListRow> RowPage<T> {
    pub(super) fn without_rows(total: Option<u64>) -> Self {
        Self { rows: T::Buffer::default(), bad: Vec::new(), foreign: 0, empty: 0, total }
    }

    /// Number of records that the server sent, including those left out.
    pub(crate) fn sent_count(&self) -> usize {
        self.rows.len() + self.bad.len()
    }

    /// The index on the page of each row.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> {
        positions_without(&self.bad, self.sent_count())
    }
}

impl<T: ListRow> From<Page<T>> for RowPage<T> {
    fn from(page: Page<T>) -> Self {
        Self {
            rows: T::Buffer::from_items(page.items.good),
            bad: page.items.bad,
            foreign: page.items.foreign.len(),
            empty: page.items.empty,
            total: page.total,
        }
    }
}
