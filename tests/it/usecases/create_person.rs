//! Creating a person on servers that lose the answer: no person is created
//! twice, and an unknown outcome is reported as unknown.

use serde_json::json;
use shortlist::recruiting::person::{FieldValue, Form, FormKind, JobChoice, PersonField, SaveStep};
use shortlist::usecases::CreateError;

use crate::support::creating::{
    EXTERNAL_ID, LIST, NEW, POST, create_with_steps, grace, try_create,
};
use crate::support::quirky_server::{JOB, Quirks, QuirkyServer, Reaction};
use crate::support::scripted_server::short_deadline;

#[tokio::test]
async fn a_person_is_created_and_read_again() {
    for (kind, path) in [(FormKind::Create, "/v1/persons"), (FormKind::CreateV0, "/v0/persons")] {
        let server = QuirkyServer::new();
        let (outcome, steps) = create_with_steps(&server.client(), &grace(kind, true), false).await;
        let created = outcome.unwrap();
        assert_eq!(steps, [SaveStep::Sending, SaveStep::Verifying]);
        assert_eq!(server.requests(), [&format!("POST {path}"), NEW]);
        let body = json!({
            "name": "Grace Hopper", "current_job_title": "Admiral", "job_id": JOB,
            "emails": ["grace@navy.example", "grace@home.example"], "external_source_id": EXTERNAL_ID,
        });
        assert_eq!(server.bodies("POST"), [body]);
        assert_eq!((created.id.as_str(), created.name.as_str()), ("per_4", "Grace Hopper"));
        assert_eq!(created.candidate.unwrap().as_str(), "can_4");
        assert_eq!((created.was_recovered, created.warnings), (false, Vec::new()));
        assert_eq!(created.person.unwrap().external_source_id.as_deref(), Some(EXTERNAL_ID));
    }
}

#[tokio::test]
async fn a_missing_candidate_is_a_warning() {
    for kind in [FormKind::Create, FormKind::CreateV0] {
        let server = QuirkyServer::with_quirks(Quirks { ignores_jobs: true, ..Quirks::default() });
        let created = try_create(&server, &grace(kind, true), false).await.unwrap();
        assert_eq!(created.candidate, None);
        let warning = "the server did not confirm a candidacy for Rust Engineer";
        assert_eq!(created.warnings, [warning]);
    }
}

#[tokio::test]
async fn a_value_that_the_server_stores_differently_is_a_warning() {
    let server = QuirkyServer::new();
    server.react_to(
        "GET",
        [Reaction::AfterEdit(
            "per_4",
            json!({
                "name": "HOPPER, GRACE", "current_job_title": "",
                "emails": [{"contact_data_type": "other", "value": "GRACE@navy.example"}],
            }),
        )],
    );
    let created = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap();
    let warnings = [
        "the server keeps another name: HOPPER, GRACE",
        "the server did not keep the title",
        "the server did not keep the address grace@home.example",
    ];
    assert_eq!(created.warnings, warnings);
    assert_eq!(created.name, "HOPPER, GRACE");
}

#[tokio::test]
async fn a_person_that_cannot_be_read_again_was_created_nevertheless() {
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::ThenGoDown(Box::new(Reaction::Normal))]);
    let client = server.http.client_with(short_deadline);
    let created =
        create_with_steps(&client, &grace(FormKind::Create, true), false).await.0.unwrap();
    assert_eq!((created.id.as_str(), created.person), ("per_4", None));
    assert!(created.warnings[0].starts_with("the record could not be read again: "));
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_the_candidates_of_the_job() {
    for (reaction, is_created) in [
        (Reaction::ApplyAndReset, true),
        (Reaction::ApplyAndReply("500 Oh", json!({})), true),
        (Reaction::ApplyAndReply("504 Oh", json!({})), true),
        (Reaction::ApplyAndReply("201 Created", json!("what?")), true),
        (Reaction::ApplyAndReply("201 Created", json!({"success": true, "data": {}})), true),
        (Reaction::Reset, false),
        (Reaction::Reply("500 Oh", json!({})), false),
    ] {
        let server = QuirkyServer::new();
        server.react_to("POST", [reaction.clone()]);
        let form = grace(FormKind::Create, true);
        let (outcome, steps) = create_with_steps(&server.client(), &form, false).await;
        assert_eq!(steps, [SaveStep::Sending, SaveStep::Settling], "{reaction:?}");
        assert_eq!(server.bodies("POST").len(), 1, "{reaction:?}");
        if is_created {
            let created = outcome.unwrap();
            assert!(
                created.was_recovered && created.warnings.is_empty(),
                "{reaction:?}: {created:?}"
            );
            assert_eq!(
                (created.id.as_str(), created.candidate.unwrap().as_str()),
                ("per_4", "can_4")
            );
            assert_eq!(server.requests(), [POST, LIST, NEW], "{reaction:?}");
        } else {
            let error = outcome.unwrap_err();
            assert!(
                matches!(error, CreateError::Unsettled { .. }) && error.is_uncertain(),
                "{error:?}"
            );
            let message = error.to_string();
            assert!(message.starts_with("may have been created: "), "{message}");
            assert!(message.contains(&format!(
                "the list of Rust Engineer was read completely; none of 3 possible matches has external ID {EXTERNAL_ID}: the person was not created, is not visible yet, or was created without the job"
            )), "{message}");
            assert_eq!(server.person_count(), 3);
        }
    }
}

