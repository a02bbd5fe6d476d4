//! The editor of a person: change one field, the whole record, or create a person.
//!
//! `state` is the form and the step of the save, `update` its keys and answers, `rich_text` and `view` what it shows.
//! `edit_session` holds what outlives one editor.

pub mod edit_session;
pub mod known_people;
pub mod rich_text;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
