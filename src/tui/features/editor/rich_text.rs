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

const EXTENDS: &str = "this server adds to lists: only the new entries are sent";
const REMOVED_STAYS: &str = "what you removed or changed will stay there";
const CLEARS: &str = "this server clears what is left out: all that it shows whole is sent along unchanged; social \
     page, location, headline and address cannot be, and will be cleared";
pub(crate) const WRITE_ONLY: &str = "this server never shows it";
const ENRICHES: &str = "it may overwrite fields, cost money and finish later";