#[tokio::test]
async fn a_create_that_was_sent_before_is_looked_up_and_not_sent_again() {
    let server = QuirkyServer::new();
    let form = grace(FormKind::Create, true);
    let first = try_create(&server, &form, false).await.unwrap();
    let (again, steps) = create_with_steps(&server.client(), &form, true).await;
    let again = again.unwrap();
    assert_eq!((again.id, again.was_recovered), (first.id, true));
    assert_eq!(steps, [SaveStep::Searching]);
    assert_eq!(server.bodies("POST").len(), 1, "no person is created twice");

    let server = QuirkyServer::new();
    let (outcome, steps) = create_with_steps(&server.client(), &form, true).await;
    let error = outcome.unwrap_err();
    assert!(matches!(error, CreateError::Unsettled { error: None, .. }), "{error:?}");
    assert_eq!(steps, [SaveStep::Searching]);
    let reads: Vec<String> = (1..=3).rev().map(|id| format!("GET /v1/persons/per_{id}")).collect();
    assert_eq!(server.requests(), [&[LIST.to_owned()], reads.as_slice()].concat());
}

#[tokio::test]
async fn without_a_job_the_outcome_stays_unknown() {
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::ApplyAndReset]);
    let mut form = grace(FormKind::Create, false);
    form.set(PersonField::JobName, FieldValue::Text("Rust Engineer".to_owned()));
    let error = try_create(&server, &form, false).await.unwrap_err();
    assert!(matches!(error, CreateError::Unsettled { .. }) && error.is_uncertain(), "{error:?}");
    let message = error.to_string();
    assert!(message.starts_with("may have been created: the connection broke: "), "{message}");
    assert!(message.ends_with(&format!(
        "without a job there is no list to search; search the ATS for the external ID {EXTERNAL_ID}"
    )), "{message}");
    assert!(error.to_write_failure(form.kind).is_uncertain);
    // It is not sent again while the outcome is unknown.
    assert!(try_create(&server, &form, true).await.unwrap_err().is_uncertain());
    assert_eq!(server.requests(), [POST]);
    assert_eq!(server.person_count(), 4);
}

#[tokio::test]
async fn an_incomplete_lookup_proves_nothing() {
    // The server is down when the list is read.
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::ThenGoDown(Box::new(Reaction::Reset))]);
    let client = server.http.client_with(short_deadline);
    let error =
        create_with_steps(&client, &grace(FormKind::Create, true), false).await.0.unwrap_err();
    assert!(error.is_uncertain(), "{error}");
    assert!(error.to_string().contains("the list of Rust Engineer could not be read completely ("));
    assert_eq!(server.bodies("POST").len(), 1);

    // One person cannot be read.
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::Reset]);
    let refused = Reaction::Reply("403 No", json!({"success": false, "error": "not yours"}));
    server.react_to("GET", [Reaction::Normal, refused]);
    let error = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.is_uncertain(), "{error}");
    let message = "some possible matches in the list of Rust Engineer could not be read (1)";
    assert!(error.to_string().contains(message), "{error}");

    // The server hides external ids, and a candidate has the same name.
    let server =
        QuirkyServer::with_quirks(Quirks { hides_external_ids: true, ..Quirks::default() });
    server.react_to("POST", [Reaction::ApplyAndReset]);
    let error = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.is_uncertain(), "{error}");
    assert!(error.to_string().contains("the server returns no external IDs"), "{error}");
}

/// A new person with a single field.
fn form_with(field: PersonField, value: FieldValue) -> Form {
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let mut form = Form::create(FormKind::Create, Some(job), EXTERNAL_ID.to_owned());
    form.set(field, value);
    form
}

