pub mod document;
pub mod state;
pub mod update;
