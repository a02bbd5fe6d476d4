//! The to-do list: verdicts that the recruiting system does not reflect yet. It can be copied, exported, or
//! carried out as stage moves if the database is local.
//!
//! `list` builds the list, `apply` the preview of the moves, `todo_counts` keeps the counts for the header.

pub mod apply;
pub mod document;
pub mod list;
pub mod state;
#[cfg(test)]
mod tests;
pub mod todo_counts;
pub mod update;
pub mod view;
pub mod web;
