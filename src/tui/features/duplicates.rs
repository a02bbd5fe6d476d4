//! The duplicates screen: pairs of people who may be the same, over all loaded jobs.
//!
//! `recruiting::duplicates` decides who matches. `selectors` hands it what is loaded, `pairs` keeps
//! the result, `contacts` reads the records of everyone else while the screen is open.

pub(crate) mod contacts;
pub(crate) mod document;
pub(crate) mod pairs;
pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
