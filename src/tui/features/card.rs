//! The card of one candidate, as the inbox and the candidate pane show it: everything a first
//! decision needs on one screen.
//!
//! `selectors` collects the data, `rich_text` lays it out. It has no keys of its own.

pub(crate) mod rich_text;
pub(crate) mod selectors;
