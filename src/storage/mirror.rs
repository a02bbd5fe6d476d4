//! The mirror: lists and records as they were read from a server, and what changed since.
//!
//! Every page is written whole, together with the differences it shows, in one transaction: a kill
//! at any moment leaves whole pages, and no change is logged twice or missed. Everything except
//! the log of changes can be read again from the server.
//! `storage_thread` (terminal) and `usecases::sync` (commands) write it, one batch at a time.

mod batch;
mod bodies;
pub(crate) mod changes;
pub(crate) mod codec;
mod columns;
pub(crate) mod coverage;
pub(crate) mod forget;
pub(crate) mod known_rows;
mod pages;
pub mod records;
pub(crate) mod search;
mod session;
pub(crate) mod stored_lists;
#[cfg(test)]
mod tests;
pub(crate) mod walk;
mod words;

pub use batch::{MirrorReport, MirrorWrite};
pub use session::{MirrorSession, PageWrite};
