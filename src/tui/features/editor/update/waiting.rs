//! Edits that wait to be sent, since the server cannot be asked. Each is a draft; when the server
//! answers again, the user reviews and sends them one by one.

use std::collections::BTreeMap;

use super::current::{close, person_name};
use super::drafts::{Keeping, describe_waiting, next_id, save, write_as};
use crate::keymap::action::Action;
use crate::recruiting::person::{Draft, FieldValue, Form, FormKind, JobChoice, PersonField};
use crate::text::pluralize;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::PersonId;

/// Closes the form of an edit that cannot be sent now. It is reviewed before it is sent.
pub(crate) fn wait(state: &mut State, effects: &mut Vec<Effect>) {
    write_as(state, Keeping::Waiting, effects);
    if !state.local_data.is_restored {
        return; // the form stays open, and says why it is not on disk
    }
    let name = state.editor.as_deref().map(|editor| person_name(&editor.form)).unwrap_or_default();
    close(state);
    notify_waiting(state, &name);
}

fn notify_waiting(state: &mut State, subject: &str) {
    let list = state.key_of(Action::Drafts);
    let message = format!("{subject}: waiting to be sent · {list} lists unsaved edits");
    state.notify(Severity::Info, message);
}

/// Keeps the attachments of people to a job, one draft for each.
pub(crate) fn attach_later(
    state: &mut State,
    job: &JobChoice,
    people: Vec<(PersonId, String)>,
    effects: &mut Vec<Effect>,
) {
    if !state.local_data.is_restored {
        // Two windows could use the same draft ID until the storage has named this one.
        let message = "Not added: you are offline, and your own data is not loaded yet; try again in a moment";
        return state.notify(Severity::Warning, message);
    }
    let subject = match people.as_slice() {
        [(_, name)] => format!("{name}, to {}", job.name),
        people => format!("{}, to {}", pluralize(people.len(), "person", "people"), job.name),
    };
    for (person, name) in people {
        let form = attachment(state, person, name, job);
        let is_known = |draft: &Draft| {
            draft.waiting && draft.form.person == form.person && draft.form.typed == form.typed
        };
        if state.edit_session.drafts.iter().any(is_known) {
            continue;
        }
        let (id, at) = (next_id(state), state.clock.date);
        let draft = Draft { kept: true, waiting: true, ..Draft::new(id, form, at) };
        save(state, draft, effects);
    }
    notify_waiting(state, &subject);
}

/// A form that adds a person to a job and changes nothing else.
fn attachment(state: &State, person: PersonId, name: String, job: &JobChoice) -> Form {
    let record = state.people.get(&person).and_then(|loaded| loaded.whole());
    let mut form = match record {
        Some(record) => Form::update(&person, record),
        None => Form {
            kind: FormKind::Update,
            person: Some(person),
            name,
            base: BTreeMap::new(),
            typed: BTreeMap::new(),
        },
    };
    form.set(PersonField::JobId, FieldValue::Job(Some(job.clone())));
    form
}

/// The server answers again: nothing is sent unseen.
pub(crate) fn offer_waiting(state: &mut State) {
    if let Some(message) = describe_waiting(state) {
        state.notify(Severity::Info, message);
    }
}
