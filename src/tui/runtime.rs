//! What drives the application: the event loop, the terminal, signals, and the executor of
//! effects with its background tasks. `cli` starts it; the application itself is in `tui::app`.

pub mod controller;
pub mod crash;
pub(crate) mod durable_frame;
pub mod events;
pub mod executor;
pub(crate) mod external_editor;
pub(crate) mod first_screen;
pub mod run;
pub mod signals;
pub mod storage_thread;
pub(crate) mod switch;
pub mod terminal;
mod trace;
pub mod workspace;
