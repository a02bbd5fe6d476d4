//! The records of a list, kept in memory for as long as the list is open.
//!
//! A million candidates must fit, be searched at every key and never move
//! under the cursor: so a record is a [`Row`] that stays the same whatever is
//! sorted, filtered or refreshed, its text is kept once and small, and what is
//! searched lies folded in one piece ([`Haystack`]). Everything that is read
//! as text here is safe to show. Which rows are wanted is for `find` to say;
//! where they come from is not known here.

pub mod candidates;
pub mod display;
pub mod fields;
pub mod fold;
pub mod haystack;
pub mod interner;
pub mod jobs;
pub mod packed;
pub mod store;
#[cfg(test)]
mod tests;
pub mod text_arena;

pub use candidates::{CandidateTable, StageKey, TableStage};
pub use display::shown;
pub use fields::{CANDIDATE_FIELDS, JOB_FIELDS, ListField, ListFieldInfo, ListFieldKind};
pub(crate) use fold::{fold, fold_into, letters, needle};
pub use haystack::Haystack;
pub(crate) use haystack::{CHUNK, Chunk, column};
pub use jobs::{JobKind, JobTable};

use std::borrow::Cow;

/// A row of a store: the same for as long as the store lives, whatever is
/// sorted, filtered or refreshed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u32);

impl Row {
    /// The row that came as the n-th.
    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// As which it came, counted from nought.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a record that came did to its store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowChange {
    /// It was not there, or had been removed.
    New,
    /// It is as it was.
    Same,
    /// Something in it is different now.
    Changed,
}

/// What `find` needs to know of a store, whatever it holds.
pub trait Table {
    /// The fields that can be filtered, sorted and shown.
    const FIELDS: &'static [ListFieldInfo];

    /// The folded lines, one for each row ever given; that of a removed row is empty.
    fn lines(&self) -> &Haystack;

    /// The text of a field as it is shown; ids as they came. Empty for other kinds.
    fn text(&self, row: Row, field: ListField) -> &str;

    /// A number that stands for the text of a field, where equal texts are common.
    fn interned(&self, row: Row, field: ListField) -> Option<usize>;

    /// The number in a field.
    fn number(&self, row: Row, field: ListField) -> Option<i64>;

    /// The yes or no in a field.
    fn flag(&self, row: Row, field: ListField) -> Option<bool>;

    /// The row of an id, unless it was removed.
    fn row_of(&self, id: &str) -> Option<Row>;

    /// When the record came to be, in microseconds since 1970.
    fn created_micros(&self, row: Row) -> Option<i64>;

    /// The text of a field without accents and capitals.
    fn folded(&self, row: Row, field: ListField) -> Cow<'_, [u8]> {
        match place_in_line(Self::FIELDS, field) {
            Some(place) => Cow::Borrowed(self.lines().column(row, place)),
            None => Cow::Owned(fold(self.text(row, field))),
        }
    }
}

/// Which column of the folded line a field is, if it is there.
pub(crate) fn place_in_line(fields: &[ListFieldInfo], field: ListField) -> Option<usize> {
    let mut searched = fields.iter().filter(|column| column.searched);
    searched.position(|column| column.field == field)
}
