//! Whether the disk keeps up with what the user decides and types. The banner, the layout and the
//! end of the program ask here.

use std::time::Duration;

use crate::text::pluralize;
use crate::tui::app::clock::Moment;
use crate::tui::app::state::State;

/// After this delay the banner says that the disk does not respond. A healthy disk takes a few
/// milliseconds.
const LATE_AFTER: Duration = Duration::from_millis(500);

impl State {
    /// When the disk counts as not responding, if something waits for it.
    pub(crate) fn disk_late_at(&self) -> Option<Moment> {
        let editors = self.editor.as_deref().into_iter().chain(&self.edit_session.awaiting);
        let drafts = editors.filter_map(|editor| editor.draft_pending_since);
        let since = self.triage_session.pending_since.into_iter().chain(drafts).min();
        since.map(|since| since.after(LATE_AFTER))
    }

    pub(crate) fn is_disk_late(&self) -> bool {
        self.disk_late_at().is_some_and(|at| at <= self.clock.moment)
    }

    /// What is not saved on disk yet.
    pub(crate) fn describe_unsaved(&self) -> String {
        match self.triage.pending_count() {
            0 => "what you type is not saved yet".to_owned(),
            pending => format!("{} not saved yet", pluralize(pending, "change", "changes")),
        }
    }
}
