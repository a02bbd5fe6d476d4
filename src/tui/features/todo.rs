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
