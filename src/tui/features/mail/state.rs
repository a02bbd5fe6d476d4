//! The state of the mail dialog.

use crate::recruiting::triage::Subject;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct MailDialog {
    /// The recipients, in list order.
    pub(crate) subjects: Vec<Subject>,
    /// The index of the selected template.
    pub(crate) at: usize,
    /// The first visible line of the text.
    pub(crate) scroll: usize,
}
