//! Two to four candidates side by side; marked in the list, or opened from a pair of possible duplicates.
//!
//! `facts` collects the same facts of each, `layout` turns them into lines across all columns, `document`
//! into a table for copy and export. Nothing is scored or ranked.

pub mod document;
pub mod facts;
pub mod layout;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
