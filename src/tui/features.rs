//! One folder per feature: its state, update, view and tests.
//!
//! The dispatcher in `app::update` calls a feature's update; `app::view` calls its view. A feature
//! may read another one, but changes it only through a follow-up that the dispatcher carries out.

pub(crate) mod all_candidates;
pub(crate) mod attach;
pub(crate) mod board;
pub(crate) mod candidate;
pub(crate) mod card;
pub(crate) mod changes;
pub(crate) mod compare;
pub(crate) mod copy;
pub(crate) mod duplicates;
pub(crate) mod edit_log;
pub(crate) mod editor;
pub mod export;
pub(crate) mod filter;
pub(crate) mod funnel;
pub(crate) mod help;
pub mod inbox;
pub(crate) mod job;
pub(crate) mod job_editor;
pub(crate) mod job_picker;
pub(crate) mod json;
pub(crate) mod key_prompt;
pub(crate) mod lists;
pub(crate) mod mail;
pub(crate) mod messages;
pub(crate) mod navigation;
pub(crate) mod notes;
pub(crate) mod palette;
pub(crate) mod prompt;
pub(crate) mod requests;
pub(crate) mod saved_views;
pub(crate) mod shortlist;
pub(crate) mod stage_moves;
pub(crate) mod sync;
pub(crate) mod today;
pub(crate) mod todo;
pub(crate) mod triage;
