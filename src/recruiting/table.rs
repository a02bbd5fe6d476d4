//! The records of an open list, in memory.
//!
//! A million candidates must fit, be searched on every key and never move under the cursor. A
//! record is a [`Row`] that stays the same through sorting, filtering and refreshing; repeated
//! texts are stored once; the searchable text is folded and stored in large chunks ([`Haystack`]).
//! All texts except ids are safe to show. `query` selects rows, `paging` fills the table.

pub(crate) mod bits;
pub(crate) mod candidates;
pub(crate) mod display;
pub(crate) mod fields;
pub(crate) mod fold;
pub(crate) mod haystack;
pub(crate) mod identity;
pub(crate) mod interner;
pub(crate) mod jobs;
pub(crate) mod lines;
pub(crate) mod packed;
pub(crate) mod row_buffer;
mod row_index;
pub(crate) mod store;
#[cfg(test)]
mod tests;
pub(crate) mod text_arena;

pub use bits::CHUNK;
pub(crate) use bits::{
    Bits, MANY_ROWS, MIN_CHUNKS, WORDS, count, intersect, retain, set_bits, unite,
};
pub use candidates::row_jobs::JobRef;
pub use candidates::{CandidateTable, StageKey, TableStage};
pub(crate) use display::to_display;
pub(crate) use fields::{CANDIDATE_COLUMNS, ColumnName, JOB_COLUMNS};
pub use fields::{
    CANDIDATE_FIELDS, FieldWord, JOB_FIELDS, ListField, ListFieldInfo, ListFieldKind,
};
pub(crate) use fold::{fold, fold_into, letters, needle};
pub use haystack::{Chunk, Haystack, column};
pub use jobs::JobKind;
pub(crate) use jobs::JobTable;
pub(crate) use lines::Lines;
pub use row_buffer::{CandidateRow, CandidateRows, ListRow, RowBuffer};

use std::borrow::Cow;

use memchr::memmem::Finder;

/// Stable for the lifetime of its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u32);

impl Row {
    #[inline]
    pub(crate) fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a record changed the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowChange {
    /// Also for a record that comes back after its removal.
    New,
    Same,
    Changed,
}

/// The part of a table that `query` needs, whatever the table holds.
pub trait Table: Sync {
    const FIELDS: &'static [ListFieldInfo];

    /// The folded text that words are searched in.
    fn lines(&self) -> &Haystack;

    /// Ids are not sanitized. Empty for fields that are not text.
    fn text(&self, row: Row, field: ListField) -> &str;

    /// The key of an interned text; equal texts have equal keys.
    fn interned(&self, row: Row, field: ListField) -> Option<usize>;

    fn number(&self, row: Row, field: ListField) -> Option<i64>;

    fn flag(&self, row: Row, field: ListField) -> Option<bool>;

    /// None for a removed row.
    fn row_of(&self, id: &str) -> Option<Row>;

    fn created_micros(&self, row: Row) -> Option<i64>;

    /// The rows of a chunk whose id has a folded text, if ids can be searched without folding each.
    fn find_ids(&self, _chunk: usize, _field: ListField, _text: &Finder<'_>) -> Option<Bits> {
        None
    }

    /// Only for a table of jobs.
    fn job_kind(&self, _row: Row) -> Option<JobKind> {
        None
    }

    fn folded(&self, row: Row, field: ListField) -> Cow<'_, [u8]> {
        match column_index(Self::FIELDS, field) {
            Some(column) => Cow::Borrowed(self.lines().column(row, column)),
            None => Cow::Owned(fold(self.text(row, field))),
        }
    }
}

/// The column of a field in the folded line, if it is searched.
pub(crate) fn column_index(fields: &[ListFieldInfo], field: ListField) -> Option<usize> {
    let mut searched = fields.iter().filter(|column| column.searched);
    searched.position(|column| column.field == field)
}
