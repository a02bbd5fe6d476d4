//! The loaded lists and records as the matcher in `recruiting::duplicates` takes them.

use crate::recruiting::duplicates::name_index::{NameIndex, PersonRef};
use crate::recruiting::table::{Table as _, fold};
use crate::recruiting::triage::Subject;
use crate::tui::app::state::State;
use crate::wire::Person;

/// Every loaded person; the list opened last comes first.
pub(crate) fn name_index(state: &State) -> NameIndex {
    let open = state.recent.iter().rev().filter_map(|id| state.open.get(id));
    let lists = open.map(|open| (&open.id, &open.list.pages.rows));
    let records = state.people.records().map(|person| (person, subject_of(state, person)));
    NameIndex::new(lists, records)
}

/// The subject of a record: a candidate of a loaded job if there is one, else only the person.
pub(crate) fn subject_of(state: &State, person: &Person) -> Subject {
    let loaded = person.jobs.iter().find(|job| {
        let open = state.open.get(&job.job_id);
        open.is_some_and(|open| open.list.pages.rows.find(job.candidate_id.as_str()).is_some())
    });
    let mut subject = Subject { person: person.id.clone(), ..Subject::default() };
    if let Some(job) = loaded {
        (subject.candidate, subject.job) = (job.candidate_id.clone(), job.job_id.clone());
    }
    subject
}

/// The current subject and folded name of a reference; `None` if its row was removed.
pub(crate) fn resolve(state: &State, reference: &PersonRef) -> Option<(Subject, Vec<u8>)> {
    match reference {
        PersonRef::Listed(job, row) => {
            let open = state.open.get(job)?;
            let rows = &open.list.pages.rows;
            let name = rows.lines().column(*row, 0);
            rows.is_live(*row).then(|| (open.subject(*row), name.to_vec()))
        }
        PersonRef::Known(subject) => {
            let record = state.people.get(&subject.person)?.display()?;
            Some((subject.clone(), fold(&record.name)))
        }
    }
}
