//! Triage: verdicts, notes, tags, stars and snoozes on candidates, given in the inbox, in the
//! candidate list or on the board; undo and redo; and the local log that stores all of it.
//!
//! `update` gives verdicts, `transaction` turns them into log entries, `undo` reverts those, `log`
//! takes in what storage reports. `app::update::triage_action` maps the keys to these functions.

pub(crate) mod log;
pub(crate) mod marks;
pub(crate) mod missing;
pub(crate) mod refresh;
pub(crate) mod seen_marks;
pub(crate) mod selectors;
pub(crate) mod session;
pub(crate) mod subjects;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod transaction;
pub(crate) mod undo;
pub(crate) mod update;
