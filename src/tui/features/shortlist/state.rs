//! A shortlist that waits for records.

use crate::recruiting::triage::Subject;
use crate::wire::JobId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortlist {
    pub(crate) job: JobId,
    /// In the order of the document.
    pub(crate) subjects: Vec<Subject>,
    /// Starred candidates who are rejected, withdrawn or declined.
    pub(crate) left_out: usize,
    /// Goes to a file if true, otherwise to the clipboard.
    pub(crate) to_file: bool,
}
