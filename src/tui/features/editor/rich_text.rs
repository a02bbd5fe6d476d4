//! The saving of a change, told as lines: what will be sent, how far it is, what
//! somebody else changed meanwhile, what the server did.
//!
//! Like all sheets these are pure, clean and never too wide. No key is named
//! here: the views write those at the edge. `app/editor` puts them together for
//! each stage; `view/editor` draws them.

pub mod conflict;
pub mod diff;
pub mod layout;
pub mod report;
pub mod review;
pub mod save_flow;
#[cfg(test)]
mod tests;

pub use conflict::clash;
pub use report::{headline, told};
pub use review::review;
pub use save_flow::{already, born, failed, question, sending};

/// So much a server that adds to lists is told.
const EXTENDS: &str = "this server adds to lists: only the new entries are sent";
const STAYS: &str = "what you removed or changed will stay there";
const CLEARS: &str = "this server clears what is left out: all that it shows whole is sent along unchanged; social \
     page, location, headline and address cannot be, and will be cleared";
/// What a field is told to be that no answer shows.
pub const NEVER_SHOWN: &str = "this server never shows it";
/// What looking somebody up elsewhere means.
const ENRICHES: &str = "it may overwrite fields, cost money and finish later";
