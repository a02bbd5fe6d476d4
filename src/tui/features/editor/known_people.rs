//! Who is known: everybody in the lists and records that are loaded.

use crate::recruiting::duplicates::check::{KnownPerson, PossibleDuplicate, twins};
use crate::recruiting::duplicates::match_profile::MatchProfile;
use crate::recruiting::person::form::Form;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::Person;

impl State {
    /// Who of the loaded people may be the same as the one in a form, the
    /// likeliest first.
    #[must_use]
    pub fn twins(&self, form: &Form) -> Vec<PossibleDuplicate> {
        let sought = MatchProfile::of(form);
        let listed = self
            .open
            .values()
            .flat_map(|open| sought.among(&open.list.roll.rows, self.job_name(open)));
        let read = self.people.records().map(|record| of_record(record));
        twins(form, read.chain(listed))
    }

    /// Among how many candidates they are looked for: those of the jobs that were
    /// opened.
    #[must_use]
    pub fn known_candidates(&self) -> usize {
        self.open.values().map(|open| open.list.roll.loaded()).sum()
    }

    fn job_name<'a>(&'a self, open: &'a OpenJob) -> &'a str {
        let jobs = &self.jobs.roll.rows;
        let listed = jobs.find(&open.id).map(|row| jobs.name(row));
        listed.or_else(|| open.job.record.as_ref().map(|job| &*job.name)).unwrap_or_default()
    }
}

fn of_record(record: &Person) -> KnownPerson<'_> {
    KnownPerson {
        person: record.id.as_str(),
        name: &record.name,
        title: &record.current_job_title,
        company: &record.current_company_name,
        job: "",
        record: Some(record),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::action::{Action, Pane};
    use crate::recruiting::person::{FieldValue, FormKind, PersonField};
    use crate::tui::app::fixture::FakeServer;

    #[test]
    fn every_loaded_list_and_record_is_checked_for_duplicates() {
        let mut stage = FakeServer::settled(120, 40);
        // The same people stand in the list of another job.
        stage.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
        let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
        form.set(PersonField::Name, FieldValue::Text("Chloe OBrien".to_owned()));
        form.set(PersonField::WorkEmail, FieldValue::Text("gudrun@kestrel.example".to_owned()));
        let found = stage.state.twins(&form);
        let chloe = found.iter().find(|twin| twin.name == "Chloe O’Brien").unwrap();
        assert_eq!(chloe.jobs, ["Head of Sales", "Senior Rust Engineer"]);
        assert_eq!(chloe.why, ["nearly the same name"]);
        assert_eq!(chloe.beside, "Engineering Manager, Umbra");
        assert_eq!(found[0].why, ["the same e-mail: gudrun@kestrel.example"]);
        assert_eq!(found[0].name, "Guðrún Þórðardóttir");
    }
}
