//! Filter, sort and fuzzy search over the rows of a table.
//!
//! [`parse()`] reads a [`Filter`] from a line of text, and [`Filter::matches`] applies it: bare
//! words search the folded text, and each condition tests one field. [`find_similar`] finds rows
//! with typos on another thread. Nothing here changes a row. The terminal calls it on every key in
//! the filter line and on every page, the commands once.

pub(crate) mod complete;
pub(crate) mod context;
pub(crate) mod edit_distance;
pub(crate) mod eval;
pub(crate) mod filter;
pub(crate) mod groups;
pub(crate) mod highlight;
pub(crate) mod is_terms;
pub(crate) mod like;
pub(crate) mod matches;
pub mod parse;
pub(crate) mod similar;
pub(crate) mod sort;
#[cfg(test)]
mod tests;
pub(crate) mod triage_terms;

pub(crate) use complete::{Completion, complete, values};
pub use context::{Pipelines, QueryContext};
pub(crate) use edit_distance::{nearest, suggest};
pub use filter::Filter;
pub(crate) use groups::RowGroups;
pub(crate) use like::{filter_like, term};
pub(crate) use matches::Matches;
pub use parse::{ParsedQuery, QueryError, parse};
pub use similar::{NearMatch, SimilarityQuery, find_similar};
pub(crate) use sort::parse_sort;
pub use sort::{Direction, RowOrder, SortedRows};
