//! The interface, served: `serve(listener, store, shutdown)`.
//!
//! A request passes `server` (the connection and its time limits), `middleware`
//! (request id, room, key, rate, log), `routes` (one handler an operation) and
//! reaches the [`store`]. Whatever goes wrong on the way becomes one
//! [`ApiError`](api_error::ApiError), which `middleware` writes in the envelope of the version asked.
//! Nothing here prints: the command line decides where the log goes.

pub mod api_error;
pub mod auth;
pub mod body;
pub mod contacts;
pub mod demo;
pub mod embedded;
pub mod fields;
pub mod middleware;
pub mod openapi;
pub mod operations;
pub mod pagination;
pub mod person_input;
pub mod rate_limit;
pub mod routes;
pub mod server;
pub mod state;
pub mod store;

pub use auth::NewApiKey;
pub use embedded::EmbeddedServer;
pub use rate_limit::RateLimit;
pub use server::serve;
pub use state::{AppState, Limits, ServiceSettings};
