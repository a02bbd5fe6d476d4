//! The service: the API over HTTP, on a [`store`].
//!
//! A request passes `server` (connection and time limits), `middleware` (request
//! id, API key, rate limit, log) and `routes` (one handler for each operation)
//! before it reaches the store. Every failure becomes an `ApiError`, which
//! `middleware` writes in the envelope of the version. The module prints
//! nothing: the command line decides where the log goes.

mod api_error;
mod auth;
pub(crate) mod body;
mod compression;
mod contacts;
pub mod demo;
mod embedded;
pub mod fields;
mod health;
mod metrics;
mod middleware;
pub mod openapi;
mod operations;
pub mod pagination;
pub(crate) mod person_input;
pub(crate) mod person_row;
mod rate_limit;
mod reference;
mod request_id;
pub mod routes;
pub mod server;
mod slots;
mod state;
pub mod store;
mod throttle;
mod upkeep;

pub use auth::NewApiKey;
pub(crate) use embedded::EmbeddedServer;
pub use rate_limit::RateLimit;
pub use server::tls::{TlsCertificate, TlsError};
pub use server::{Listeners, serve};
pub use state::{AppState, BackupSchedule, Limits, ServiceSettings};
