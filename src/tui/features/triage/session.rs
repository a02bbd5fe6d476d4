//! State of the current triage session, and what the config says about triage.

use crate::tui::app::clock::Moment;
use crate::wire::{CandidateId, Timestamp};

#[derive(Debug, Default)]
pub(crate) struct TriageSession {
    /// Number of undo groups written by this window; part of their ids.
    pub(crate) group_count: u64,
    /// The reason given with each verdict, indexed as [`crate::recruiting::triage::Verdict::ALL`].
    pub(crate) default_reasons: [Option<String>; 3],
    /// The last candidate reported as missing on the server.
    pub(crate) reported_missing: Option<CandidateId>,
    /// What undo reverted in the panes, the last one at the end.
    pub(crate) redo_stack: Vec<UndoneChange>,
    /// Since when undo groups wait for the disk, or since its last answer.
    pub(crate) pending_since: Option<Moment>,
    /// When stages were moved; cleared once undo has said that moves are final.
    pub(crate) moves_applied_at: Option<Timestamp>,
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
}

/// From the config.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TriageRules {
    /// The reasons to suggest with a verdict.
    pub(crate) reasons: Vec<String>,
    /// Maximum days in a stage, by prefix of its name.
    pub(crate) limits: Vec<(String, u32)>,
    /// Whether candidate records are read in the background, for the time in the stage.
    pub prefetch_histories: bool,
}
