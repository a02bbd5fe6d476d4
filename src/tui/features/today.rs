//! The day's overview: what is new, due and waiting, each row with the place where it is settled.
//!
//! `recruiting::today` builds the sections; `selectors` collects what is loaded.

pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
