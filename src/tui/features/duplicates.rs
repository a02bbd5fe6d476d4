//! The duplicates screen: pairs of people who may be the same, over all loaded jobs.
//!
//! `recruiting::duplicates` decides who matches. `selectors` hands it what is loaded, `pairs` keeps
//! the result, `contacts` reads the records of everyone else while the screen is open.

pub mod contacts;
pub mod document;
pub mod pairs;
pub mod selectors;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
