//! The people that an action applies to, and whether their records are here. Copying, mails and the
//! shortlist ask here.

use crate::keymap::action::Pane;
use crate::recruiting::triage::Subject;
use crate::tui::app::record_cache::Loaded;
use crate::tui::app::state::State;

impl State {
    /// The marked candidates in list order, those hidden by the filter last; or the selected one.
    pub(crate) fn selected_subjects(&self) -> Vec<Subject> {
        if self.inbox.is_none() && matches!(self.focus, Pane::Jobs | Pane::Job) {
            return Vec::new();
        }
        if self.inbox.is_none()
            && self.focus == Pane::Candidates
            && let Some(open) = self.open_job().filter(|open| !open.list.marks.is_empty())
        {
            return open.list.marked_rows().into_iter().map(|row| open.subject(row)).collect();
        }
        self.current_row().map(|(open, row)| open.subject(row)).into_iter().collect()
    }

    /// How many records of these people may still arrive, or arrive in a newer version.
    pub(crate) fn pending_people(&self, subjects: &[Subject]) -> usize {
        let is_pending = |subject: &&Subject| {
            !subject.person.is_empty()
                && self.people.get(&subject.person).is_none_or(|loaded| {
                    (!loaded.is_loaded() || loaded.is_from_disk) && loaded.failure.is_none()
                })
        };
        subjects.iter().filter(is_pending).count()
    }

    /// Requests the records again that could not be read before.
    pub(crate) fn reread_failed_people(&mut self, subjects: &[Subject]) {
        for subject in subjects {
            if self.people.get(&subject.person).is_some_and(|loaded| !loaded.is_loaded()) {
                self.reread_person(&subject.person);
            }
        }
    }

    /// Whether no request can be sent now.
    pub(crate) const fn is_disconnected(&self) -> bool {
        self.connection.offline.is_some() || self.connection.locked.is_some()
    }

    /// `Staff Engineer at Kestrel`, as the list says it.
    pub(crate) fn position_text(&self, subject: &Subject) -> String {
        let row = self.open.get(&subject.job).and_then(|open| {
            let rows = &open.list.pages.rows;
            Some((rows, rows.find(subject.candidate.as_str())?))
        });
        let [title, company] =
            row.map_or_else(Default::default, |(rows, row)| [rows.title(row), rows.company(row)]);
        match (title, company) {
            (title, "") => title.to_owned(),
            ("", company) => company.to_owned(),
            (title, company) => format!("{title} at {company}"),
        }
    }

    /// The people of these candidates whose records are not here.
    pub(crate) fn unread_names(&self, subjects: &[Subject]) -> Vec<String> {
        let is_unread =
            |subject: &&Subject| !self.people.get(&subject.person).is_some_and(Loaded::is_loaded);
        subjects.iter().filter(is_unread).map(|subject| self.name_of(subject)).collect()
    }
}
