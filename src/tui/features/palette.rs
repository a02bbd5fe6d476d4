//! The palette: finds jobs, candidates, actions and saved views by a few letters, and opens or runs
//! them.

pub(crate) mod hits;
pub(crate) mod people;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
