//! Saving and creating people on our own service, with lost answers and a
//! revoked key.

use std::sync::Arc;

use serde_json::json;
use shortlist::client::SecretString;
use shortlist::recruiting::failure::FailureKind;
use shortlist::recruiting::person::{
    FieldOutcome, Form, FormKind, JobChoice, PersonField, SaveOutcome, ServerQuirks, Settlement,
};
use shortlist::service::ServiceSettings;
use shortlist::usecases::{create_person, save_person};

use crate::support::harness::Service;
use crate::support::quirky_server::QuirkyServer;
use crate::support::relay::{JOB, entries, forward};
use crate::support::saving::{into_report, plan, text, title, try_save};
use crate::support::scripted_server::{ScriptedServer, Step};

/// Our service behind a server that loses all answers to a method.
fn losing_answers(method: &'static str) -> (Arc<Service>, ScriptedServer) {
    let service = Arc::new(Service::with(ServiceSettings::default(), entries(30)));
    let target = Arc::clone(&service);
    let server = ScriptedServer::start(move |request| {
        let steps = forward(&target, request);
        if request.method == method { vec![Step::Reset] } else { steps }
    });
    (service, server)
}

fn request_count(server: &ScriptedServer, method: &str) -> usize {
    server.log().requests.iter().filter(|request| request.method == method).count()
}

#[tokio::test]
async fn an_edit_is_saved_with_its_etag_and_verified() {
    let (service, server) = losing_answers("none");
    let changes = [
        (PersonField::WorkEmail, text("ada@kestrel.example")),
        (PersonField::SocialUrl, text("https://social.example/in/ada-1")),
        (PersonField::Address, text("Ockham")),
    ];
    let report = into_report(try_save(&server.client(), &changes).await);
    assert!(report.is_as_requested(), "{report:?}");
    let log = server.log();
    let update = log.requests.iter().find(|request| request.method == "PATCH").unwrap();
    assert!(update.header("if-match").is_some());
    assert_eq!(update.json().as_object().unwrap().len(), 3);
    assert_eq!(service.read_person(&json!("per_1"))["social_public_id"], "ada-1");
}

#[tokio::test]
async fn an_edit_with_a_lost_answer_is_verified_as_applied() {
    let (_service, server) = losing_answers("PATCH");
    let report = into_report(try_save(&server.client(), &title()).await);
    assert_eq!(
        (report.settlement(), report.fields[0].outcome),
        (Settlement::Applied, FieldOutcome::Verified)
    );
    assert_eq!(request_count(&server, "PATCH"), 1);
}

#[tokio::test]
async fn a_create_with_a_lost_answer_is_found_among_thirty_candidates() {
    for (kind, version) in [(FormKind::Create, "v1"), (FormKind::CreateV0, "v0")] {
        let (_service, server) = losing_answers("POST");
        let job = JobChoice { id: JOB.into(), name: "Rust Engineer".to_owned() };
        let mut form = Form::create(kind, Some(job), "external-1".to_owned());
        form.set(PersonField::FirstName, text("Grace"));
        form.set(PersonField::LastName, text("Hopper"));
        let created = create_person(&server.client(), &form, false, &|_| {}).await.unwrap();
        assert!(created.was_recovered && created.candidate.is_some(), "{version}: {created:?}");
        assert_eq!((created.name.as_str(), created.warnings), ("Grace Hopper", Vec::new()));
        assert_eq!(request_count(&server, "POST"), 1, "{version}");
    }
}

#[tokio::test]
async fn a_revoked_key_stops_an_edit_before_it_is_sent() {
    let server = QuirkyServer::new();
    let client = server.client();
    let plan = plan(&client, &title()).await;
    server.accept_only_key("another");
    let error = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert_eq!(
        (error.to_write_failure().failure.kind, error.is_uncertain()),
        (FailureKind::InvalidKey, false)
    );
    client.set_key(&SecretString::from("another")).unwrap();
    let saved = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap();
    assert!(matches!(saved, SaveOutcome::Saved(report) if report.is_as_requested()));
    assert_eq!(server.bodies("PATCH"), [json!({"current_job_title": "Countess"})]);
}
