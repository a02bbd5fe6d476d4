//! The recruiter's terminal and the service behind it.
//!
//! The rooms, lowest first. What each may import is written down in
//! `tests/it/layering.rs`, which fails when a door is opened that should not be.

pub mod text;
pub mod wire;

pub mod client;
pub mod service;

pub mod local;

pub mod app;
pub mod keymap;
pub mod theme;
pub mod worker;

pub mod config;

pub mod view;

pub mod tui;

pub mod cli;
