pub mod document;
pub mod facts;
pub mod layout;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
