//! The recruiter's terminal and the service behind it.
//!
//! `tests/it/layering.rs` defines which module may import which. Only items that the binary, the
//! tests or the benchmarks use are public.

pub(crate) mod child_process;
pub mod cli;
pub mod client;
pub mod config;
pub(crate) mod files;
pub mod keymap;
pub mod list_guard;
pub(crate) mod platform;
pub mod recruiting;
pub mod service;
pub mod storage;
pub(crate) mod text;
pub mod theme;
pub mod tui;
pub mod usecases;
pub mod wire;
