//! Error answers to a change or a create: a read settles what the server did.

use serde_json::{Value as Json, json};
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, FormKind, JobChoice, PersonField, ResponseKind, ServerQuirks,
    Settlement,
};
use shortlist::usecases::{Certainty, CreateError, save_person};

use crate::support::creating::{LIST, POST, create_with_steps, grace, try_create};
use crate::support::quirky_server::{JOB, Quirks, QuirkyServer, Reaction};
use crate::support::saving::{READ, UPDATE, plan, save_report, text, title, try_save, verdicts};
use crate::support::scripted_server::{client, refusing_address, short_deadline};

/// The answer of a server that refuses.
fn refusal() -> Json {
    json!({"success": false, "error": "no"})
}

#[tokio::test]
async fn a_refusal_is_confirmed_by_a_read_and_its_messages_belong_to_their_fields() {
    for status in ["400 No", "403 No", "404 No", "409 No", "422 No", "429 No", "200 OK"] {
        let server = QuirkyServer::new();
        let body = json!({"success": false, "error": "no", "errors": [
            {"field": "emails[1].value", "message": "not an \u{1b}address"},
            {"field": "body.current_job_title", "message": "too grand"},
            {"field": "stars", "message": "unknown"},
        ]});
        server.react_to("PATCH", [Reaction::Reply(status, body)]);
        let error = try_save(&server.client(), &title()).await.unwrap_err();
        assert!(matches!(error.certainty, Certainty::NotApplied), "{status}");
        let failed = error.to_write_failure();
        assert!(!failed.is_uncertain);
        let fields: Vec<(PersonField, Option<usize>, &str)> = failed
            .fields
            .iter()
            .map(|error| (error.field, error.entry, error.message.as_str()))
            .collect();
        let expected = [
            (PersonField::Emails, Some(1), "not an \\u{1b}address"),
            (PersonField::CurrentJobTitle, None, "too grand"),
        ];
        assert_eq!(fields, expected, "{status}");
        assert!(failed.failure.message.contains("stars: unknown"), "{}", failed.failure.message);
        let again = if status == "200 OK" { 2 } else { 1 };
        assert_eq!(server.requests(), [&[READ, READ, UPDATE][..], &[READ; 2][..again]].concat());
    }
}

#[tokio::test]
async fn a_change_that_was_refused_and_applied_is_reported_as_saved() {
    for status in ["400 No", "403 No", "404 No", "409 No", "422 No", "429 No", "200 OK", "302 Go"] {
        let server = QuirkyServer::new();
        server.react_to("PATCH", [Reaction::ApplyAndReply(status, refusal())]);
        let report = save_report(&server, &title()).await;
        assert!(matches!(report.response, ResponseKind::Refused(_)), "{status}: {report:?}");
        assert_eq!(report.settlement(), Settlement::Applied, "{status}");
        assert_eq!(verdicts(&report), [(PersonField::CurrentJobTitle, FieldOutcome::Verified)]);
        assert_eq!(server.requests(), [READ, READ, UPDATE, READ], "{status}");
    }
}

#[tokio::test]
async fn a_stale_etag_on_a_change_that_was_applied_sends_nothing_again() {
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    server.react_to("PATCH", [Reaction::ApplyAndReply("412 Precondition Failed", refusal())]);
    let report = save_report(&server, &title()).await;
    assert!(matches!(report.response, ResponseKind::Refused(_)), "{report:?}");
    assert_eq!(report.settlement(), Settlement::Applied);
    assert_eq!(server.requests(), [READ, READ, UPDATE, READ]);
}

#[tokio::test]
async fn a_refusal_that_no_read_confirms_has_an_unknown_outcome() {
    // A rejected key locks the client, so that the record cannot be read.
    for reaction in [
        Reaction::Reply("401 No", refusal()),
        Reaction::ApplyAndReply("401 No", refusal()),
        Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReply("422 No", refusal()))),
        Reaction::ThenGoDown(Box::new(Reaction::Reply("422 No", refusal()))),
    ] {
        let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
        server.react_to("PATCH", [reaction.clone()]);
        let client = server.http.client_with(short_deadline);
        let error = try_save(&client, &title()).await.unwrap_err();
        assert!(matches!(error.certainty, Certainty::Unknown(_)), "{reaction:?}: {error:?}");
        let message = error.to_string();
        let causes = ["rejected the key (401)", "returned an error (422)"];
        let is_named =
            |cause: &&str| message.starts_with(&format!("may have been saved: the server {cause}"));
        assert!(causes.iter().any(is_named), "{message}");
        assert!(message.contains("; the record could not be read again ("), "{message}");
        assert_eq!(server.bodies("PATCH").len(), 1, "{reaction:?}");
    }
    // The first answer is a 412, and the read for the second round fails.
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    let stale = Reaction::ApplyAndReply("412 No", refusal());
    server.react_to("PATCH", [Reaction::ThenGoDown(Box::new(stale))]);
    let client = server.http.client_with(short_deadline);
    let error = try_save(&client, &title()).await.unwrap_err();
    assert!(matches!(error.certainty, Certainty::Unknown(_)), "{error:?}");
}

