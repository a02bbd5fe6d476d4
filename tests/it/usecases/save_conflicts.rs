//! Edits of other users while an edit is saved: conflicts, etags, and changes
//! that are no longer needed.

use serde_json::{Value as Json, json};
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, JobChoice, PersonField, SaveOutcome, SaveStep, ServerQuirks,
};
use shortlist::usecases::save_person;

use crate::support::quirky_server::{JOB, Quirks, QuirkyServer, Reaction};
use crate::support::saving::{
    READ, UPDATE, plan, save_report, save_with_steps, text, title, try_save, verdicts,
};

#[tokio::test]
async fn an_edit_by_another_user_before_the_read_is_a_conflict_and_nothing_is_sent() {
    for etags in [true, false] {
        let server = QuirkyServer::with_quirks(Quirks { etags, ..Quirks::default() });
        let client = server.client();
        let plan =
            plan(&client, &[title()[0].clone(), (PersonField::LastName, text("King"))]).await;
        server.edit_as_other_user(
            "per_1",
            &json!({"current_job_title": "Poet", "last_name": "King"}),
        );
        let SaveOutcome::Conflict { current, conflicts } =
            save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap()
        else {
            panic!("no conflict")
        };
        assert_eq!(current.current_job_title, "Poet");
        assert_eq!(conflicts.len(), 1, "two equal changes are no conflict: {conflicts:?}");
        let conflict = &conflicts[0];
        let values = [&conflict.base, &conflict.theirs, &conflict.mine].map(FieldValue::describe);
        assert_eq!(values, ["Engineer", "Poet", "Countess"]);
        // A read may lag behind, so it is repeated for a moment.
        assert!(server.requests().iter().all(|request| request == READ));
    }
}

#[tokio::test]
async fn an_edit_by_another_user_after_the_read_is_caught_by_the_etag() {
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    server.react_to("PATCH", [Reaction::AfterEdit("per_1", json!({"current_job_title": "Poet"}))]);
    let client = server.client();
    let plan = plan(&client, &title()).await;
    let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    assert!(matches!(saved, Ok(SaveOutcome::Conflict { .. })), "{saved:?}");
    assert_eq!(steps, [SaveStep::Reading, SaveStep::Sending, SaveStep::Reading]);
    assert_eq!(server.person("per_1")["current_job_title"], "Poet");
    assert_eq!(server.requests()[..4], [READ, READ, UPDATE, READ]);
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn an_edit_of_another_field_in_between_is_no_conflict() {
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    server.react_to("PATCH", [Reaction::AfterEdit("per_1", json!({"last_name": "King"}))]);
    let report = save_report(&server, &title()).await;
    assert!(report.is_as_requested(), "{report:?}");
    let body = json!({"current_job_title": "Countess"});
    let writes = [(Some("\"v1\"".to_owned()), body.clone()), (Some("\"v2\"".to_owned()), body)];
    assert_eq!(server.writes("PATCH"), writes);
    let person = server.person("per_1");
    assert_eq!([&person["last_name"], &person["current_job_title"]], ["King", "Countess"]);
}

#[tokio::test]
async fn without_etags_an_edit_in_between_is_reported_afterwards() {
    let server = QuirkyServer::new();
    server.react_to("PATCH", [Reaction::AfterEdit("per_1", json!({"last_name": "King"}))]);
    let report = save_report(&server, &title()).await;
    assert_eq!(verdicts(&report), [(PersonField::CurrentJobTitle, FieldOutcome::Verified)]);
    let unasked: Vec<(PersonField, String)> =
        report.unrequested.iter().map(|field| (field.field, field.now.describe())).collect();
    assert_eq!(unasked, [(PersonField::LastName, "King".to_owned())]);
    assert_eq!(server.writes("PATCH"), [(None, json!({"current_job_title": "Countess"}))]);
}

#[tokio::test]
async fn a_server_that_refuses_its_own_etag_is_an_error_after_three_attempts() {
    let server = QuirkyServer::with_quirks(Quirks { etags: true, ..Quirks::default() });
    let refusal =
        Reaction::Reply("412 Precondition Failed", json!({"success": false, "error": "stale"}));
    server.react_to("PATCH", vec![refusal; 4]);
    let error = try_save(&server.client(), &title()).await.unwrap_err();
    assert_eq!((error.error.status(), error.is_uncertain()), (Some(412), false));
    assert_eq!(server.bodies("PATCH").len(), 3);
}

#[tokio::test]
async fn after_a_refused_weak_etag_an_unchanged_record_is_written_without() {
    let server = QuirkyServer::with_quirks(Quirks { weak_etags: true, ..Quirks::default() });
    let report = save_report(&server, &title()).await;
    assert!(report.is_as_requested(), "{report:?}");
    let etags: Vec<_> = server.writes("PATCH").into_iter().map(|(etag, _)| etag).collect();
    assert_eq!(etags, [Some("W/\"v1\"".to_owned()), None]);
}

#[tokio::test]
async fn a_change_that_the_record_has_already_is_not_sent() {
    let server = QuirkyServer::new();
    let client = server.client();
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let changes = [title()[0].clone(), (PersonField::JobId, FieldValue::Job(Some(job)))];
    let plan = plan(&client, &changes).await;
    server.edit_as_other_user("per_1", &json!({"current_job_title": "Countess"}));
    let saved = save_person(&client, &plan, ServerQuirks::default(), &|_| {}).await.unwrap();
    assert!(matches!(saved, SaveOutcome::AlreadySaved(_)), "{saved:?}");
    assert_eq!(server.bodies("PATCH"), [Json::Null; 0]);
}
