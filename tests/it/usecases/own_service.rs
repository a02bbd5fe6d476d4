//! Changing and making people over our own service, with the answers lost on
//! the way, and a key that is revoked meanwhile.

use std::sync::Arc;

use serde_json::json;

use crate::support::harness::Service;
use crate::support::quirky_server::{Manners, Odd};
use crate::support::relay::{JOB, crowd, pass};
use crate::support::scripted_server::{Rough, Step};
use shortlist::client::SecretString;
use shortlist::recruiting::failure::FailureKind;
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, Form, FormKind, JobChoice, PersonField, ServerQuirks, Settlement,
};
use shortlist::service::ServiceSettings;
use shortlist::usecases::{SaveResult, create, save};
use shortlist::wire::PersonId;

/// Our service behind a way on which the answers to a method are lost.
fn losing(method: &'static str) -> (Arc<Service>, Rough) {
    let service = Arc::new(Service::with(ServiceSettings::default(), crowd(30)));
    let behind = Arc::clone(&service);
    let rough = Rough::start(move |asked| {
        let steps = pass(&behind, asked);
        if asked.method == method { vec![Step::Reset] } else { steps }
    });
    (service, rough)
}

fn sent(rough: &Rough, method: &str) -> usize {
    rough.log().asked.iter().filter(|asked| asked.method == method).count()
}

#[tokio::test]
async fn a_change_is_saved_and_seen_under_its_mark() {
    let (service, rough) = losing("none");
    let client = rough.client();
    let person = client.read_person(&PersonId::from("per_3")).await.unwrap().record;
    let mut form = Form::update(&person);
    form.set(PersonField::WorkEmail, FieldValue::Text("ada@kestrel.example".to_owned()));
    form.set(
        PersonField::SocialUrl,
        FieldValue::Text("https://social.example/in/ada-3".to_owned()),
    );
    form.set(PersonField::Address, FieldValue::Text("Ockham".to_owned()));
    let plan = form.plan().unwrap();
    let SaveResult::Done(report) =
        save(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap()
    else {
        panic!("it was sent")
    };
    assert!(report.is_as_meant(), "{report:?}");
    let log = rough.log();
    let patch = log.asked.iter().find(|asked| asked.method == "PATCH").unwrap();
    assert!(patch.header("if-match").is_some());
    assert_eq!(patch.json().as_object().unwrap().len(), 3);
    assert_eq!(service.read(&json!("per_3"))["social_public_id"], "ada-3");
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_on_the_way_was_applied() {
    let (_service, rough) = losing("PATCH");
    let client = rough.client();
    let person = client.read_person(&PersonId::from("per_3")).await.unwrap().record;
    let mut form = Form::update(&person);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Countess".to_owned()));
    let plan = form.plan().unwrap();
    let SaveResult::Done(report) =
        save(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap()
    else {
        panic!("it was sent")
    };
    assert_eq!(
        (report.settled(), report.lines[0].verdict),
        (Settlement::Applied, FieldOutcome::Seen)
    );
    assert_eq!(sent(&rough, "PATCH"), 1);
}

#[tokio::test]
async fn somebody_whose_making_was_not_answered_is_found_among_thirty() {
    for (kind, made) in [(FormKind::Create, "v1"), (FormKind::CreateV0, "v0")] {
        let (_service, rough) = losing("POST");
        let job = JobChoice { id: JOB.into(), name: "Rust Engineer".to_owned() };
        let mut form = Form::create(kind, Some(job), "outside-1".to_owned());
        form.set(PersonField::FirstName, FieldValue::Text("Grace".to_owned()));
        form.set(PersonField::LastName, FieldValue::Text("Hopper".to_owned()));
        let birth = create(&rough.client(), &form, false, &|_| {}).await.unwrap();
        assert!(birth.found && birth.candidate.is_some(), "{made}: {birth:?}");
        assert_eq!((birth.name.as_str(), birth.warnings), ("Grace Hopper", Vec::new()));
        assert_eq!(sent(&rough, "POST"), 1, "{made}");
    }
}

#[tokio::test]
async fn a_key_that_was_revoked_stops_a_change_before_it_is_sent() {
    let server = Odd::start(Manners::default());
    let client = server.client();
    let person = client.read_person(&PersonId::from("per_1")).await.unwrap().record;
    let mut form = Form::update(&person);
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Countess".to_owned()));
    let plan = form.plan().unwrap();
    server.takes_only("another");
    let error = save(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert_eq!((error.failed().failure.kind, error.maybe()), (FailureKind::Key, false));
    client.set_key(&SecretString::from("another")).unwrap();
    let saved = save(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap();
    assert!(matches!(saved, SaveResult::Done(report) if report.is_as_meant()));
    assert_eq!(server.bodies("PATCH"), [json!({"current_job_title": "Countess"})]);
}
