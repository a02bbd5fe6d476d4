pub mod update;
pub mod view;
