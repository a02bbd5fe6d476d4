//! Moving over a list, and staying on a record while the list moves.

use std::collections::HashSet;

use super::List;
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;

/// A way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CursorStep {
    /// So many rows on, or back.
    By(isize),
    /// To the first.
    Top,
    /// To the last.
    Bottom,
    /// To this line.
    To(usize),
}

impl<S: RowStore> List<S> {
    /// Moves the cursor.
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
        // Nothing was passed over in a list that has not come yet.
        self.untouched &= self.is_empty();
        self.row = self.at(self.index);
        self.extend_range();
        self.reveal();
    }

    /// The cursor is where somebody wants it.
    pub(crate) const fn touch(&mut self) {
        self.untouched = false;
    }

    /// Puts the cursor on a record, if it is shown.
    pub(crate) fn select(&mut self, row: Row) -> bool {
        let Some(index) = self.index_of(row) else { return false };
        self.step(CursorStep::To(index));
        true
    }

    /// Scrolls; a cursor that would leave the screen stays at its edge.
    pub(crate) fn scroll(&mut self, by: isize) {
        let last = self.len().saturating_sub(self.height);
        self.top = self.top.saturating_add_signed(by).min(last);
        let visible = self.top..(self.top + self.height.max(1)).min(self.len().max(1));
        if !visible.contains(&self.index) {
            self.step(CursorStep::To(self.index.clamp(visible.start, visible.end - 1)));
        }
    }

    /// Marks the row under the cursor, or takes the mark away, and goes on.
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

    /// Marks what is shown and not marked, and the other way round.
    pub(crate) fn invert(&mut self) {
        for index in 0..self.len() {
            if let Some(row) = self.at(index)
                && !self.marks.remove(&row)
            {
                self.marks.insert(row);
            }
        }
    }

    /// How many marked rows the filter hides.
    pub(crate) fn hidden_marks(&self) -> usize {
        if self.filter.is_empty() {
            return 0;
        }
        let is_hidden = |row: &Row| !self.matches.contains(*row);
        let others = self.marks.iter().filter(|row| is_hidden(row)).count();
        // Rows that match nearly are on the screen, too.
        let near = self.near.iter().map(|near| near.row);
        others - near.filter(|row| is_hidden(row) && self.marks.contains(row)).count()
    }

    /// The marked rows that the filter hides.
    pub(crate) fn hidden_marked_rows(&self) -> Vec<Row> {
        if self.filter.is_empty() {
            return Vec::new();
        }
        let near: HashSet<Row> = self.near.iter().map(|near| near.row).collect();
        let is_seen = |row: &Row| self.matches.contains(*row) || near.contains(row);
        self.marks.iter().copied().filter(|row| !is_seen(row)).collect()
    }

    /// Marks everything between where the range began and the cursor.
    fn extend_range(&mut self) {
        let Some(from) = self.range.and_then(|row| self.index_of(row)) else { return };
        for index in from.min(self.index)..=from.max(self.index) {
            if let Some(row) = self.at(index) {
                self.marks.insert(row);
            }
        }
    }

    /// The line of a row.
    pub(crate) fn index_of(&self, row: Row) -> Option<usize> {
        match &self.visible {
            Some(rows) => rows.iter().position(|other| *other == row),
            None => self.pages.position_of(row),
        }
    }

    /// Stays on the record, and keeps the record on its line of the screen.
    pub(crate) fn restore_cursor(&mut self) {
        let last = self.len().saturating_sub(1);
        if self.untouched {
            let invites =
                |at: &usize| self.at(*at).is_some_and(|row| self.pages.rows.is_active(row));
            self.index = (0..self.height.min(self.len())).find(invites).unwrap_or(0);
            (self.top, self.row) = (0, self.at(self.index));
            self.untouched = !self.pages.is_covered();
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

    /// Whether a record has lost its place and may turn up again: the list is
    /// being read anew.
    fn may_reappear(&self, row: Row) -> bool {
        !self.pages.is_complete()
            && self.pages.position_of(row).is_none()
            && (self.filter.is_empty() || self.matches.contains(row))
    }

    /// Scrolls until the cursor is on the screen.
    pub(crate) fn reveal(&mut self) {
        let height = self.height.max(1);
        let max_top = self.len().saturating_sub(height);
        self.top =
            self.top.min(max_top).min(self.index).max((self.index + 1).saturating_sub(height));
    }
}
