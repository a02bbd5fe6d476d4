//! The terminal interface.
//!
//! `runtime` is the event loop, `app` the application without a terminal, `features` its screens,
//! `widgets` the drawing they share. `linear` is another front end to the same application: lines
//! instead of keys and frames. `cli` starts either.

pub mod app;
pub mod features;
pub mod linear;
pub mod runtime;
pub mod widgets;
