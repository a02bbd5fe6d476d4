//! A shortlist that waits for the records of its people.

use crate::recruiting::triage::Subject;
use crate::wire::JobId;

/// A shortlist that waits for records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortlist {
    /// Of which job.
    pub job: JobId,
    /// Who is on it, in its order.
    pub whom: Vec<Subject>,
    /// Whether it goes into a file; into the clipboard otherwise.
    pub file: bool,
}
