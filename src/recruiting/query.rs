//! What one looks for in the rows, how it is found, and in which order.
//!
//! A [`Filter`] is read from a line of text ([`parse()`]) and held against a
//! store ([`Filter::matches`]): bare words are looked for in the folded text,
//! conditions are asked of one field each. What only nearly matches is sought
//! on another thread ([`similar()`]). Nothing here changes a row or knows a pane;
//! `update` calls it at every key of the filter line and at every page.

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
pub use like::{like, term};
pub use matches::Matches;
pub use parse::{ParsedQuery, QueryError, parse};
pub use similar::{NearMatch, similar};
pub use sort::{Direction, RowOrder};
