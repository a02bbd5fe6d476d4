//! State of the current triage session, and what the config says about triage.

use crate::tui::features::shortlist::state::Shortlist;
use crate::wire::CandidateId;

#[derive(Debug, Default)]
pub(crate) struct TriageSession {
    /// Number of undo groups written by this window; part of their ids.
    pub(crate) group_count: u64,
    /// The reason given with each verdict, indexed as [`crate::recruiting::triage::Verdict::ALL`].
    pub(crate) sticky: [Option<String>; 3],
    /// The shortlist that waits for records.
    pub(crate) shortlist: Option<Shortlist>,
    /// The last candidate reported as missing on the server.
    pub(crate) reported_missing: Option<CandidateId>,
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
