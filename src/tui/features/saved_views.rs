pub mod state;
pub mod update;
