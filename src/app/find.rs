//! What one looks for in the rows, how it is found, and in which order.
//!
//! A [`Filter`] is read from a line of text ([`parse()`]) and held against a
//! store ([`Filter::matches`]): bare words are looked for in the folded text,
//! conditions are asked of one field each. What only nearly matches is sought
//! on another thread ([`similar()`]). Nothing here changes a row or knows a pane;
//! `update` calls it at every key of the filter line and at every page.

mod blind;
mod complete;
mod eval;
mod like;
mod marks;
mod matches;
mod order;
mod own;
mod parse;
mod similar;
mod slip;
mod test;

pub use complete::{Completion, complete, values};
pub use eval::Context;
pub use like::{like, term};
pub use matches::Matches;
pub use order::{Direction, Order};
pub use parse::{Mistake, Parsed, parse};
pub use similar::{Near, similar};
pub use slip::nearest;
pub use test::Filter;

pub(crate) use slip::{Slips, words};

#[cfg(test)]
mod tests;
