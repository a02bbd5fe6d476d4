pub mod apply;
pub mod counting;
pub mod document;
pub mod list;
pub mod preview;
pub mod selectors;
pub mod state;
#[cfg(test)]
mod tests;
pub mod todo_counts;
pub mod update;
pub mod view;
pub mod web;
