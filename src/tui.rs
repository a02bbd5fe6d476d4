//! The terminal interface.
//!
//! `runtime` is the event loop, `app` the application without a terminal, `features` its screens,
//! `widgets` the drawing they share. `cli` starts it.

pub mod app;
pub mod features;
pub mod runtime;
pub mod widgets;
