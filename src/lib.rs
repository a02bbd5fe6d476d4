//! The recruiter's terminal and the service behind it.
//!
//! The rooms, lowest first. What each may import is written down in
//! `tests/it/layering.rs`, which fails when a door is opened that should not be.

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
