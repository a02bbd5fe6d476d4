//! Two to four candidates side by side; marked in the list, or opened from a pair of possible
//! duplicates.
//!
//! `facts` collects the same facts of each, `layout` turns them into lines across all columns,
//! `document` into a table for copy and export. Nothing is scored or ranked.

pub(crate) mod document;
pub(crate) mod facts;
pub(crate) mod layout;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
