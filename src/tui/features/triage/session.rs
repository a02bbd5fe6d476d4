//! What is to be known between one verdict and the next.

use crate::tui::features::shortlist::state::Shortlist;
use crate::wire::CandidateId;

/// What is to be known between one verdict and the next.
#[derive(Debug, Default)]
pub struct TriageSession {
    /// Steps that were taken in this window.
    pub(crate) steps: u64,
    /// The reason that goes with each verdict, as [`crate::recruiting::triage::Verdict::ALL`] has them.
    pub sticky: [Option<String>; 3],
    /// A shortlist that waits for records.
    pub shortlist: Option<Shortlist>,
    /// Who was last told to be gone from the server.
    pub gone: Option<CandidateId>,
}
