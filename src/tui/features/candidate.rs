//! The candidate pane: the card of the selected candidate, with a cursor over its links.
//!
//! `view` draws it, `update` moves and opens, `loading` says what is missing. `rich_text` is the full
//! record for the JSON view: `timeline`, `person`, `career`.

pub(crate) mod career;
pub(crate) mod loading;
pub(crate) mod person;
pub(crate) mod rich_text;
mod selectors;
#[cfg(test)]
mod tests;
pub(crate) mod timeline;
pub(crate) mod update;
pub(crate) mod view;
