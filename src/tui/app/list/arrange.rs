//! Arranges the rows of a list: those that match, closed ones last or left out. `matching` calls it
//! when filter, sort or rows change.

use super::List;
use super::closed::{Holes, KeptRows};
use crate::recruiting::query::{Filter, Matches, QueryContext};
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{ListField, Row};

/// Memory for so many more need not be saved.
const FEW_ROWS: usize = 10_000;

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
            self.closed.kept = KeptRows::default();
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
    /// the server. `rows` are the visible rows from before.
    pub(super) fn arrange(&mut self, mut rows: Vec<Row>) -> Option<Vec<Row>> {
        let kept = self.take_kept();
        let replaced = kept.open..self.closed.open_count;
        (self.closed.count, self.closed.open_count) = (0, 0);
        self.closed.holes = Holes::default();
        let in_server_order = self.sort.is_none() && self.filter.is_empty();
        if in_server_order && self.closed.rows.is_empty() && self.groups.is_none() {
            return None;
        }
        let is_hidden = self.leaves_out_closed();
        // An explicit sort by that field wins.
        let separates = is_hidden || self.sort.is_none_or(|sort| sort.field != ListField::Archived);
        let shown = self.shown_rows();
        let closed = shown.and(&self.closed.rows);
        let open = if separates { shown.without(&closed) } else { shown };
        // Counting a bitmap takes longer than arranging a few new rows.
        let new = self.pages.loaded() - kept.positions;
        let is_short = in_server_order && new < FEW_ROWS;
        let most = if is_short { [new; 2] } else { [open.len(), closed.len()] };
        let (mut open_rows, mut closed_rows) = (Vec::new(), Vec::new());
        if kept.is_empty() {
            open_rows = std::mem::take(&mut rows);
            open_rows.clear();
        }
        let picked = [(&open, &mut open_rows, most[0]), (&closed, &mut closed_rows, most[1])];
        match self.sort {
            Some(_) => pick(self.sorted.rows.iter().copied(), picked),
            None => pick(self.pages.in_order_from(kept.positions), picked),
        }
        self.closed.count = kept.closed + closed_rows.len();
        self.closed.open_count = kept.open + open_rows.len();
        let last = if separates && !is_hidden { &*closed_rows } else { &[] };
        if kept.is_empty() {
            rows = open_rows;
            rows.reserve_exact(last.len() + self.near.len());
        } else {
            // They are as many as the positions in the end.
            rows.truncate(replaced.end + kept.closed);
            rows.reserve_exact(self.pages.len().saturating_sub(rows.len()));
            rows.splice(replaced, open_rows);
        }
        rows.extend_from_slice(last);
        if in_server_order {
            self.closed.holes = Holes::new(self.pages.holes(kept.positions));
            self.keep(kept, &closed);
        }
        Some(rows)
    }

    /// What need not be arranged again; nothing if anything but the end changed.
    fn take_kept(&mut self) -> KeptRows {
        let kept = std::mem::take(&mut self.closed.kept);
        if self.pages.take_unchanged() < kept.positions { KeptRows::default() } else { kept }
    }

    /// Remembers what need not be arranged again: what is before the first hole.
    fn keep(&mut self, before: KeptRows, closed: &Matches) {
        let is_all_visible = self.groups.is_none() && !self.leaves_out_closed();
        if !is_all_visible {
            return;
        }
        let end = self.closed.holes.first().unwrap_or_else(|| self.pages.len());
        let rows = self.pages.in_order_from(before.positions).take(end - before.positions);
        let closed_count = before.closed + rows.filter(|row| closed.contains(*row)).count();
        let open = end - closed_count;
        self.closed.kept = KeptRows { positions: end, open, closed: closed_count };
    }

    /// The rows that match and stand for their group, closed or not.
    fn shown_rows(&self) -> Matches {
        let mut shown = if self.filter.is_empty() {
            Matches::first(self.pages.rows.lines().rows())
        } else {
            self.matches.clone()
        };
        if let Some(heads) = self.heads(|row| shown.contains(*row)) {
            shown.retain(|row| self.is_head(&heads, row));
        }
        shown
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

/// Appends the rows of two sets in order, at most as many of each as given. A list of a million rows does
/// this often while it grows, so there is no branch that depends on the row.
fn pick(order: impl Iterator<Item = Row>, picked: [(&Matches, &mut Vec<Row>, usize); 2]) {
    let [mut first_count, mut second_count] = picked.each_ref().map(|(_, rows, _)| rows.len());
    let [(first, first_rows, _), (second, second_rows, _)] = picked.map(|(set, rows, most)| {
        // One more, to be overwritten.
        rows.reserve_exact(most + 1);
        rows.resize(rows.len() + most + 1, Row::at(0));
        (set, rows, most)
    });
    for row in order {
        (first_rows[first_count], second_rows[second_count]) = (row, row);
        first_count += usize::from(first.contains(row));
        second_count += usize::from(second.contains(row));
    }
    first_rows.truncate(first_count);
    second_rows.truncate(second_count);
}
