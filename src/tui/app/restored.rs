//! What the local store hands over when a workspace opens.
//!
//! The storage thread fills it once, the dispatcher distributes it to the features.

use crate::recruiting::person::{Draft, ServerQuirks};
use crate::recruiting::triage::LogEntry;
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{CandidateId, Timestamp};

/// What this machine remembers of a workspace when it is opened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Restored {
    /// What begins the ids of this window's drafts.
    pub session: String,
    /// Edits that were not saved, the newest first. None that another window
    /// holds.
    pub drafts: Vec<Draft>,
    /// What was learned of the server.
    pub quirks: ServerQuirks,
    /// Why nothing is kept on disk, or not all of it could be read, if that is so.
    pub warning: Option<String>,
    /// Whether people are created the old way here.
    pub creates_v0: bool,
    /// Everything that was decided and jotted down, the oldest first.
    pub log: Vec<LogEntry>,
    /// The candidates that were looked at, and when first.
    pub seen_marks: Vec<(CandidateId, Timestamp)>,
    /// Where one stopped in the inbox.
    pub inbox_position: Option<InboxPosition>,
    /// Where the recruiting system shows a candidate, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    /// Whether the database is one's own, so that stages can be moved in it.
    pub can_apply: bool,
}
