//! The job pane: `rich_text` lays the job and its pipeline out, `view` draws it.

pub mod rich_text;
pub mod view;
