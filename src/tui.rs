//! The terminal as a place to work in: its modes, its signals, its input, and
//! what is left of it when the program breaks.

pub mod crash;
pub mod desk;
pub mod events;
mod outside;
mod run;
mod settled;
pub mod signals;
pub mod terminal;

pub use run::Screen;
