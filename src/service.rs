//! The interface, served: `serve(listener, store, shutdown)`.
//!
//! A request passes `server` (the connection and its time limits), `guard`
//! (request id, room, key, rate, log), `routes` (one handler an operation) and
//! reaches the [`store`]. Whatever goes wrong on the way becomes one
//! [`problem`], which `guard` writes in the envelope of the version asked.
//! Nothing here prints: the command line decides where the log goes.

pub mod access;
pub mod app;
pub mod body;
pub mod contacts;
pub mod demo;
pub mod embedded;
pub mod fields;
pub mod guard;
pub mod openapi;
pub mod operations;
pub mod paging;
pub mod people;
pub mod problem;
pub mod rate;
pub mod routes;
pub mod server;
pub mod store;

pub use access::NewKey;
pub use app::{App, Limits, Settings};
pub use embedded::Embedded;
pub use rate::Rate;
pub use server::{serve, serve_with};
