//! A shortlist that waits for records.

use crate::recruiting::triage::Subject;
use crate::wire::JobId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortlist {
    pub job: JobId,
    /// In the order of the document.
    pub subjects: Vec<Subject>,
    /// Goes to a file if true, otherwise to the clipboard.
    pub to_file: bool,
}
