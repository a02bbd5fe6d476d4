pub mod document;
pub mod rich_text;
pub mod selectors;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
