//! Closed rows: rejected and withdrawn candidates, archived jobs. They come after all others,
//! whatever the sort, or are hidden.
//!
//! `arrange` builds the visible rows with it. In the server's order, the rows that are not loaded
//! stand between the others and the closed ones.

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
    pub(super) holes: Vec<u32>,
    /// The index of the first one.
    pub(super) first_hole: usize,
}

impl ClosedRows {
    pub(crate) fn contains(&self, row: Row) -> bool {
        self.rows.contains(row)
    }

    pub(super) const fn hole_count(&self) -> usize {
        self.holes.len()
    }

    /// The position on the server of a hole in the list.
    pub(super) fn hole(&self, index: usize) -> Option<usize> {
        self.holes.get(index.checked_sub(self.first_hole)?).map(|position| *position as usize)
    }

    /// The index among the loaded rows; `None` for a hole.
    pub(super) const fn row_index(&self, index: usize) -> Option<usize> {
        match index.checked_sub(self.first_hole) {
            Some(after) if after < self.holes.len() => None,
            Some(_) => Some(index - self.holes.len()),
            None => Some(index),
        }
    }

    /// The index in the list of a loaded row.
    pub(super) const fn list_index(&self, index: usize) -> usize {
        if index < self.first_hole { index } else { index + self.holes.len() }
    }
}
