//! The candidate pane: the candidate, their history and the person.
//!
//! `rich_text` puts the parts together: `timeline`, `person`, `career`. `view` draws them, `loading` says what is missing.

pub mod career;
pub mod entry;
pub mod loading;
pub mod person;
pub mod rich_text;
pub mod summary;
pub mod timeline;
pub mod view;
