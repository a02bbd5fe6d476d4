//! The filter line of a list: typing, completion, sort and near matches.
//!
//! `update` handles its keys, `view` draws the line, `completions` the popup.

pub mod completions;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
