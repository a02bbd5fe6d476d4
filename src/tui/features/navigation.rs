//! Moving between panes, jobs and candidates.
//!
//! `panes` focuses a pane, `places` goes to a location, `state` is the history of locations, `update` handles the keys.

pub mod locations;
pub mod panes;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
