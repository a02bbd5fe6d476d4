//! State of the current triage session, and what the config says about triage.

use std::collections::HashMap;

use crate::tui::app::clock::Moment;
use crate::wire::{CandidateId, JobId};

#[derive(Debug, Default)]
pub(crate) struct TriageSession {
    /// Number of undo groups written by this window; part of their ids.
    pub(crate) group_count: u64,
    /// The reason that the user declined with last, by job. Only the key that repeats it reads it;
    /// it is never stored.
    pub(crate) last_reasons: HashMap<JobId, String>,
    /// The last candidate reported as missing on the server.
    pub(crate) reported_missing: Option<CandidateId>,
    /// What undo reverted, the last one at the end.
    pub(crate) redo_stack: Vec<UndoneChange>,
    /// Since when undo groups wait for the disk, or since its last answer.
    pub(crate) pending_since: Option<Moment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoDirection {
    Undo,
    Redo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoneChange {
    /// A saved edit, which `edit_log` redoes.
    Edit,
    UndoGroup,
    /// Stage moves, which `stage_moves` sends again.
    Moves,
    /// A change of a job, which `job_editor` makes again.
    Job,
}

/// From the config.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TriageRules {
    /// The reasons to suggest for declining.
    pub(crate) reasons: Vec<String>,
    /// Maximum days in a stage, by prefix of its name.
    pub(crate) limits: Vec<(String, u32)>,
    /// Whether candidate records are read in the background, for the time in the stage.
    pub prefetch_histories: bool,
}
