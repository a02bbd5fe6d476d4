//! The filter line of a list: typing, completion, sort and near matches.
//!
//! `update` handles its keys, `input` finds its text and the completions, `view` draws the
//! line, `completions` the popup.

pub(crate) mod completions;
mod input;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
