//! The funnel: how the candidates of a job get through its stages.
//!
//! `recruiting::funnel` computes the figures from the histories loaded so far. `state` caches them,
//! `rich_text` and `document` lay them out. Stages are measured, candidates are not rated.

pub(crate) mod document;
pub(crate) mod rich_text;
pub(crate) mod selectors;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod update;
pub(crate) mod view;
