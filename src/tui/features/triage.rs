//! Triage: verdicts, notes, tags, stars and snoozes on candidates, given in the inbox, in the candidate
//! list or on the board; undo and redo; and the local log that stores all of it.
//!
//! `update` gives verdicts, `transaction` turns them into log entries, `undo` reverts those, `log` takes in
//! what storage reports. `app::update::triage_action` maps the keys to these functions.

pub mod limits;
pub mod log;
pub mod marks;
pub mod missing;
pub mod refresh;
pub mod seen_marks;
pub mod selectors;
pub mod session;
pub mod stale_key_guard;
#[cfg(test)]
mod tests;
pub mod transaction;
pub mod undo;
pub mod update;
