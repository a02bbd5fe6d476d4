//! The positions of a list: which row is where, and where none is. Whoever shows the list calls it.

use std::ops::Range;

use super::{NONE, PagedList};
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;

impl<S: RowStore> PagedList<S> {
    pub(crate) fn row_at(&self, position: usize) -> Option<Row> {
        self.order.get(position).filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }

    #[must_use]
    pub fn position_of(&self, row: Row) -> Option<usize> {
        let position = *self.positions.get(row.index())?;
        (position != NONE).then_some(position as usize)
    }

    /// Before which position nothing changed since the last call.
    pub(crate) const fn take_unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.changed_from, usize::MAX)
    }

    /// The runs of positions without a row, ascending. There must be none before `from`.
    pub(crate) fn holes(&self, from: usize) -> impl Iterator<Item = Range<usize>> {
        let (mut end, mut left) = (from, self.order.len() - self.loaded);
        std::iter::from_fn(move || {
            let rest = self.order.get(end..).filter(|_| left > 0)?;
            let from = end + rest.iter().position(|row| *row == NONE)?;
            let rows = self.order.get(from..self.rows_end).unwrap_or_default();
            let length = rows.iter().position(|row| *row != NONE);
            end = length.map_or(self.order.len(), |length| from + length);
            left -= end - from;
            Some(from..end)
        })
    }

    /// In the order of the server.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = Row> {
        self.in_order_from(0)
    }

    /// The same from a position on.
    pub(crate) fn in_order_from(&self, position: usize) -> impl Iterator<Item = Row> {
        let rest = self.order.get(position..self.rows_end).unwrap_or_default();
        rest.iter().filter(|row| **row != NONE).map(|row| Row::at(*row as usize))
    }
}
