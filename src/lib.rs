//! The recruiter's terminal and the service behind it.
//!
//! `tests/it/layering.rs` says which module may import which. Only what the binary, the tests and
//! the benchmarks use is public.

pub mod cli;
pub mod client;
pub mod config;
pub(crate) mod files;
pub mod keymap;
pub mod recruiting;
pub mod service;
pub mod storage;
pub(crate) mod text;
pub mod theme;
pub mod tui;
pub mod usecases;
pub mod wire;
