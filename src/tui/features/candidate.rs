//! The candidate pane: the candidate, their history and the person.
//!
//! `rich_text` puts the parts together: `timeline`, `person`, `career`. `view` draws them,
//! `loading` says what is missing.

pub(crate) mod career;
pub(crate) mod loading;
pub(crate) mod person;
pub(crate) mod rich_text;
mod selectors;
#[cfg(test)]
mod tests;
pub(crate) mod timeline;
pub(crate) mod view;
