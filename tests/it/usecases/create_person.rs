//! Making somebody new over servers that lose the answer: nobody is made twice,
//! and what cannot be told is told so.

use std::sync::Mutex;

use serde_json::json;

use crate::support::quirky_server::{JOB, Manners, Odd, Turn};
use crate::support::scripted_server::{client, hasty, refusing};
use shortlist::client::Client;
use shortlist::recruiting::person::{
    CreatedPerson, FieldValue, Form, FormKind, JobChoice, PersonField, SaveStep,
};
use shortlist::usecases::{CreateError, create};

const OUTSIDE: &str = "4f7c2f5e-1111-4222-8333-944455556666";
const POST: &str = "POST /v1/persons";
const LIST: &str = "GET /v1/jobs/job_rust/candidates?offset=0&limit=100";
const NEW: &str = "GET /v1/persons/per_4";

fn grace(kind: FormKind, job: bool) -> Form {
    let job = job.then(|| JobChoice { id: JOB.into(), name: "Rust Engineer".into() });
    let mut form = Form::create(kind, job, OUTSIDE.to_owned());
    form.set(PersonField::Name, FieldValue::Text("Grace Hopper".to_owned()));
    let emails = ["grace@navy.example", "grace@home.example"].map(str::to_owned).to_vec();
    form.set(PersonField::Emails, FieldValue::Texts(emails));
    form.set(PersonField::CurrentJobTitle, FieldValue::Text("Admiral".to_owned()));
    form
}

async fn told(
    client: &Client,
    form: &Form,
    sent_before: bool,
) -> (Result<CreatedPerson, CreateError>, Vec<SaveStep>) {
    let steps = Mutex::new(Vec::new());
    let born = create(client, form, sent_before, &|step| steps.lock().unwrap().push(step)).await;
    (born, steps.into_inner().unwrap())
}

async fn made(server: &Odd, form: &Form, sent_before: bool) -> Result<CreatedPerson, CreateError> {
    told(&server.client(), form, sent_before).await.0
}

#[tokio::test]
async fn somebody_is_made_with_what_was_typed_and_read_again() {
    for (kind, path) in [(FormKind::Create, "/v1/persons"), (FormKind::CreateV0, "/v0/persons")] {
        let server = Odd::start(Manners::default());
        let (born, steps) = told(&server.client(), &grace(kind, true), false).await;
        let birth = born.unwrap();
        assert_eq!(steps, [SaveStep::Sending, SaveStep::Proving]);
        assert_eq!(server.asked(), [&format!("POST {path}"), NEW]);
        let body = json!({
            "name": "Grace Hopper", "current_job_title": "Admiral", "job_id": JOB,
            "emails": ["grace@navy.example", "grace@home.example"], "external_source_id": OUTSIDE,
        });
        assert_eq!(server.bodies("POST"), [body]);
        assert_eq!((birth.id.as_str(), birth.name.as_str()), ("per_4", "Grace Hopper"));
        assert_eq!(birth.candidate.unwrap().as_str(), "can_4");
        assert_eq!((birth.found, birth.warnings), (false, Vec::new()));
        assert_eq!(birth.person.unwrap().external_source_id.as_deref(), Some(OUTSIDE));
    }
}

#[tokio::test]
async fn a_job_that_was_given_and_not_heeded_is_a_warning() {
    for kind in [FormKind::Create, FormKind::CreateV0] {
        let server = Odd::start(Manners { forgets_jobs: true, ..Manners::default() });
        let birth = made(&server, &grace(kind, true), false).await.unwrap();
        assert_eq!(birth.candidate, None);
        let told = "the server did not say that they stand in for Rust Engineer now";
        assert_eq!(birth.warnings, [told]);
    }
}

