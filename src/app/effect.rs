//! All that `update` may ask of the world. Plain data, so tests compare it.

use super::message::{Slot, Ticket};
use super::requests::RequestId;
use super::roll::Urgency;
use super::similarity::Similarity;

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Ask the server.
    Fetch {
        /// For what.
        slot: Slot,
        /// How many records, for a page.
        limit: usize,
        /// Which asking.
        ticket: Ticket,
        /// How soon.
        urgency: Urgency,
    },
    /// Nobody wants it any more.
    Cancel(Slot),
    /// Look for rows that are nearly what the filter says.
    Similar(Ticket, Similarity),
    /// Stop looking; nobody waits for this search any more.
    StopSimilar(Ticket),
    /// Stop a request, wherever it is.
    CancelRequest(RequestId),
    /// Go on with this key.
    UseKey(Key),
    /// Open the workspace again that could not be opened.
    Reopen,
    /// Put a text into the clipboard.
    Copy(String),
    /// Take the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Write a saved view into the config.
    SaveView(super::views::SavedView),
    /// Back to the shell for a while.
    Suspend,
    /// The end.
    Quit,
}

/// A key of a server, typed by the person. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Takes what was typed.
    #[must_use]
    pub const fn new(typed: String) -> Self {
        Self(typed)
    }

    /// The key itself, for whoever sends it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}
