//! The application without a terminal: state, messages, effects, the dispatcher and what to fetch.
//!
//! `runtime` feeds [`message::Message`]s to [`update::update`], executes the returned
//! [`effect::Effect`]s and draws [`state::State`] with [`view::draw`]. `features` hold the rest.

pub(crate) mod all_candidates;
pub mod clock;
pub(crate) mod confirmation;
pub(crate) mod connection;
pub(crate) mod contexts;
pub(crate) mod dialog;
pub mod effect;
pub(crate) mod fetch;
pub(crate) mod first_screen;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod follow_up;
pub(crate) mod last_screen;
pub(crate) mod layout;
pub(crate) mod list;
pub(crate) mod list_settings;
pub(crate) mod list_status;
pub(crate) mod listed_jobs;
pub(crate) mod local_data;
pub mod message;
pub mod mirror_message;
pub mod mirrored;
pub(crate) mod open_job;
pub(crate) mod open_jobs;
pub(crate) mod record_cache;
pub mod request;
pub mod restored;
pub(crate) mod saved_person;
pub(crate) mod selectors;
pub mod state;
#[cfg(test)]
pub(crate) mod tests;
pub mod update;
pub mod view;
pub mod workspace_choice;
