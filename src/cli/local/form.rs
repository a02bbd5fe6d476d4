//! The lines of an export: a head that says whose it is, then one thing a line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::recruiting::triage::LogEntry;
use crate::wire::{CandidateId, Timestamp};

/// What this program writes. A newer form has a higher number.
pub(super) const VERSION: u32 = 1;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first: what it is and whose.
    Shortlist(Head),
    /// Something that was done.
    Entry(Box<LogEntry>),
    /// Somebody was looked at.
    Looked {
        /// Who.
        candidate: CandidateId,
        /// When first.
        at: Timestamp,
    },
    /// A record as it was read.
    Cached {
        /// What kind of record.
        kind: String,
        /// When it was read.
        read_at: Timestamp,
        /// The record.
        record: Value,
    },
    /// An edit that was not saved.
    Draft {
        /// When it was last typed into.
        at: Timestamp,
        /// What was typed.
        draft: Value,
    },
    /// They were made from a line of a file.
    Created {
        /// The outside id that went out with it.
        external_id: String,
        /// When.
        at: Timestamp,
    },
}

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The form of the lines.
    pub(super) local: u32,
    /// Whose it is.
    #[serde(default)]
    pub(super) by: String,
    /// The workspace that it is about.
    #[serde(default)]
    pub(super) server: String,
    /// When it was written.
    #[serde(default)]
    pub(super) at: Option<Timestamp>,
}