#[tokio::test]
async fn without_external_ids_a_similar_candidate_may_be_the_new_person() {
    let text = |text: &str| FieldValue::Text(text.to_owned());
    for (form, rewrites_names, similarity) in [
        (
            form_with(PersonField::WorkEmail, text("g@navy.example")),
            false,
            "the same email: g@navy.example",
        ),
        (
            form_with(PersonField::Emails, FieldValue::Texts(vec!["G@Navy.example".to_owned()])),
            false,
            "email",
        ),
        (
            form_with(PersonField::MobilePhone, text("+44 20 7946 0007")),
            false,
            "the same phone: +44 20",
        ),
        (
            form_with(PersonField::SocialUrl, text("https://s.example/in/g")),
            false,
            "the same profile link: g",
        ),
        (grace(FormKind::Create, true), true, "reppoH ecarG (per_4) with the same email: grace"),
    ] {
        let server = QuirkyServer::with_quirks(Quirks {
            hides_external_ids: true,
            rewrites_names,
            ..Quirks::default()
        });
        server.react_to("POST", [Reaction::ApplyAndReset]);
        let error = try_create(&server, &form, false).await.unwrap_err();
        assert!(error.is_uncertain(), "{error}");
        let message = error.to_string();
        assert!(message.contains(similarity) && message.contains("(per_4)"), "{message}");
        // The create is not retried automatically.
        assert!(try_create(&server, &form, true).await.unwrap_err().is_uncertain());
        assert_eq!((server.bodies("POST").len(), server.person_count()), (1, 4), "{message}");
    }
    // A server may merge people by email and keep the older record.
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::Reset]);
    let form =
        form_with(PersonField::Emails, FieldValue::Texts(vec!["gudrun@lsh.example".to_owned()]));
    let error = try_create(&server, &form, false).await.unwrap_err();
    assert!(
        error.is_uncertain() && error.to_string().contains("(per_3) with the same email"),
        "{error}"
    );
    // Without a name only the newest candidates are read.
    let form = form_with(PersonField::Emails, FieldValue::Texts(vec!["g@navy.example".to_owned()]));
    server.react_to("POST", [Reaction::ApplyAndReset]);
    assert!(try_create(&server, &form, false).await.unwrap().was_recovered);
    server.add_people(30, "Somebody Else");
    let message = try_create(&server, &form, true).await.unwrap_err().to_string();
    assert!(message.contains("too long to check everyone"), "{message}");
}

#[tokio::test]
async fn without_external_ids_a_recent_candidate_may_be_the_new_person() {
    let quirks = Quirks { hides_external_ids: true, rewrites_names: true, ..Quirks::default() };
    let form = form_with(PersonField::Name, FieldValue::Text("Grace Hopper".to_owned()));
    let hours = |hours| (chrono::Utc::now() - chrono::TimeDelta::hours(hours)).to_rfc3339();
    // The clock or the time zone of the server may differ.
    for at in [hours(-1), hours(0), hours(20), String::new()] {
        let server = QuirkyServer::with_quirks(quirks);
        server.set_created_at(&at);
        server.react_to("POST", [Reaction::ApplyAndReset]);
        let error = try_create(&server, &form, false).await.unwrap_err();
        assert!(error.is_uncertain(), "{at}: {error}");
        let message =
            "contains reppoH ecarG (per_4), a possible match: the server returns no external IDs";
        assert!(error.to_string().contains(message), "{error}");
    }
    let server = QuirkyServer::with_quirks(quirks);
    server.react_to("POST", [Reaction::Reset]);
    let error = try_create(&server, &form, false).await.unwrap_err();
    assert!(error.to_string().contains("is not visible yet"), "all candidates are older: {error}");
    // The time of an earlier create is unknown.
    let error = try_create(&server, &form, true).await.unwrap_err();
    assert!(error.is_uncertain() && error.to_string().contains("(per_1)"), "{error}");
}

#[tokio::test]
async fn only_possible_matches_are_read() {
    let server = QuirkyServer::new();
    server.add_people(150, "Somebody Else");
    server.add_people(1, "GRACE  HOPPER");
    server.add_people(60, "Somebody Else");
    server.react_to("POST", [Reaction::Reply("500 Oh", json!({}))]);
    let error = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(error.to_string().contains("is not visible yet"), "{error}");
    let requests = server.requests();
    let people = requests.iter().filter(|request| request.starts_with("GET /v1/persons/"));
    assert_eq!(people.count(), 2 * 21, "only the namesake and the newest are read, twice");
    assert!(requests.contains(&"GET /v1/persons/per_154".to_owned()));
}
