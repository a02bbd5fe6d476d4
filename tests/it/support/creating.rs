//! Creating a person on a quirky server.

use std::sync::Mutex;

use shortlist::client::Client;
use shortlist::recruiting::person::{
    CreatedPerson, FieldValue, Form, FormKind, JobChoice, PersonField, SaveStep,
};
use shortlist::usecases::{CreateError, create_person};

use crate::support::quirky_server::{JOB, QuirkyServer};

pub(crate) const EXTERNAL_ID: &str = "4f7c2f5e-1111-4222-8333-944455556666";
pub(crate) const POST: &str = "POST /v1/persons";
pub(crate) const LIST: &str = "GET /v1/jobs/job_rust/candidates?offset=0&limit=100";
pub(crate) const NEW: &str = "GET /v1/persons/per_4";

pub(crate) fn grace(kind: FormKind, has_job: bool) -> Form {
    let job = has_job.then(|| JobChoice { id: JOB.into(), name: "Rust Engineer".into() });
    let mut form = Form::create(kind, job, EXTERNAL_ID.to_owned());
    form.set(PersonField::Name, FieldValue::Text("Grace Hopper".to_owned()));
    let emails = ["grace@navy.example", "grace@home.example"].map(str::to_owned).to_vec();
    form.set(PersonField::Emails, FieldValue::Texts(emails));
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Admiral".to_owned()));
    form
}

/// The outcome of a create, and its reported steps.
pub(crate) async fn create_with_steps(
    client: &Client,
    form: &Form,
    sent_before: bool,
) -> (Result<CreatedPerson, CreateError>, Vec<SaveStep>) {
    let steps = Mutex::new(Vec::new());
    let outcome =
        create_person(client, form, sent_before, &|step| steps.lock().unwrap().push(step)).await;
    (outcome, steps.into_inner().unwrap())
}

pub(crate) async fn try_create(
    server: &QuirkyServer,
    form: &Form,
    sent_before: bool,
) -> Result<CreatedPerson, CreateError> {
    create_with_steps(&server.client(), form, sent_before).await.0
}
