//! Everyone known on this machine, for the duplicate check of the create form: the loaded lists, the
//! cached records and the triage log.

use std::collections::HashSet;

use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile, PossibleDuplicate};
use crate::recruiting::person::form::Form;
use crate::recruiting::triage::LogEntry;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::wire::Person;

/// Loads the people of earlier sessions while a new one is typed.
pub(crate) fn load(state: &mut State, effects: &mut Vec<Effect>) {
    let is_new = state.editor.as_deref().is_some_and(|editor| editor.form.kind.is_create());
    let known = &mut state.edit_session.known_people;
    if !is_new {
        *known = None;
    } else if known.is_none() {
        *known = Some(Vec::new());
        effects.push(Effect::Storage(StorageEffect::LoadCachedPeople));
    }
}

pub(crate) fn set(state: &mut State, people: Vec<Person>) {
    if let Some(known) = &mut state.edit_session.known_people {
        *known = people;
    }
}

/// The known people who may be the person in a form, the likeliest first, and the number of those
/// who were compared.
pub(crate) fn find_duplicates(state: &State, form: &Form) -> (Vec<PossibleDuplicate>, usize) {
    let profile = MatchProfile::from_form(form);
    let mut compared: HashSet<&str> = HashSet::new();
    for open in state.open.values() {
        let rows = &open.list.pages.rows;
        compared.extend(rows.rows().map(|row| rows.person_id(row)));
    }
    // A row has the same name as its entries in the log, and is current.
    let is_new = |entry: &&LogEntry| !entry.kind.is_undo_or_redo();
    let logged: Vec<KnownPerson<'_>> = state
        .triage
        .log()
        .iter()
        .filter(is_new)
        .filter(|entry| compared.insert(entry.subject.person.as_str()))
        .map(from_entry)
        .collect();
    // What was read in this session is newer than what the disk has.
    let read: HashSet<&str> = state.people.records().map(|record| record.id.as_str()).collect();
    let stored = state.edit_session.known_people.iter().flatten();
    let stored = stored.filter(|record| !read.contains(record.id.as_str()));
    compared.extend(stored.clone().map(|record| record.id.as_str()));
    compared.extend(&read);
    let listed = state.open.values().flat_map(|open| {
        profile.find_similar_names(&open.list.pages.rows, (open.id.as_str(), job_name(state, open)))
    });
    let records = state.people.records().chain(stored).map(KnownPerson::from_record);
    let duplicates = profile.find_duplicates(records.chain(listed).chain(logged));
    (duplicates, compared.len())
}

fn from_entry(entry: &LogEntry) -> KnownPerson<'_> {
    let (subject, snapshot) = (&*entry.subject, &*entry.snapshot);
    KnownPerson {
        person: subject.person.as_str(),
        name: &snapshot.name,
        title: &snapshot.title,
        company: &snapshot.company,
        job: &snapshot.job_name,
        candidacy: Some((subject.job.as_str(), subject.candidate.as_str())),
        record: None,
    }
}

fn job_name<'a>(state: &'a State, open: &'a OpenJob) -> &'a str {
    let jobs = &state.jobs.pages.rows;
    let listed = jobs.find(&open.id).map(|row| jobs.name(row));
    listed.or_else(|| open.job.display().map(|job| &*job.name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
    use crate::recruiting::person::{FieldValue, FormKind, PersonField};
    use crate::recruiting::triage::Verdict;
    use crate::tui::app::fixture::FakeServer;
    use crate::tui::app::message::Message;
    use crate::wire::Contact;

    fn form(name: &str) -> Form {
        let mut form = Form::create(FormKind::Create, None, "uuid".to_owned());
        form.set(PersonField::Name, FieldValue::Text(name.to_owned()));
        form
    }

    #[test]
    fn every_loaded_list_and_record_is_checked_for_duplicates() {
        let mut server = FakeServer::loaded(120, 40);
        // The fake server has the same people in the list of another job.
        server.act(&[Action::Go(Pane::Jobs), Action::Down]).settle();
        let mut form = form("Chloe OBrien");
        form.set(PersonField::WorkEmail, FieldValue::Text("gudrun@kestrel.example".to_owned()));
        let (duplicates, compared) = find_duplicates(&server.state, &form);
        assert_eq!(compared, server.candidates.len(), "each person counts once");
        let chloe = duplicates.iter().find(|it| it.name == "Chloe O’Brien").unwrap();
        assert_eq!(chloe.jobs, ["Head of Sales", "Senior Rust Engineer"]);
        assert_eq!(chloe.reasons, ["the same name"]);
        assert_eq!(chloe.headline, "Engineering Manager, Umbra");
        assert!(chloe.candidacy.is_some());
        assert_eq!(duplicates[0].reasons, ["the same email: gudrun@kestrel.example"]);
        assert_eq!(duplicates[0].name, "Guðrún Þórðardóttir");
    }

    #[test]
    fn people_of_the_triage_log_are_checked_although_no_list_has_them() {
        let mut server = FakeServer::loaded(120, 40);
        server.send(Message::Restored(Box::default()));
        server.act(&[Action::Go(Pane::Candidates), Action::Top]);
        server.act(&[Action::Triage(TriageAction::Give(Verdict::Wait))]);
        server.state.open.clear();
        server.state.people = crate::tui::app::record_cache::RecordCache::new(400);
        let (duplicates, compared) = find_duplicates(&server.state, &form("Gudrun Thordardottir"));
        assert_eq!((duplicates.len(), compared), (1, 1));
        assert_eq!(duplicates[0].jobs, ["Senior Rust Engineer"]);
    }

    #[test]
    fn people_of_earlier_sessions_are_checked_until_they_are_forgotten() {
        let mut server = FakeServer::loaded(120, 40);
        let email = Contact { value: "ada@home.example".to_owned(), ..Contact::default() };
        let ada = Person {
            id: "per_ada".into(),
            name: "Ada Lovelace".to_owned(),
            emails: vec![email],
            ..Person::default()
        };
        server.send(Message::Restored(Box::default())).act(&[Action::CreatePerson]);
        let is_load = |effect: &Effect| *effect == Effect::Storage(StorageEffect::LoadCachedPeople);
        assert_eq!(server.others.iter().filter(|effect| is_load(effect)).count(), 1);
        server.send(Message::CachedPeople(vec![ada]));
        let mut form = form("A. King");
        form.set(PersonField::WorkEmail, FieldValue::Text("ada@home.example".to_owned()));
        let (duplicates, _) = find_duplicates(&server.state, &form);
        assert_eq!(duplicates[0].name, "Ada Lovelace");
        server.send(Message::Forgotten("per_ada".into(), Ok(())));
        assert_eq!(find_duplicates(&server.state, &form).0, []);
        server.act(&[Action::Edit(TextEdit::Cancel)]).settle();
        assert_eq!(server.state.edit_session.known_people, None);
    }
}
