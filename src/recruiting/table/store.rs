//! What a roll needs of the rows it keeps, whichever they are.

use super::{CandidateTable, JobTable, Row, RowChange, Table};
use crate::wire::{CandidateItem, JobItem};

/// Rows known by the ids of their records.
pub trait RowStore: Table + Default {
    /// A record as it comes in a page.
    type Item;
    /// What one of them is called.
    const ONE: &'static str;
    /// What several of them are called.
    const MANY: &'static str;

    /// Makes room for so many rows in all, where growing would cost.
    fn reserve(&mut self, rows: usize);
    /// Takes a record in.
    fn put(&mut self, item: &Self::Item) -> (Row, RowChange);
    /// Takes a row out.
    fn remove(&mut self, row: Row);
    /// The rows that are there.
    fn rows(&self) -> impl Iterator<Item = Row>;
    /// Whether a row is there.
    fn is_live(&self, row: Row) -> bool;
    /// The row of an id.
    fn find(&self, id: &str) -> Option<Row>;
    /// The id of a row.
    fn id(&self, row: Row) -> &str;
    /// The name of a row, safe to show.
    fn name(&self, row: Row) -> &str;
    /// Whether there is anything to see behind a row, as far as the list tells.
    fn invites(&self, row: Row) -> bool;
}

macro_rules! store {
    ($rows:ty, $item:ty, $one:literal, $many:literal, $id:ident => $find:expr, $row:ident $self:ident => $name:expr, $invites:expr) => {
        impl RowStore for $rows {
            type Item = $item;
            const ONE: &'static str = $one;
            const MANY: &'static str = $many;

            fn reserve(&mut self, rows: usize) {
                self.reserve(rows);
            }

            fn put(&mut self, item: &$item) -> (Row, RowChange) {
                self.put(item)
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

            fn invites(&self, $row: Row) -> bool {
                let $self = self;
                $invites
            }
        }
    };
}

store!(CandidateTable, CandidateItem, "candidate", "candidates", id => id, row rows => rows.id(row), rows.is_live(row));
store!(JobTable, JobItem, "job", "jobs", id => &id.into(), row rows => rows.id(row).as_str(),
    !rows.is_archived(row) && rows.candidate_count(row) != Some(0));
