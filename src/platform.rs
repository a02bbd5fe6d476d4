//! What depends on the operating system. Only this module names `std::os`, `rustix` and the signals
//! of Unix (`tests/it/layering.rs` enforces it), so a port to another system starts and ends here.
//!
//! Each function says what it promises, not which call it makes. A system without such a thing
//! keeps the promise as far as it can: without signals none ever arrives, without process groups a
//! program is not stopped, without file modes a file is as private as its folder.

pub(crate) mod files;
pub(crate) mod processes;
pub(crate) mod signals;
pub(crate) mod terminal;
