//! Records that are needed for what lies over the panes, or is being made.

use crate::recruiting::paging::Urgency;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

impl State {
    /// Whose records are needed beside what the panes show, and how soon. Nobody's
    /// candidate means that the person will do.
    pub(crate) fn subjects_to_fetch(&self) -> Vec<(Subject, Urgency)> {
        let person =
            |subject: &Subject| Subject { person: subject.person.clone(), ..Subject::default() };
        let mut wanted: Vec<(Subject, Urgency)> = Vec::new();
        // The export prompt stands before what it exports, which stays in use.
        let open = self.dialogs().find(|dialog| !matches!(dialog, Dialog::Export(_)));
        match open {
            Some(Dialog::Compare(compare)) => {
                wanted.extend(
                    compare.subjects.iter().map(|subject| (subject.clone(), Urgency::Visible)),
                );
            }
            Some(Dialog::Duplicates(pairs)) => {
                wanted.extend(pairs.unread(self).map(|subject| (person(subject), Urgency::Near)));
            }
            _ => {}
        }
        if let Some(list) = &self.triage_session.shortlist {
            wanted.extend(list.subjects.iter().map(|subject| (person(subject), Urgency::Visible)));
        }
        wanted
    }
}
