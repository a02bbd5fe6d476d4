//! What was decided and is still to be carried out in the recruiting system.
//!
//! [`list()`] holds the verdicts of the book against the lists as they were read
//! last; the overlay, the paper and the preview of what would be moved are made
//! from it. [`Tally`] keeps the counts, so that no frame walks the book.
//! `update/todo` takes the keys; `view/over/todo` draws it.

mod apply;
mod list;
mod paper;
mod tally;
#[cfg(test)]
pub(crate) mod tests;
mod web;

pub use apply::{Apply, Step};
pub use list::{Todo, TodoJob, TodoRow, Todos, list};
pub use paper::paper;
pub use tally::{Counts, Tally};
