//! A list whose rows come from other lists: it has no pages and nothing is missing.
//!
//! The list of all candidates is one; `tui::app::all_candidates` fills it.

use super::{NONE, PagedList};
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;
use crate::wire::Timestamp;

impl<S: RowStore> PagedList<S> {
    /// Appends rows that were put into the table. The list counts as read from now on, even without
    /// any.
    pub(crate) fn append(&mut self, rows: &[Row]) {
        for row in rows {
            if self.positions.len() <= row.index() {
                self.positions.resize(row.index() + 1, NONE);
            }
            if self.positions[row.index()] == NONE {
                self.changed_from = self.changed_from.min(self.order.len());
                self.positions[row.index()] = u32::try_from(self.order.len()).unwrap_or(NONE);
                self.order.push(u32::try_from(row.index()).unwrap_or(NONE));
            }
        }
        self.pages.mark_read(0, (0, 0));
        (self.is_known, self.was_covered) = (true, true);
        self.count_filled();
    }

    /// Removes rows, also from the table.
    pub(crate) fn remove_rows(&mut self, rows: &[Row]) {
        for row in rows {
            self.rows.remove(*row);
            if let Some(position) = self.positions.get_mut(row.index()) {
                *position = NONE;
            }
        }
        self.changed_from = 0;
        let Self { order, positions, .. } = self;
        order.retain(|row| positions[*row as usize] != NONE);
        for (position, row) in (0..).zip(order) {
            positions[*row as usize] = position;
        }
        self.count_filled();
    }

    /// When the oldest of its rows were read.
    pub(crate) const fn set_read_at(&mut self, at: Option<Timestamp>) {
        self.read_at = at;
    }

    const fn count_filled(&mut self) {
        (self.loaded, self.rows_end) = (self.order.len(), self.order.len());
        (self.total, self.ends_at) = (Some(self.loaded as u64), Some(self.loaded));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recruiting::table::CandidateTable;
    use crate::wire::CandidateItem;

    #[test]
    fn a_filled_list_is_complete_and_requests_nothing() {
        let mut list: PagedList<CandidateTable> = PagedList::default();
        let put = |list: &mut PagedList<CandidateTable>, id: &str| {
            let item = CandidateItem { id: id.into(), ..CandidateItem::default() };
            let (row, _) = list.rows.put(&item);
            list.append(&[row]);
            row
        };
        let rows = ["a", "b", "c", "a"].map(|id| put(&mut list, id));
        assert_eq!((list.len(), list.loaded(), list.total()), (3, 3, Some(3)));
        assert!(list.is_complete() && list.is_covered() && list.is_whole());
        assert_eq!(list.next_requests(0..10, |_| false).count(), 0);
        list.remove_rows(&rows[1..2]);
        let order = |list: &PagedList<CandidateTable>| list.in_order().collect::<Vec<_>>();
        assert_eq!(order(&list), [rows[0], rows[2]]);
        assert_eq!(list.position_of(rows[2]), Some(1));
        assert_eq!(list.position_of(rows[1]), None);
        put(&mut list, "b");
        assert_eq!(order(&list), [rows[0], rows[2], rows[1]], "a removed row comes back");
        assert!(list.is_whole());
    }
}
