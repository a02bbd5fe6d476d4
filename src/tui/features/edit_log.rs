pub mod record;
pub mod update;
pub mod view;
