pub mod candidates_for;
pub mod state;
pub mod update;
pub mod view;
