//! Saving an edit of a person on faulty servers: the report, and exactly what is
//! sent.

use serde_json::{Value as Json, json};
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, JobChoice, PersonField, ResponseKind, SaveOutcome, SaveStep,
    ServerQuirks, Settlement,
};
use shortlist::usecases::{Certainty, save_person};

use crate::support::quirky_server::{OTHER_JOB, Quirks, QuirkyServer, Reaction};
use crate::support::saving::{
    READ, UPDATE, contacts, into_report, plan, save_report, save_with_steps, text, title, verdicts,
};
use crate::support::scripted_server::{client, refusing_address, short_deadline};

#[tokio::test]
async fn only_changed_fields_are_sent_and_each_is_verified() {
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    let client = server.client();
    let changes = [
        (PersonField::CurrentJobTitle, text("Countess")),
        (PersonField::LastName, text("")),
        (
            PersonField::Emails,
            contacts(&[("personal", "ada@home.example"), ("club", "ada@club.example")]),
        ),
        (PersonField::Address, text("Ockham Park")),
        (PersonField::SocialUrl, text("https://social.example/in/countess/")),
        (
            PersonField::JobId,
            FieldValue::Job(Some(JobChoice { id: OTHER_JOB.into(), name: "Sales".into() })),
        ),
    ];
    let plan = plan(&client, &changes).await;
    let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let report = into_report(saved);
    assert_eq!(steps, [SaveStep::Reading, SaveStep::Sending, SaveStep::Verifying]);
    assert_eq!(server.requests(), [READ, READ, UPDATE, READ]);
    let emails = json!([
        {"contact_data_type": "personal", "value": "ada@home.example"},
        {"contact_data_type": "club", "value": "ada@club.example"},
    ]);
    let body = json!({
        "last_name": null, "current_job_title": "Countess", "emails": emails,
        "social_url": "https://social.example/in/countess/", "address": "Ockham Park",
        "job_id": OTHER_JOB,
    });
    assert_eq!(server.writes("PATCH"), [(Some("\"v1\"".to_owned()), body)]);
    assert!(report.is_as_requested(), "{report:?}");
    assert_eq!(report.response, ResponseKind::Accepted("Person updated".to_owned()));
    let is_write_only = |field| field == PersonField::Address;
    for (field, verdict) in verdicts(&report) {
        assert_eq!(
            verdict,
            if is_write_only(field) { FieldOutcome::Unverifiable } else { FieldOutcome::Verified },
            "{field:?}"
        );
    }
    assert_eq!(server.person("per_1")["jobs"].as_array().unwrap().len(), 2);
    assert_eq!(server.write_only_fields("per_1")["address"], "Ockham Park");
}

#[tokio::test]
async fn a_lost_answer_is_settled_by_a_read() {
    for (reaction, settlement, title_now) in [
        (Reaction::ApplyAndReset, Settlement::Applied, "Countess"),
        (Reaction::Reset, Settlement::NotApplied, "Engineer"),
        (Reaction::ApplyAndReply("502 Oh", json!({})), Settlement::Applied, "Countess"),
        (Reaction::ApplyAndReply("200 OK", json!("what?")), Settlement::Applied, "Countess"),
        (Reaction::Reply("500 Oh", json!({})), Settlement::NotApplied, "Engineer"),
    ] {
        let server = QuirkyServer::new();
        server.react_to("PATCH", [reaction.clone()]);
        let client = server.client();
        let plan = plan(&client, &title()).await;
        let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
        let Ok(SaveOutcome::Saved(report)) = saved else { panic!("{reaction:?}: {saved:?}") };
        assert_eq!(
            steps,
            [SaveStep::Reading, SaveStep::Sending, SaveStep::Settling],
            "{reaction:?}"
        );
        assert!(
            matches!(&report.response, ResponseKind::Lost(message) if !message.is_empty()),
            "{reaction:?}"
        );
        assert_eq!(report.settlement(), settlement, "{reaction:?}");
        assert_eq!(report.now.current_job_title, title_now, "{reaction:?}");
        assert_eq!(
            server.bodies("PATCH"),
            [json!({"current_job_title": "Countess"})],
            "{reaction:?}"
        );
        // A server that seems to have done nothing is read again.
        let reads = server.requests().len() - 3;
        let is_settled = settlement == Settlement::Applied;
        assert!(if is_settled { reads == 1 } else { reads > 2 }, "{reaction:?}: {reads}");
    }
}

