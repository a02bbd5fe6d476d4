//! Closed rows: rejected and withdrawn candidates, archived jobs. They come after all others,
//! whatever the sort, or are hidden.
//!
//! `arrange` builds the visible rows with it. In the server's order, the rows that are not loaded
//! stand between the others and the closed ones.

use std::ops::Range;

use crate::recruiting::query::Matches;
use crate::recruiting::table::Row;

#[derive(Debug, Default)]
pub(crate) struct ClosedRows {
    pub(super) rows: Matches,
    /// Whether the user hides them.
    pub(crate) is_hidden: bool,
    /// How many of the rows that match the filter are closed, visible or not.
    pub(crate) count: usize,
    /// The positions without a row.
    pub(super) holes: Holes,
    /// How many open rows are visible: holes and closed rows come after them.
    pub(super) open_count: usize,
    pub(super) kept: KeptRows,
}

/// The positions at the beginning that need not be arranged again: they have no holes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeptRows {
    pub(super) positions: usize,
    /// How many open and closed rows they hold.
    pub(super) open: usize,
    pub(super) closed: usize,
}

impl KeptRows {
    pub(super) const fn is_empty(&self) -> bool {
        self.positions == 0
    }
}

/// Positions on the server, ascending. They come in long runs: pages that are not loaded.
#[derive(Debug, Default)]
pub(super) struct Holes {
    /// The first position of each run, and how many positions come before it.
    runs: Vec<(u32, u32)>,
    count: usize,
}

impl Holes {
    pub(super) fn new(runs: impl Iterator<Item = Range<usize>>) -> Self {
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let mut holes = Self::default();
        for run in runs {
            holes.runs.push((number(run.start), number(holes.count)));
            holes.count += run.len();
        }
        holes
    }

    pub(super) fn first(&self) -> Option<usize> {
        self.runs.first().map(|(position, _)| *position as usize)
    }

    fn position(&self, index: usize) -> Option<usize> {
        let run = self.runs.partition_point(|(_, before)| *before as usize <= index);
        let (from, before) = self.runs.get(run.checked_sub(1)?)?;
        (index < self.count).then(|| *from as usize + index - *before as usize)
    }
}

impl ClosedRows {
    #[inline]
    pub(crate) fn contains(&self, row: Row) -> bool {
        self.rows.contains(row)
    }

    pub(super) const fn hole_count(&self) -> usize {
        self.holes.count
    }

    /// The position on the server of a hole in the list.
    pub(super) fn hole(&self, index: usize) -> Option<usize> {
        self.holes.position(index.checked_sub(self.open_count)?)
    }

    /// The index among the loaded rows; `None` for a hole.
    pub(super) const fn row_index(&self, index: usize) -> Option<usize> {
        match index.checked_sub(self.open_count) {
            Some(after) if after < self.holes.count => None,
            Some(_) => Some(index - self.holes.count),
            None => Some(index),
        }
    }

    /// The index in the list of a loaded row.
    pub(super) const fn list_index(&self, index: usize) -> usize {
        if index < self.open_count { index } else { index + self.holes.count }
    }
}
