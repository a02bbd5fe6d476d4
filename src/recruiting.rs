//! The domain: what recruiting data means, without a screen, a network or a disk.
//!
//! The terminal and the commands share it. It may import `wire` and `text`, nothing else of this
//! crate.

pub mod changes;
pub mod coverage;
pub(crate) mod date_text;
pub(crate) mod document;
pub mod duplicates;
pub mod failure;
pub(crate) mod funnel;
pub mod job_change;
pub(crate) mod mail;
pub mod mirror_settings;
pub mod paging;
pub(crate) mod parallel;
pub mod person;
pub mod query;
pub mod search;
pub(crate) mod stage;
pub mod table;
pub(crate) mod today;
pub mod triage;
