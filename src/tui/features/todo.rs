//! The to-do list: verdicts that the recruiting system does not reflect yet. It can be copied,
//! exported, or carried out as stage moves if the database is local.
//!
//! `list` builds the list, `apply` the preview of the moves, `todo_counts` keeps the counts for the
//! header.

pub(crate) mod apply;
pub(crate) mod document;
pub(crate) mod list;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod todo_counts;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod web;
