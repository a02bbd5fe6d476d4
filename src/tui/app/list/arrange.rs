//! Arranges the rows of a list: those that match, closed ones last or left out. `matching` calls it
//! when filter, sort or rows change.

use super::List;
use crate::recruiting::query::{Filter, QueryContext};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};

impl<S: RowStore> List<S> {
    /// Whether the row is closed and comes last for that.
    pub(crate) fn is_closed(&self, row: Row) -> bool {
        self.closed.contains(row)
    }

    /// Hides the closed rows, or shows them again. Returns whether there are any.
    pub(crate) fn toggle_closed(&mut self) -> bool {
        if self.closed.rows.is_empty() {
            return false;
        }
        self.hide_closed(!self.closed.is_hidden);
        true
    }

    pub(crate) fn hide_closed(&mut self, is_hidden: bool) {
        if self.closed.is_hidden != is_hidden {
            self.closed.is_hidden = is_hidden;
            self.refresh_visible();
            self.restore_cursor();
        }
    }

    /// Whether the closed rows are left out. A filter that asks for them finds them.
    pub(crate) fn leaves_out_closed(&self) -> bool {
        self.closed.is_hidden && !self.filter.names_closed_rows()
    }

    /// Evaluates which rows are closed: the changed ones, or all.
    pub(super) fn update_closed(&mut self, context: &QueryContext<'_>, changed: Option<&[Row]>) {
        let filter = Filter::of_kind(S::CLOSED);
        match changed {
            Some(rows) => {
                filter.recheck(&self.pages.rows, context, &mut self.closed.rows, rows);
            }
            None => self.closed.rows = filter.matches(&self.pages.rows, context),
        }
    }

    /// The rows that match, in order, closed ones last. `None` if these are all rows in the order of
    /// the server.
    pub(super) fn arrange(&mut self, mut rows: Vec<Row>) -> Option<Vec<Row>> {
        rows.clear();
        let is_filtered = !self.filter.is_empty();
        let in_server_order = self.sort.is_none() && !is_filtered;
        (self.closed.count, self.closed.first_hole) = (0, 0);
        let mut holes = std::mem::take(&mut self.closed.holes);
        holes.clear();
        if in_server_order && self.closed.rows.is_empty() && self.groups.is_none() {
            return None;
        }
        let capacity = if is_filtered { self.matches.len() } else { self.pages.loaded() };
        rows.reserve_exact(capacity + self.near.len());
        let is_hidden = self.leaves_out_closed();
        // An explicit sort by that field wins.
        let separates = is_hidden || self.sort.is_none_or(|sort| sort.field != ListField::Archived);
        let matches = |row: &Row| !is_filtered || self.matches.contains(*row);
        let heads = self.heads(matches);
        let fits = |row: &Row| matches(row) && self.is_head(heads.as_ref(), *row);
        let mut count = 0;
        self.each_in_order(|row| {
            if fits(&row) {
                let is_closed = self.closed.contains(row);
                count += usize::from(is_closed);
                if !(is_closed && separates) {
                    rows.push(row);
                }
            }
        });
        let first_closed = rows.len();
        if count > 0 && separates && !is_hidden {
            self.each_in_order(|row| {
                if self.closed.contains(row) && fits(&row) {
                    rows.push(row);
                }
            });
        }
        if in_server_order {
            let position = |position| u32::try_from(position).unwrap_or(u32::MAX);
            holes.extend(self.pages.holes().map(position));
        }
        (self.closed.holes, self.closed.first_hole) = (holes, first_closed);
        self.closed.count = count;
        Some(rows)
    }

    fn each_in_order(&self, visit: impl FnMut(Row)) {
        match self.sort {
            Some(_) => self.sorted.rows.iter().copied().for_each(visit),
            None => self.pages.in_order().for_each(visit),
        }
    }

    /// Whether some loaded rows may be invisible.
    pub(super) const fn hides_rows(&self) -> bool {
        !self.filter.is_empty() || self.closed.is_hidden || self.groups.is_some()
    }

    /// Whether filter and closed rows leave the row in the list. Near matches aside.
    pub(super) fn is_visible(&self, row: Row) -> bool {
        (self.filter.is_empty() || self.matches.contains(row))
            && !(self.leaves_out_closed() && self.closed.contains(row))
    }
}
