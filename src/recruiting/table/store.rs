//! The interface between a paged list and the table it fills.

use super::{CandidateTable, JobTable, ListRow, Row, RowChange, Table};
use crate::wire::{CandidateItem, JobItem};

pub trait RowStore: Table + Default {
    type Item: ListRow;
    const SINGULAR: &'static str;
    const PLURAL: &'static str;
    /// The word of `is:` for rows that need no attention. They come last.
    const CLOSED: &'static str;

    /// `rows` is the expected total.
    fn reserve(&mut self, rows: usize);
    /// Adds or updates the row with the id of the item.
    fn put(&mut self, item: &Self::Item) -> (Row, RowChange);
    /// Like `put`, with a row of the buffer.
    fn put_from(
        &mut self,
        rows: &<Self::Item as ListRow>::Buffer,
        index: usize,
    ) -> (Row, RowChange);
    /// Takes a row of the buffer unless it is here.
    fn restore(&mut self, rows: &<Self::Item as ListRow>::Buffer, index: usize)
    -> (Row, RowChange);
    fn remove(&mut self, row: Row);
    fn rows(&self) -> impl Iterator<Item = Row>;
    fn is_live(&self, row: Row) -> bool;
    fn find(&self, id: &str) -> Option<Row>;
    fn id(&self, row: Row) -> &str;
    /// Safe to show.
    fn name(&self, row: Row) -> &str;
    /// Whether opening the row would show anything, according to the list.
    fn is_active(&self, row: Row) -> bool;
}

macro_rules! store {
    ($rows:ty, $item:ty, $singular:literal, $plural:literal, $closed:literal, $id:ident => $find:expr, $row:ident $self:ident => $name:expr, $is_active:expr) => {
        impl RowStore for $rows {
            type Item = $item;
            const SINGULAR: &'static str = $singular;
            const PLURAL: &'static str = $plural;
            const CLOSED: &'static str = $closed;

            fn reserve(&mut self, rows: usize) {
                self.reserve(rows);
            }

            fn put(&mut self, item: &$item) -> (Row, RowChange) {
                self.put(item)
            }

            fn put_from(
                &mut self,
                rows: &<$item as ListRow>::Buffer,
                index: usize,
            ) -> (Row, RowChange) {
                self.put_from(rows, index)
            }

            fn restore(
                &mut self,
                rows: &<$item as ListRow>::Buffer,
                index: usize,
            ) -> (Row, RowChange) {
                self.restore(rows, index)
            }

            fn remove(&mut self, row: Row) {
                self.remove(row);
            }

            fn rows(&self) -> impl Iterator<Item = Row> {
                self.rows()
            }

            fn is_live(&self, row: Row) -> bool {
                self.is_live(row)
            }

            fn find(&self, $id: &str) -> Option<Row> {
                self.find($find)
            }

            fn id(&self, $row: Row) -> &str {
                let $self = self;
                $name
            }

            fn name(&self, row: Row) -> &str {
                self.name(row)
            }

            fn is_active(&self, $row: Row) -> bool {
                let $self = self;
                $is_active
            }
        }
    };
}

store!(CandidateTable, CandidateItem, "candidate", "candidates", "rejected", id => id, row rows => rows.id(row), rows.is_live(row));
store!(JobTable, JobItem, "job", "jobs", "archived", id => &id.into(), row rows => rows.id(row).as_str(),
    !rows.is_archived(row) && rows.candidate_count(row) != Some(0));