#[tokio::test]
async fn what_the_server_keeps_another_way_is_a_warning() {
    let server = Odd::start(Manners::default());
    server.turns(
        "GET",
        [Turn::After(
            "per_4",
            json!({
                "name": "HOPPER, GRACE", "current_job_title": "",
                "emails": [{"contact_data_type": "other", "value": "GRACE@navy.example"}],
            }),
        )],
    );
    let birth = made(&server, &grace(FormKind::Create, true), false).await.unwrap();
    let told = [
        "the server keeps another name: HOPPER, GRACE",
        "the server did not keep the title",
        "the server did not keep the address grace@home.example",
    ];
    assert_eq!(birth.warnings, told);
    assert_eq!(birth.name, "HOPPER, GRACE");
}

#[tokio::test]
async fn somebody_who_cannot_be_read_again_was_made_all_the_same() {
    let server = Odd::start(Manners::default());
    server.turns("POST", [Turn::Last(Box::new(Turn::Usual))]);
    let client = server.rough.client_with(hasty);
    let birth = told(&client, &grace(FormKind::Create, true), false).await.0.unwrap();
    assert_eq!((birth.id.as_str(), birth.person), ("per_4", None));
    assert!(birth.warnings[0].starts_with("the record could not be read again: "));
}

#[tokio::test]
async fn a_lost_answer_is_settled_in_the_list_of_the_job() {
    for (turn, is_made) in [
        (Turn::DoneAndLost, true),
        (Turn::DoneBut("500 Oh", json!({})), true),
        (Turn::DoneBut("504 Oh", json!({})), true),
        (Turn::DoneBut("201 Created", json!("what?")), true),
        (Turn::DoneBut("201 Created", json!({"success": true, "data": {}})), true),
        (Turn::Lost, false),
        (Turn::Says("500 Oh", json!({})), false),
    ] {
        let server = Odd::start(Manners::default());
        server.turns("POST", [turn.clone()]);
        let form = grace(FormKind::Create, true);
        let (born, steps) = told(&server.client(), &form, false).await;
        assert_eq!(steps, [SaveStep::Sending, SaveStep::Settling], "{turn:?}");
        assert_eq!(server.bodies("POST").len(), 1, "{turn:?}");
        if is_made {
            let birth = born.unwrap();
            assert!(birth.found && birth.warnings.is_empty(), "{turn:?}: {birth:?}");
            assert_eq!((birth.id.as_str(), birth.candidate.unwrap().as_str()), ("per_4", "can_4"));
            assert_eq!(server.asked(), [POST, LIST, NEW], "{turn:?}");
        } else {
            let error = born.unwrap_err();
            assert!(matches!(error, CreateError::Unsettled { .. }) && error.maybe(), "{error:?}");
            let words = error.to_string();
            assert!(words.starts_with("they may have been created: "), "{words}");
            assert!(words.contains(&format!(
                "the list of Rust Engineer was read whole, and none of the 3 who may be them has the outside id {OUTSIDE}: most likely they were not made"
            )), "{words}");
            assert_eq!(server.count(), 3);
        }
    }
}

#[tokio::test]
async fn what_was_sent_before_is_looked_for_and_not_sent_again() {
    let server = Odd::start(Manners::default());
    let form = grace(FormKind::Create, true);
    let first = made(&server, &form, false).await.unwrap();
    let (again, steps) = told(&server.client(), &form, true).await;
    let again = again.unwrap();
    assert_eq!((again.id, again.found), (first.id, true));
    assert_eq!(steps, [SaveStep::Looking]);
    assert_eq!(server.bodies("POST").len(), 1, "nobody is made twice");

    let server = Odd::start(Manners::default());
    let (born, steps) = told(&server.client(), &form, true).await;
    let error = born.unwrap_err();
    assert!(matches!(error, CreateError::Unsettled { error: None, .. }), "{error:?}");
    assert_eq!(steps, [SaveStep::Looking]);
    let looked: Vec<String> = (1..=3).rev().map(|id| format!("GET /v1/persons/per_{id}")).collect();
    assert_eq!(server.asked(), [&[LIST.to_owned()], looked.as_slice()].concat());
}

