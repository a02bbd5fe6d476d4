//! Saving changes to the person `per_1` of a server.

use std::sync::Mutex;

use shortlist::client::Client;
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, Form, PersonField, Plan, Report, SaveOutcome, SaveStep, ServerQuirks,
};
use shortlist::usecases::{WriteError, save_person};
use shortlist::wire::{Contact, PersonId};

use crate::support::quirky_server::QuirkyServer;

pub(crate) fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.to_owned())
}

pub(crate) fn contacts(entries: &[(&str, &str)]) -> FieldValue {
    let contact = |(kind, value): &(&str, &str)| Contact {
        contact_data_type: (*kind).to_owned(),
        value: (*value).to_owned(),
        ..Contact::default()
    };
    FieldValue::Contacts(entries.iter().map(contact).collect())
}

/// The plan of these changes to the current record of `per_1`.
pub(crate) async fn plan(client: &Client, changes: &[(PersonField, FieldValue)]) -> Plan {
    let person = client.read_person(&PersonId::from("per_1")).await.unwrap().record;
    let mut form = Form::update(&person.id, &person);
    for (field, value) in changes {
        form.set(*field, value.clone());
    }
    form.plan().unwrap()
}

/// The outcome of a save, and its reported steps.
pub(crate) async fn save_with_steps(
    client: &Client,
    plan: &Plan,
    quirks: ServerQuirks,
) -> (Result<SaveOutcome, WriteError>, Vec<SaveStep>) {
    let steps = Mutex::new(Vec::new());
    let saved = save_person(client, plan, quirks, &|step| steps.lock().unwrap().push(step)).await;
    (saved, steps.into_inner().unwrap())
}

/// Reads the record, changes it and saves it.
pub(crate) async fn try_save(
    client: &Client,
    changes: &[(PersonField, FieldValue)],
) -> Result<SaveOutcome, WriteError> {
    let plan = plan(client, changes).await;
    save_person(client, &plan, ServerQuirks::default(), &|_| {}).await
}

pub(crate) async fn save_report(
    server: &QuirkyServer,
    changes: &[(PersonField, FieldValue)],
) -> Report {
    into_report(try_save(&server.client(), changes).await)
}

/// The report of a save that was sent.
pub(crate) fn into_report(saved: Result<SaveOutcome, WriteError>) -> Report {
    match saved.unwrap() {
        SaveOutcome::Saved(report) => *report,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn verdicts(report: &Report) -> Vec<(PersonField, FieldOutcome)> {
    report.fields.iter().map(|line| (line.field, line.outcome)).collect()
}

pub(crate) fn title() -> [(PersonField, FieldValue); 1] {
    [(PersonField::CurrentJobTitle, text("Countess"))]
}

pub(crate) const READ: &str = "GET /v1/persons/per_1";
pub(crate) const UPDATE: &str = "PATCH /v1/persons/per_1";
