//! The dialog that picks a job by a few letters, for the person form or for attaching people.

pub mod search;
pub mod state;
pub mod update;
pub mod view;
