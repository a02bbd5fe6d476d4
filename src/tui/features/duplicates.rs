pub mod contacts;
pub mod document;
pub mod pairs;
pub mod selectors;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
