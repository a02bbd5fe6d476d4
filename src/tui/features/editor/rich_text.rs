//! The steps of a save as rich text: what will be sent, progress, conflict, report.
//!
//! Pure functions. No key is named here: the views write keys at the edge of the popup.

pub(crate) mod conflict;
pub(crate) mod diff;
pub(crate) mod layout;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod save_flow;
#[cfg(test)]
mod tests;

const EXTENDS: &str = "This server adds to lists: only the new entries are sent";
const REMOVED_STAYS: &str = "Entries that you removed or changed will stay";
const CLEARS: &str = "This server clears fields that an update leaves out, so every field that it returns is sent along \
     unchanged. Profile link, location, headline and address will be cleared.";
pub(crate) const WRITE_ONLY: &str = "The server does not return this field";
pub(crate) const ENRICHES: &str = "The server may overwrite fields, charge money and finish later";
