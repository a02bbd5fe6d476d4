//! State of the current triage session.

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
