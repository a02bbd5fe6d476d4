//! Filter, sort and fuzzy search over the rows of a table.
//!
//! [`parse()`] reads a [`Filter`] from a line of text, [`Filter::matches`] applies it: bare words are
//! searched in the folded text, conditions test one field each. [`similar()`] finds rows with typos
//! on another thread. Nothing here changes a row; the terminal calls it at every key of the filter
//! line and at every page, the commands once.

pub mod blind;
pub mod complete;
pub mod edit_distance;
pub mod eval;
pub mod filter;
pub mod highlight;
pub mod like;
pub mod matches;
pub mod parse;
pub mod similar;
pub mod similarity;
pub mod sort;
#[cfg(test)]
mod tests;
pub mod triage_terms;

pub use complete::{Completion, complete, values};
pub use edit_distance::nearest;
pub use eval::QueryContext;
pub use filter::Filter;
pub use like::{filter_like, term};
pub use matches::Matches;
pub use parse::{ParsedQuery, QueryError, parse};
pub use similar::{NearMatch, find_similar};
pub use sort::{Direction, RowOrder};
