//! Rows in order, with where their values repeat: so the other direction needs no comparison.
//! `sort` makes them, a list keeps them.

use std::ops::Range;

use crate::recruiting::parallel::{MIN_ROWS, map_parts};
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

/// A part of sorted rows. Rows without a value are at its end.
pub(super) struct SortedPart {
    pub(super) rows: Vec<Row>,
    /// For each row with a value, whether it is that of the row before.
    pub(super) same: Vec<bool>,
}

impl SortedRows {
    pub(super) fn concat(parts: Vec<SortedPart>) -> Self {
        let mut sorted = Self::with_capacity(parts.iter().map(|part| part.rows.len()).sum());
        for SortedPart { rows, same } in parts {
            for (at, is_same) in (sorted.rows.len()..).zip(&same) {
                if *is_same {
                    sorted.same.set(Row::at(at), true);
                }
            }
            sorted.valued += same.len();
            sorted.rows.extend(rows);
        }
        sorted
    }

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
    pub(super) fn by_rank(
        rows: &[Row],
        ranks: usize,
        rank: impl Fn(Row) -> Option<usize> + Sync,
    ) -> Self {
        let row_ranks = map_parts(rows.len(), MIN_ROWS, |part| {
            rows[part].iter().map(|row| rank(*row).unwrap_or(ranks)).collect::<Vec<_>>()
        });
        let row_ranks = row_ranks.concat();
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
                same.fill(place + 1 - count..place);
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

    /// Inserts sorted rows, each behind as many rows as `places` says. `is_same` says whether a row has
    /// the value of the one before.
    pub(super) fn insert(
        &self,
        new: &Self,
        places: &[usize],
        is_same: impl Fn(Row, Row) -> bool,
    ) -> Self {
        let mut merged = Self::with_capacity(self.rows.len() + new.rows.len());
        let mut from = 0;
        for (at, place) in places.iter().enumerate() {
            merged.append(self, from..*place, &is_same);
            merged.append(new, at..at + 1, &is_same);
            from = *place;
        }
        merged.append(self, from..self.rows.len(), &is_same);
        merged.valued = self.valued + new.valued;
        merged
    }

    /// Appends a part of other rows. Only its first row may have a new predecessor.
    fn append(&mut self, other: &Self, part: Range<usize>, is_same: impl Fn(Row, Row) -> bool) {
        let at = self.rows.len();
        self.rows.extend_from_slice(&other.rows[part.clone()]);
        self.same.copy(&other.same, part, at);
        if let Some((before, row)) = at.checked_sub(1).zip(self.rows.get(at)) {
            self.same.set(Row::at(at), is_same(self.rows[before], *row));
        }
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