#[tokio::test]
async fn a_lost_answer_about_a_write_only_field_cannot_be_settled() {
    let server = QuirkyServer::new();
    server.react_to("PATCH", [Reaction::ApplyAndReset]);
    let report = save_report(&server, &[(PersonField::Address, text("Ockham Park"))]).await;
    assert_eq!(report.settlement(), Settlement::Unknowable);
    assert_eq!(verdicts(&report), [(PersonField::Address, FieldOutcome::Unverifiable)]);
    assert_eq!(server.bodies("PATCH"), [json!({"address": "Ockham Park"})]);
}

#[tokio::test]
async fn the_same_handle_on_another_site_proves_nothing_after_a_lost_answer() {
    let server = QuirkyServer::new();
    server.react_to("PATCH", [Reaction::Reset]);
    let report =
        save_report(&server, &[(PersonField::SocialUrl, text("https://other.example/ada"))]).await;
    assert_eq!(report.settlement(), Settlement::Unknowable, "{report:?}");
}

#[tokio::test]
async fn if_the_record_cannot_be_read_the_outcome_is_unknown() {
    let server = QuirkyServer::new();
    let client = server.http.client_with(short_deadline);
    let plan = plan(&client, &title()).await;
    server.react_to("PATCH", [Reaction::ThenGoDown(Box::new(Reaction::ApplyAndReset))]);
    let error = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert!(matches!(error.certainty, Certainty::Unknown(_)) && error.is_uncertain(), "{error:?}");
    assert!(
        error.to_string().starts_with("may have been saved: no clear response came ("),
        "{error}"
    );
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn a_success_that_cannot_be_verified_is_reported_as_such() {
    let server = QuirkyServer::new();
    let client = server.http.client_with(short_deadline);
    let plan = plan(&client, &title()).await;
    server.react_to("PATCH", [Reaction::ThenGoDown(Box::new(Reaction::Normal))]);
    let error = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert!(
        matches!(&error.certainty, Certainty::Unverified(notice) if notice == "Person updated"),
        "{error:?}"
    );
    assert!(error.to_write_failure().is_uncertain);
    // When the server is back, nothing is sent a second time.
    server.change_quirks(|quirks| quirks.is_down = false);
    let again = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap();
    assert!(
        matches!(again, SaveOutcome::AlreadySaved(person) if person.current_job_title == "Countess")
    );
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn a_server_that_ignores_updates_does_not_show_them() {
    let server = QuirkyServer::with_quirks(Quirks { ignores_updates: true, ..Quirks::default() });
    let changes =
        [title()[0].clone(), (PersonField::Emails, contacts(&[("work", "ada@kestrel.example")]))];
    let report = save_report(&server, &changes).await;
    let expected = [
        (PersonField::CurrentJobTitle, FieldOutcome::NotVisible),
        (PersonField::Emails, FieldOutcome::NotVisible),
    ];
    assert_eq!(verdicts(&report), expected);
    assert_eq!(report.quirks, ServerQuirks::default(), "an unchanged list proves no quirk");
    assert!(!report.is_as_requested());
    assert_eq!(server.requests()[..5], [READ, READ, UPDATE, READ, READ]);
}

#[tokio::test]
async fn a_server_that_appends_to_lists_gets_only_new_entries() {
    let server = QuirkyServer::with_quirks(Quirks { appends_to_lists: true, ..Quirks::default() });
    let emails = contacts(&[("work", "ada@new.example"), ("personal", "ada@home.example")]);
    let report = save_report(&server, &[(PersonField::Emails, emails)]).await;
    assert!(report.quirks.extends_lists && !report.quirks.clears_omitted, "{report:?}");
    assert_eq!(verdicts(&report), [(PersonField::Emails, FieldOutcome::Different)]);

    let client = server.client();
    let mut phones = vec![("mobile", "+44 20 7946 0001"), ("home", "+44 20 7946 0002")];
    let adding = plan(&client, &[(PersonField::PhoneNumbers, contacts(&phones))]).await;
    let added = into_report(save_person(&client, &adding, report.quirks, &|_| {}).await);
    assert!(added.is_as_requested(), "{added:?}");
    let new = json!([{"contact_data_type": "home", "value": "+44 20 7946 0002"}]);
    assert_eq!(server.bodies("PATCH")[1], json!({"phone_numbers": new}));

    // A removal cannot work there and is not sent.
    phones.truncate(1);
    let removing = plan(&client, &[(PersonField::PhoneNumbers, contacts(&phones))]).await;
    let unsent = into_report(save_person(&client, &removing, report.quirks, &|_| {}).await);
    assert_eq!(unsent.response, ResponseKind::Unsent);
    assert_eq!(verdicts(&unsent), [(PersonField::PhoneNumbers, FieldOutcome::Unchanged)]);
    assert_eq!(server.bodies("PATCH").len(), 2);
}

#[tokio::test]
async fn a_server_that_clears_omitted_fields_gets_all_fields() {
    let server = QuirkyServer::with_quirks(Quirks { clears_omitted: true, ..Quirks::default() });
    let report = save_report(&server, &title()).await;
    assert!(report.quirks.clears_omitted && !report.quirks.extends_lists, "{report:?}");
    let cleared: Vec<PersonField> =
        report.unrequested.iter().map(|unasked| unasked.field).collect();
    let expected = [
        PersonField::FirstName,
        PersonField::LastName,
        PersonField::CompanyName,
        PersonField::Emails,
        PersonField::PhoneNumbers,
        PersonField::SocialUrl,
    ];
    assert_eq!(cleared, expected);

    server.edit_as_other_user(
        "per_1",
        &json!({"first_name": "Ada", "work_email": "ada@kestrel.example"}),
    );
    let client = server.client();
    let again = plan(&client, &[(PersonField::LastName, text("King"))]).await;
    let report = into_report(save_person(&client, &again, report.quirks, &|_| {}).await);
    assert!(report.is_as_requested(), "{report:?}");
    let emails = json!([{"contact_data_type": "work", "value": "ada@kestrel.example"}]);
    let all_fields = json!({"name": "Ada Lovelace", "first_name": "Ada", "last_name": "King",
                       "current_job_title": "Countess", "emails": emails});
    assert_eq!(server.bodies("PATCH")[1], all_fields);
}

#[tokio::test]
async fn a_missing_person_and_a_missing_server_are_reported_before_any_write() {
    let server = QuirkyServer::new();
    let reachable = server.client();
    let mut plan = plan(&reachable, &title()).await;
    let (_socket, address) = refusing_address();
    let unreachable = client(address, short_deadline);
    let error =
        save_person(&unreachable, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert!(
        !error.is_uncertain()
            && error.to_string().starts_with("not saved: cannot reach the server")
    );

    plan.person = "per_9".into();
    let error = save_person(&reachable, &plan, ServerQuirks::default(), &|_| {}).await.unwrap_err();
    assert_eq!((error.error.status(), error.is_uncertain()), (Some(404), false));
    assert_eq!(server.bodies("PATCH"), [Json::Null; 0]);
    assert!(server.requests().iter().all(|request| request.starts_with("GET")));
}
