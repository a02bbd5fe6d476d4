pub mod clock;
pub mod connection;
pub mod contexts;
pub mod dialog;
pub mod effect;
pub mod fetch;
#[cfg(test)]
pub mod fixture;
pub mod lay_out;
pub mod layout;
pub mod list;
pub mod list_status;
pub mod message;
pub mod open_job;
pub mod record_cache;
pub mod request;
pub mod restored;
pub mod rules;
pub mod selectors;
pub mod state;
#[cfg(test)]
mod tests;
pub mod update;
pub mod view;