#[tokio::test]
async fn without_a_job_nobody_can_tell() {
    let server = Odd::start(Manners::default());
    server.turns("POST", [Turn::DoneAndLost]);
    let mut form = grace(FormKind::Create, false);
    form.set(PersonField::JobName, FieldValue::Text("Rust Engineer".to_owned()));
    let error = made(&server, &form, false).await.unwrap_err();
    assert!(matches!(error, CreateError::Unsettled { .. }) && error.maybe(), "{error:?}");
    let words = error.to_string();
    assert!(words.starts_with("they may have been created: the connection broke: "), "{words}");
    assert!(words.ends_with(&format!(
        "without a job that was picked there is no list to look in; whoever can search the recruiting system for the outside id {OUTSIDE} can tell"
    )), "{words}");
    assert!(error.failed(form.kind).maybe);
    // Nor is it sent again while nobody can tell.
    assert!(made(&server, &form, true).await.unwrap_err().maybe());
    assert_eq!(server.asked(), [POST]);
    assert_eq!(server.count(), 4);
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_no_proof() {
    // The server is gone when the list is to be read.
    let server = Odd::start(Manners::default());
    server.turns("POST", [Turn::Last(Box::new(Turn::Lost))]);
    let client = server.rough.client_with(hasty);
    let error = told(&client, &grace(FormKind::Create, true), false).await.0.unwrap_err();
    assert!(error.maybe(), "{error}");
    assert!(error.to_string().contains("the list of Rust Engineer could not be read whole ("));
    assert_eq!(server.bodies("POST").len(), 1);

    // A person cannot be read.
    let server = Odd::start(Manners::default());
    server.turns("POST", [Turn::Lost]);
    let refused = Turn::Says("403 No", json!({"success": false, "error": "not yours"}));
    server.turns("GET", [Turn::Usual, refused]);
    let error = made(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.maybe(), "{error}");
    let told = "1 of those in the list of Rust Engineer who may be them could not be read";
    assert!(error.to_string().contains(told), "{error}");

    // Outside ids are never shown, and somebody is called the same.
    let server = Odd::start(Manners { hides_ids: true, ..Manners::default() });
    server.turns("POST", [Turn::DoneAndLost]);
    let error = made(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.maybe(), "{error}");
    assert!(error.to_string().contains("the server shows no outside ids"), "{error}");
}

/// Somebody of whom there is only this, for a server that shows no outside ids.
fn only(field: PersonField, value: FieldValue) -> Form {
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let mut form = Form::create(FormKind::Create, Some(job), OUTSIDE.to_owned());
    form.set(field, value);
    form
}

#[tokio::test]
async fn whoever_is_like_them_may_be_them_where_no_outside_id_is_shown() {
    let text = |text: &str| FieldValue::Text(text.to_owned());
    for (form, renames, told) in [
        (
            only(PersonField::WorkEmail, text("g@navy.example")),
            false,
            "the same e-mail: g@navy.example",
        ),
        (
            only(PersonField::Emails, FieldValue::Texts(vec!["G@Navy.example".to_owned()])),
            false,
            "e-mail",
        ),
        (only(PersonField::MobilePhone, text("+44 20 7946 0007")), false, "the same phone: +44 20"),
        (
            only(PersonField::SocialUrl, text("https://s.example/in/g")),
            false,
            "the same social page: g",
        ),
        (grace(FormKind::Create, true), true, "reppoH ecarG (per_4) with the same e-mail: grace"),
    ] {
        let server = Odd::start(Manners { hides_ids: true, renames, ..Manners::default() });
        server.turns("POST", [Turn::DoneAndLost]);
        let error = made(&server, &form, false).await.unwrap_err();
        assert!(error.maybe(), "{error}");
        let words = error.to_string();
        assert!(words.contains(told) && words.contains("(per_4)"), "{words}");
        // Nor is it sent a second time by itself.
        assert!(made(&server, &form, true).await.unwrap_err().maybe());
        assert_eq!((server.bodies("POST").len(), server.count()), (1, 4), "{words}");
    }
    // A server may know somebody by their address, and keep them as they were.
    let server = Odd::start(Manners::default());
    server.turns("POST", [Turn::Lost]);
    let form = only(PersonField::Emails, FieldValue::Texts(vec!["gudrun@lsh.example".to_owned()]));
    let words = made(&server, &form, false).await.unwrap_err();
    assert!(words.maybe() && words.to_string().contains("(per_3) with the same e-mail"), "{words}");
    // Who has no name is found among the newest alone.
    let form = only(PersonField::Emails, FieldValue::Texts(vec!["g@navy.example".to_owned()]));
    server.turns("POST", [Turn::DoneAndLost]);
    assert!(made(&server, &form, false).await.unwrap().found);
    server.crowd(30, "Somebody Else");
    let words = made(&server, &form, true).await.unwrap_err().to_string();
    assert!(words.contains("too long to read everybody in it"), "{words}");
}

#[tokio::test]
async fn whoever_is_new_may_be_them_where_no_outside_id_is_shown() {
    let manners = Manners { hides_ids: true, renames: true, ..Manners::default() };
    let form = only(PersonField::Name, FieldValue::Text("Grace Hopper".to_owned()));
    let hours = |hours| (chrono::Utc::now() - chrono::TimeDelta::hours(hours)).to_rfc3339();
    // A server's clock, or its zone, may be another.
    for at in [hours(-1), hours(0), hours(20), String::new()] {
        let server = Odd::start(manners);
        server.dates(&at);
        server.turns("POST", [Turn::DoneAndLost]);
        let error = made(&server, &form, false).await.unwrap_err();
        assert!(error.maybe(), "{at}: {error}");
        let told =
            "there is reppoH ecarG (per_4), who may be them: the server shows no outside ids";
        assert!(error.to_string().contains(told), "{error}");
    }
    let server = Odd::start(manners);
    server.turns("POST", [Turn::Lost]);
    let error = made(&server, &form, false).await.unwrap_err();
    assert!(
        error.to_string().contains("most likely they were not made"),
        "all came long before: {error}"
    );
    // When it was sent at another time, nobody knows when.
    let error = made(&server, &form, true).await.unwrap_err();
    assert!(error.maybe() && error.to_string().contains("(per_1)"), "{error}");
}

#[tokio::test]
async fn a_namesake_is_told_apart_and_only_those_who_may_be_them_are_read() {
    let server = Odd::start(Manners::default());
    server.crowd(150, "Somebody Else");
    server.crowd(1, "GRACE  HOPPER");
    server.crowd(60, "Somebody Else");
    server.turns("POST", [Turn::Says("500 Oh", json!({}))]);
    let error = made(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.to_string().contains("most likely they were not made"), "{error}");
    let read = server.asked();
    let people = read.iter().filter(|asked| asked.starts_with("GET /v1/persons/"));
    assert_eq!(people.count(), 21, "the namesake and the newest");
    assert!(read.contains(&"GET /v1/persons/per_154".to_owned()));
}

#[tokio::test]
async fn a_refusal_makes_nobody_and_is_not_looked_into() {
    for status in ["400 No", "401 No", "403 No", "404 No", "409 No", "422 No", "429 No"] {
        let server = Odd::start(Manners::default());
        let said = json!({"success": false, "error": "no", "errors": {"phones": ["too short"]}});
        server.turns("POST", [Turn::Says(status, said)]);
        let error = made(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
        assert!(matches!(error, CreateError::Refused(_)) && !error.maybe(), "{status}: {error:?}");
        assert_eq!(error.failed(FormKind::Create).fields[0].field, PersonField::PhoneNumbers);
        assert_eq!(server.asked(), [POST], "{status}");
    }
    let (_held, address) = refusing();
    let nowhere = client(address, hasty);
    let error = told(&nowhere, &grace(FormKind::Create, true), false).await.0.unwrap_err();
    assert!(matches!(error, CreateError::Refused(_)), "it never left: {error:?}");
}
