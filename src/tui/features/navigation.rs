//! Moving between panes, jobs and candidates.
//!
//! `panes` focuses a pane, `locations` goes to a location, `state` is the history of locations,
//! `update` handles the keys, `view` draws the history.

pub(crate) mod locations;
pub(crate) mod panes;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
