//! The editor of a person: change one field, the whole record, or create a person.
//!
//! `state` is the form and the step of the save, `update` handles its keys and responses,
//! `rich_text` and `view` draw it. `edit_session` holds what outlives one editor.

pub(crate) mod edit_session;
pub(crate) mod known_people;
pub(crate) mod rich_text;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