#[tokio::test]
async fn a_refused_change_of_a_write_only_field_has_an_unknown_outcome() {
    let server = QuirkyServer::new();
    let at_field = json!({"success": false, "error": "no",
        "errors": [{"field": "address", "message": "too long"}]});
    server.react_to("PATCH", [Reaction::ApplyAndReply("422 No", at_field)]);
    let changes = [(PersonField::Address, text("Ockham Park"))];
    let error = try_save(&server.client(), &changes).await.unwrap_err();
    assert!(matches!(error.certainty, Certainty::Unverifiable) && error.is_uncertain());
    assert!(
        error.to_string().starts_with("may have been saved: the server returned an error (422)")
    );
    assert_eq!(error.to_write_failure().fields[0].field, PersonField::Address);
}

#[tokio::test]
async fn a_person_deleted_meanwhile_was_not_changed() {
    let server = QuirkyServer::new();
    let client = server.client();
    let plan = plan(&client, &title()).await;
    let gone = || Reaction::Reply("404 No", refusal());
    server.react_to("PATCH", [gone()]);
    server.react_to("GET", [Reaction::Normal, gone()]);
    let error = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert!(matches!(error.certainty, Certainty::NotApplied), "{error:?}");
}

#[tokio::test]
async fn a_refused_create_is_final_once_the_list_of_the_job_confirms_it() {
    for status in ["400 No", "403 No", "404 No", "409 No", "422 No", "429 No", "200 OK"] {
        let server = QuirkyServer::new();
        let body = json!({"success": false, "error": "no", "errors": {"phones": ["too short"]}});
        server.react_to("POST", [Reaction::Reply(status, body)]);
        let error = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
        assert!(
            matches!(error, CreateError::Refused(_)) && !error.is_uncertain(),
            "{status}: {error:?}"
        );
        assert_eq!(
            error.to_write_failure(FormKind::Create).fields[0].field,
            PersonField::PhoneNumbers
        );
        assert_eq!(server.requests(), [POST, LIST], "{status}: older candidates are not read");
    }
    // The server does not want a person twice.
    let server =
        QuirkyServer::with_quirks(Quirks { hides_external_ids: true, ..Quirks::default() });
    server.create_as_other_user(&json!({"name": "Grace Hopper", "job_id": JOB}));
    server.react_to("POST", [Reaction::Reply("409 No", refusal())]);
    let error = try_create(&server, &grace(FormKind::Create, true), false).await.unwrap_err();
    assert!(matches!(error, CreateError::Refused(_)), "{error:?}");
    // A job that does not exist has no list.
    let server = QuirkyServer::new();
    server.react_to("POST", [Reaction::Reply("422 No", refusal())]);
    let mut form = grace(FormKind::Create, false);
    let job = JobChoice { id: "job_gone".into(), name: String::new() };
    form.set(PersonField::JobId, FieldValue::Job(Some(job)));
    let error = try_create(&server, &form, false).await.unwrap_err();
    assert!(matches!(error, CreateError::Refused(_)), "{error:?}");
    let (_socket, address) = refusing_address();
    let unreachable = client(address, short_deadline);
    let error =
        create_with_steps(&unreachable, &grace(FormKind::Create, true), false).await.0.unwrap_err();
    assert!(matches!(error, CreateError::Refused(_)), "it was never sent: {error:?}");
}

#[tokio::test]
async fn a_create_that_was_refused_and_applied_is_found() {
    for status in ["400 No", "403 No", "409 No", "422 No", "429 No", "200 OK", "302 Go"] {
        for kind in [FormKind::Create, FormKind::CreateV0] {
            let server = QuirkyServer::new();
            server.react_to("POST", [Reaction::ApplyAndReply(status, refusal())]);
            let created = try_create(&server, &grace(kind, true), false).await.unwrap();
            assert_eq!((created.id.as_str(), created.was_recovered), ("per_4", true), "{status}");
            let code = status.split(' ').next().unwrap();
            assert!(created.warnings[0].contains(code), "{status}: {:?}", created.warnings);
            assert_eq!(server.bodies("POST").len(), 1);
        }
    }
}

#[tokio::test]
async fn a_refused_create_that_no_search_confirms_has_an_unknown_outcome() {
    for (has_job, reaction) in [
        // A rejected key locks the client, so that the list cannot be read.
        (true, Reaction::Reply("401 No", refusal())),
        (true, Reaction::ApplyAndReply("401 No", refusal())),
        (true, Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReply("422 No", refusal())))),
        (false, Reaction::Reply("422 No", refusal())),
        (false, Reaction::ApplyAndReply("200 OK", refusal())),
    ] {
        let server = QuirkyServer::new();
        server.react_to("POST", [reaction.clone()]);
        let client = server.http.client_with(short_deadline);
        let form = grace(FormKind::Create, has_job);
        let error = create_with_steps(&client, &form, false).await.0.unwrap_err();
        assert!(matches!(error, CreateError::Unsettled { error: Some(_), .. }), "{error:?}");
        assert!(error.to_string().starts_with("may have been created: the server "), "{error}");
        assert_eq!(server.bodies("POST").len(), 1, "{reaction:?}");
    }
}
