//! Records that the open dialog, the shortlist or a copy needs beside those of the panes.

use crate::recruiting::paging::Urgency;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

impl State {
    /// The subjects to load, and how urgently. An empty candidate id means that the person is
    /// enough.
    pub(crate) fn subjects_to_fetch(&self) -> Vec<(Subject, Urgency)> {
        let person =
            |subject: &Subject| Subject { person: subject.person.clone(), ..Subject::default() };
        let mut wanted: Vec<(Subject, Urgency)> = Vec::new();
        // The dialog below the export prompt still needs its records.
        let open = self.dialogs.iter().find(|dialog| !matches!(dialog, Dialog::Export(_)));
        match open {
            Some(Dialog::Compare(compare)) => {
                wanted.extend(
                    compare.subjects.iter().map(|subject| (subject.clone(), Urgency::Visible)),
                );
            }
            Some(Dialog::Duplicates(pairs)) => {
                wanted.extend(pairs.unread(self).map(|subject| (person(subject), Urgency::Near)));
            }
            Some(Dialog::Mail(mail)) => {
                wanted.extend(mail.subjects.iter().map(|it| (person(it), Urgency::Visible)));
            }
            _ => {}
        }
        if let Some(list) = &self.shortlist {
            wanted.extend(list.subjects.iter().map(|subject| (person(subject), Urgency::Visible)));
        }
        if let Some(copy) = &self.pending_copy {
            wanted.extend(copy.subjects.iter().map(|subject| (person(subject), Urgency::Visible)));
        }
        wanted
    }
}
