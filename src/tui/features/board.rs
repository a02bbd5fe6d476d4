//! The board: a job's candidates as columns, one per stage.
//!
//! `state` lays it out, `selectors` finds the cursor, `update` moves the cursor, `view` draws it.

pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
