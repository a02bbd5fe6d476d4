//! The interface, served.

pub mod store;
