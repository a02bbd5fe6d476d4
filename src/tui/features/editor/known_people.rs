//! The people of all loaded lists and records, for the duplicate check of the create form.

use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile, PossibleDuplicate};
use crate::recruiting::person::form::Form;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;

/// The loaded people who may be the one in a form, the likeliest first.
pub(crate) fn find_duplicates(state: &State, form: &Form) -> Vec<PossibleDuplicate> {
    let profile = MatchProfile::from_form(form);
    let listed = state
        .open
        .values()
        .flat_map(|open| profile.find_similar_names(&open.list.pages.rows, job_name(state, open)));
    let records = state.people.records().map(KnownPerson::from_record);
    profile.find_duplicates(records.chain(listed))
}

/// The number of candidates that the check covers: those of the opened jobs.
pub(crate) fn known_candidate_count(state: &State) -> usize {
    state.open.values().map(|open| open.list.pages.loaded()).sum()
}

fn job_name<'a>(state: &'a State, open: &'a OpenJob) -> &'a str {
    let jobs = &state.jobs.pages.rows;
    let listed = jobs.find(&open.id).map(|row| jobs.name(row));
    listed.or_else(|| open.job.display().map(|job| &*job.name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::action::{Action, Pane};
    use crate::recruiting::person::{FieldValue, FormKind, PersonField};
    use crate::tui::app::fixture::FakeServer;

    #[test]
    fn every_loaded_list_and_record_is_checked_for_duplicates() {
        let mut server = FakeServer::loaded(120, 40);
        // The fake server has the same people in the list of another job.
        server.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
        let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
        form.set(PersonField::Name, FieldValue::Text("Chloe OBrien".to_owned()));
        form.set(PersonField::WorkEmail, FieldValue::Text("gudrun@kestrel.example".to_owned()));
        let duplicates = find_duplicates(&server.state, &form);
        let chloe = duplicates.iter().find(|it| it.name == "Chloe O’Brien").unwrap();
        assert_eq!(chloe.jobs, ["Head of Sales", "Senior Rust Engineer"]);
        assert_eq!(chloe.reasons, ["the same name"]);
        assert_eq!(chloe.headline, "Engineering Manager, Umbra");
        assert_eq!(duplicates[0].reasons, ["the same e-mail: gudrun@kestrel.example"]);
        assert_eq!(duplicates[0].name, "Guðrún Þórðardóttir");
    }
}
