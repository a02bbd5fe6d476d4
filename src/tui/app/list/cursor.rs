//! Cursor, marks and scrolling of a list, also while its rows move.

use std::collections::HashSet;

use super::List;
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CursorStep {
    /// Rows forward, or back if negative.
    By(isize),
    Top,
    Bottom,
    /// To an index.
    To(usize),
}

impl<S: RowStore> List<S> {
    pub(crate) fn step(&mut self, step: CursorStep) {
        let last = self.len().saturating_sub(1);
        self.index = match step {
            CursorStep::By(by) => self.index.saturating_add_signed(by),
            CursorStep::Top => 0,
            CursorStep::Bottom => last,
            CursorStep::To(index) => index,
        }
        .min(last);
        self.at_end = step == CursorStep::Bottom;
        self.anchor = None;
        self.has_moved = true;
        // A step in an empty list does not count.
        self.untouched &= self.is_empty();
        self.row = self.at(self.index);
        self.extend_range();
        self.reveal();
    }

    /// Keeps the cursor on its record from now on, if it is on one.
    pub(crate) const fn touch(&mut self) {
        if self.row.is_some() {
            (self.untouched, self.has_moved) = (false, true);
        }
    }

    /// The list became shorter.
    pub(super) fn clamp(&mut self) {
        self.index = self.index.min(self.len().saturating_sub(1));
        self.reveal();
    }

    /// Which rows come first is known only now: a cursor that the user never moved goes there.
    pub(crate) const fn begin_again(&mut self) {
        self.untouched |= !self.has_moved;
    }

    /// Moves the cursor to a record, if it is visible. Hidden closed rows are shown for it.
    pub(crate) fn select(&mut self, row: Row) -> bool {
        let matches = self.filter.is_empty() || self.matches.contains(row);
        if matches && !self.is_visible(row) {
            self.toggle_closed();
        }
        let Some(index) = self.index_of(row) else { return false };
        self.step(CursorStep::To(index));
        true
    }

    /// Scrolls; the cursor stays within the visible lines.
    pub(crate) fn scroll(&mut self, by: isize) {
        let last = self.len().saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(by).min(last);
        let visible = self.top..(self.top + self.height.max(1)).min(self.len().max(1));
        if !visible.contains(&self.index) {
            self.step(CursorStep::To(self.index.clamp(visible.start, visible.end - 1)));
        }
    }

    /// Toggles the mark of the current row and moves down.
    pub(crate) fn mark(&mut self) {
        if let Some(row) = self.row {
            if !self.marks.remove(&row) {
                self.marks.insert(row);
            }
            self.step(CursorStep::By(1));
        }
    }

    /// Begins a range of marks, or ends it.
    pub(crate) fn toggle_range(&mut self) {
        self.range = if self.range.is_some() { None } else { self.row };
        self.extend_range();
    }

    /// Inverts the marks of the visible rows.
    pub(crate) fn invert(&mut self) {
        for index in 0..self.len() {
            if let Some(row) = self.at(index)
                && !self.marks.remove(&row)
            {
                self.marks.insert(row);
            }
        }
    }

    /// How many marked rows are hidden, by the filter or as closed rows.
    pub(crate) fn hidden_marks(&self) -> usize {
        self.hidden_marked_rows().len()
    }

    /// In list order; those that the filter hides come last.
    pub(crate) fn marked_rows(&self) -> Vec<Row> {
        if self.marks.is_empty() {
            return Vec::new();
        }
        let visible = (0..self.len()).filter_map(|at| self.at(at));
        let hidden = self.hidden_marked_rows();
        visible.filter(|row| self.marks.contains(row)).chain(hidden).collect()
    }

    pub(crate) fn hidden_marked_rows(&self) -> Vec<Row> {
        if !self.hides_rows() {
            return Vec::new();
        }
        // Near matches are visible, too.
        let near: HashSet<Row> = self.near.iter().map(|near| near.row).collect();
        let is_near = |row: Row| {
            near.contains(&row) && !(self.leaves_out_closed() && self.closed.contains(row))
        };
        let is_hidden = |row: &Row| !self.is_visible(*row) && !is_near(*row);
        self.marks.iter().copied().filter(is_hidden).collect()
    }

    /// Marks everything between the start of the range and the cursor.
    fn extend_range(&mut self) {
        let Some(from) = self.range.and_then(|row| self.index_of(row)) else { return };
        for index in from.min(self.index)..=from.max(self.index) {
            if let Some(row) = self.at(index) {
                self.marks.insert(row);
            }
        }
    }

    pub(crate) fn index_of(&self, row: Row) -> Option<usize> {
        match &self.visible {
            Some(rows) => {
                let index = rows.iter().position(|other| *other == row)?;
                Some(self.closed.list_index(index))
            }
            None => self.pages.position_of(row),
        }
    }

    /// Keeps the cursor on its record and the record on its line of the screen.
    pub(crate) fn restore_cursor(&mut self) {
        let last = self.len().saturating_sub(1);
        if self.untouched {
            let invites =
                |at: &usize| self.at(*at).is_some_and(|row| self.pages.rows.is_active(row));
            self.index = (0..self.height.min(self.len())).find(invites).unwrap_or(0);
            (self.top, self.row) = (0, self.at(self.index));
            // Rows that are not sorted in yet may come first.
            self.untouched = self.is_dirty() || !self.pages.is_covered();
        }
        if self.at_end {
            self.index = last;
            self.row = self.at(last);
            self.at_end = !self.pages.is_covered();
        }
        self.index = self.index.min(last);
        let here = self.at(self.index);
        if here != self.row {
            let line = self.index.saturating_sub(self.top);
            match self.row.filter(|row| self.pages.rows.is_live(*row)) {
                Some(row) => match self.index_of(row) {
                    Some(index) => {
                        self.index = index;
                        self.top = index.saturating_sub(line);
                    }
                    None if self.may_reappear(row) => {}
                    None => self.row = here,
                },
                None => self.row = here,
            }
        }
        self.reveal();
    }

    /// Whether a record may come back while the list is loaded again.
    fn may_reappear(&self, row: Row) -> bool {
        !self.pages.is_complete() && self.pages.position_of(row).is_none() && self.is_visible(row)
    }

    /// After another filter or sort: the list begins at the top, and so does the cursor, unless the
    /// selected record is on the screen then.
    pub(super) fn return_to_top(&mut self) {
        let anchor = self.anchor.or(self.row);
        let index = anchor.and_then(|row| self.index_of(row)).filter(|index| *index < self.height);
        self.index = index.unwrap_or(0);
        self.top = 0;
        self.row = self.at(self.index);
        // Typing on may bring the record back.
        self.anchor = anchor;
        self.restore_cursor();
    }

    pub(crate) fn reveal(&mut self) {
        let height = self.height.max(1);
        let max_top = self.len().saturating_sub(height);
        self.top =
            self.top.min(max_top).min(self.index).max((self.index + 1).saturating_sub(height));
    }
}
