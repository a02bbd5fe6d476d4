//! Rows in order, with where their values repeat: so the other direction needs no comparison.
//! `sort` makes them, a list keeps them.

use crate::recruiting::query::matches::Matches;
use crate::recruiting::table::Row;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SortedRows {
    pub(crate) rows: Vec<Row>,
    /// The places whose row has the same value as the row before.
    same: Matches,
    /// The rows with a value; those without come after them.
    valued: usize,
}

impl SortedRows {
    pub(super) fn with_capacity(rows: usize) -> Self {
        Self { rows: Vec::with_capacity(rows), ..Self::default() }
    }

    /// Appends a row with a value; all rows without one come after it.
    #[inline]
    pub(super) fn push(&mut self, row: Row, is_same: bool) {
        if is_same {
            self.same.set(Row::at(self.rows.len()), true);
        }
        self.rows.push(row);
        self.valued = self.rows.len();
    }

    /// Sorts rows by a rank below `ranks`, without comparing them.
    pub(super) fn by_rank(rows: &[Row], ranks: usize, rank: impl Fn(Row) -> Option<usize>) -> Self {
        let row_ranks: Vec<usize> = rows.iter().map(|row| rank(*row).unwrap_or(ranks)).collect();
        let mut counts = vec![0; ranks + 1];
        for rank in &row_ranks {
            counts[*rank] += 1;
        }
        let mut same = Matches::default();
        let mut places = Vec::with_capacity(counts.len());
        let mut place = 0;
        for count in counts {
            places.push(place);
            place += count;
            if places.len() <= ranks {
                (place + 1 - count..place).for_each(|at| same.set(Row::at(at), true));
            }
        }
        let valued = places[ranks];
        let mut sorted = vec![Row::at(0); rows.len()];
        for (row, rank) in rows.iter().zip(row_ranks) {
            sorted[places[rank]] = *row;
            places[rank] += 1;
        }
        Self { rows: sorted, same, valued }
    }

    pub(super) fn extend_blank(&mut self, rows: impl IntoIterator<Item = Row>) {
        self.rows.extend(rows);
    }

    pub(super) const fn valued(&self) -> usize {
        self.valued
    }

    /// Whether the row at a place has the same value as the row before.
    #[inline]
    pub(super) fn is_same(&self, place: usize) -> bool {
        self.same.has(place)
    }

    /// The other direction: rows with the same value keep their order, and rows without one stay last.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut reversed = Self::with_capacity(self.rows.len());
        let mut end = self.valued;
        for place in (0..self.valued).rev() {
            if !self.is_same(place) {
                for (at, row) in self.rows[place..end].iter().enumerate() {
                    reversed.push(*row, at > 0);
                }
                end = place;
            }
        }
        reversed.extend_blank(self.rows[self.valued..].iter().copied());
        reversed
    }

    /// Only the rows that are kept.
    #[must_use]
    pub(super) fn retain(self, is_kept: impl Fn(Row) -> bool) -> Self {
        if self.rows.iter().all(|row| is_kept(*row)) {
            return self;
        }
        let mut kept = Self::with_capacity(self.rows.len());
        let mut is_first = true;
        for (place, row) in self.rows.iter().copied().enumerate() {
            if place >= self.valued {
                kept.rows.extend(is_kept(row).then_some(row));
                continue;
            }
            is_first |= !self.is_same(place);
            if is_kept(row) {
                kept.push(row, !is_first);
                is_first = false;
            }
        }
        kept
    }
}
