//! What the local database holds when a workspace opens.
//!
//! The storage thread fills it once; the dispatcher distributes it to the features.

use crate::recruiting::job_change::JobTemplate;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::person::{Draft, ServerQuirks};
use crate::recruiting::triage::LogEntry;
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{CandidateId, Timestamp};

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Restored {
    /// Prefix of the ids of this window's drafts.
    pub session: String,
    /// Unsaved edits, newest first, without those of other windows.
    pub drafts: Vec<Draft>,
    pub quirks: ServerQuirks,
    /// Why nothing is stored on disk, or why some of it could not be read.
    pub warning: Option<String>,
    /// Whether people are created with the old operation here.
    pub creates_v0: bool,
    /// The triage log, oldest first.
    pub log: Vec<LogEntry>,
    /// The candidates the user looked at, and when first.
    pub seen_marks: Vec<(CandidateId, Timestamp)>,
    /// What is kept of the server; `None` without a database.
    pub mirror: Option<MirrorSettings>,
    pub inbox_position: Option<InboxPosition>,
    pub screen: SavedScreen,
    /// The address of a candidate in the recruiting system, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    /// Whether this program may move candidates in the service's own database.
    pub can_apply: bool,
    /// The pipelines that a new job can start with; empty unless `can_apply`.
    pub job_templates: Vec<JobTemplate>,
}
