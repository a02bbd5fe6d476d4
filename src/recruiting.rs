//! The domain: what recruiting data means, without a screen, a network or a disk.
//!
//! The terminal and the commands share it. It may import `wire` and `text`, nothing else of this
//! crate.

pub mod date_text;
pub mod document;
pub mod duplicates;
pub mod failure;
pub mod funnel;
pub mod paging;
pub mod person;
pub mod query;
pub mod stage;
pub mod table;
pub mod triage;
