//! Servers whose reads lag behind their writes: a read that shows the old values proves nothing.

use std::time::Duration;

use serde_json::json;
use shortlist::client::Client;
use shortlist::recruiting::person::{
    FieldOutcome, FieldValue, FormKind, JobChoice, OwnEdit, PersonField, Plan, ResponseKind,
    SaveOutcome, SaveStep, ServerQuirks, Settlement,
};
use shortlist::wire::{Patch, UpdatePerson};

use crate::support::creating::{LIST, NEW, POST, create_with_steps, grace};
use crate::support::quirky_server::{OTHER_JOB, Quirks, QuirkyServer, Reaction};
use crate::support::saving::{
    into_report, plan, save_report, save_with_steps, text, title, verdicts,
};

const ALL: usize = usize::MAX;

const ACCEPTED: [SaveStep; 4] =
    [SaveStep::Reading, SaveStep::Sending, SaveStep::Verifying, SaveStep::Awaiting];

/// A server of which this many reads after a write show the records from before it.
fn lagging(stale_reads: usize) -> QuirkyServer {
    QuirkyServer::with_quirks(Quirks { stale_reads, ..Quirks::default() })
}

/// A client that has time for many reads, even on a busy machine.
fn patient(server: &QuirkyServer) -> Client {
    server.http.client_with(|options| options.visibility_wait = Duration::from_secs(10))
}

#[tokio::test]
async fn a_change_that_becomes_visible_late_is_verified() {
    let job = FieldValue::Job(Some(JobChoice { id: OTHER_JOB.into(), name: "Sales".into() }));
    for changes in [title(), [(PersonField::JobId, job)]] {
        let server = lagging(4);
        let client = patient(&server);
        let plan = plan(&client, &changes).await;
        let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
        assert_eq!(verdicts(&into_report(saved)), [(changes[0].0, FieldOutcome::Verified)]);
        assert_eq!(steps, ACCEPTED);
        assert_eq!(server.bodies("PATCH").len(), 1);
        assert_eq!(server.requests().len(), 3 + 5, "the first read that shows it is the last");
    }
}

#[tokio::test]
async fn a_change_that_stays_invisible_is_not_called_lost() {
    let server = lagging(ALL);
    let client = server.client();
    let plan = plan(&client, &title()).await;
    let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let report = into_report(saved);
    assert_eq!(verdicts(&report), [(PersonField::CurrentJobTitle, FieldOutcome::NotVisible)]);
    assert!(report.is_invisible() && !report.is_as_requested(), "{report:?}");
    assert!(matches!(report.response, ResponseKind::Accepted(_)), "{report:?}");
    assert_eq!(steps, ACCEPTED);
    assert_eq!(server.person("per_1")["current_job_title"], "Countess", "it is saved");
}

#[tokio::test]
async fn a_third_value_is_the_servers_word_and_is_not_waited_for() {
    let server = QuirkyServer::new();
    let other = Reaction::ApplyAndReply("200 OK", json!({"success": true, "data": {}}));
    server.react_to("PATCH", [other]);
    let edit = json!({"current_job_title": "Peer"});
    server
        .react_to("GET", [Reaction::Normal, Reaction::Normal, Reaction::AfterEdit("per_1", edit)]);
    let client = patient(&server);
    let plan = plan(&client, &title()).await;
    let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let expected = [(PersonField::CurrentJobTitle, FieldOutcome::Different)];
    assert_eq!(verdicts(&into_report(saved)), expected);
    assert_eq!(steps, ACCEPTED[..3]);
}

#[tokio::test]
async fn a_lost_answer_and_late_reads_are_settled_as_applied() {
    let server = lagging(3);
    server.react_to("PATCH", [Reaction::ApplyAndReset]);
    let client = patient(&server);
    let plan = plan(&client, &title()).await;
    let (saved, _) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    assert_eq!(into_report(saved).settlement(), Settlement::Applied);
}

#[tokio::test]
async fn an_undo_is_sent_although_the_record_shows_the_old_value() {
    let server = lagging(ALL);
    let client = server.client();
    let mut undo = plan(&client, &title()).await;
    let (saved, _) = save_with_steps(&client, &undo, ServerQuirks::default()).await;
    assert!(into_report(saved).is_invisible());
    // The record still shows the title that the undo restores.
    undo.base.insert(PersonField::CurrentJobTitle, text("Countess"));
    undo.wanted.insert(PersonField::CurrentJobTitle, text("Engineer"));
    let (saved, _) = save_with_steps(&client, &undo, ServerQuirks::default()).await;
    assert!(matches!(saved, Ok(SaveOutcome::AlreadySaved(_))), "{saved:?}");
    undo.resends = true;
    let (saved, _) = save_with_steps(&client, &undo, ServerQuirks::default()).await;
    let report = into_report(saved);
    assert_eq!(report.now.current_job_title, "Countess", "the reads show the edit now");
    assert!(report.is_invisible(), "the edit that is undone is an old value: {report:?}");
    assert_eq!(server.person("per_1")["current_job_title"], "Engineer");
    assert_eq!(server.bodies("PATCH").len(), 2);
}

/// A plan that changes the title again, after this session changed it to `Countess`.
async fn second_edit(client: &Client) -> Plan {
    let mut plan = plan(client, &[(PersonField::CurrentJobTitle, text("Duchess"))]).await;
    plan.base.insert(PersonField::CurrentJobTitle, text("Countess"));
    let own_edit = OwnEdit { before: text("Engineer"), after: text("Countess") };
    plan.own_edits.insert(PersonField::CurrentJobTitle, own_edit);
    plan
}

#[tokio::test]
async fn a_read_before_a_change_that_lags_behind_the_last_edit_is_repeated() {
    let server = QuirkyServer::new();
    let client = patient(&server);
    let plan = second_edit(&client).await;
    // The last edit becomes visible with the fourth read.
    let visible = Reaction::AfterEdit("per_1", json!({"current_job_title": "Countess"}));
    server.react_to("GET", [Reaction::Normal, Reaction::Normal, Reaction::Normal, visible]);
    let (saved, _) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let expected = [(PersonField::CurrentJobTitle, FieldOutcome::Verified)];
    assert_eq!(verdicts(&into_report(saved)), expected);
    assert_eq!(server.bodies("PATCH").len(), 1);
}

#[tokio::test]
async fn a_record_that_stays_as_before_the_last_edit_is_not_overwritten() {
    let server = QuirkyServer::new();
    let client = server.client();
    let plan = second_edit(&client).await;
    let (saved, steps) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let Ok(SaveOutcome::Conflict { conflicts, .. }) = saved else { panic!("{saved:?}") };
    assert!(conflicts[0].is_stale, "it is not called a change of another user");
    assert_eq!(steps, [SaveStep::Reading]);
    assert_eq!(server.bodies("PATCH").len(), 0);
}

#[tokio::test]
async fn a_412_on_a_record_that_lags_behind_is_sent_again_after_a_wait() {
    let quirks = Quirks { etags: true, stale_reads: 5, ..Quirks::default() };
    let server = QuirkyServer::with_quirks(quirks);
    let client = patient(&server);
    let plan = plan(&client, &title()).await;
    let company_name = Patch::Set("Umbra".to_owned());
    let company = UpdatePerson { company_name, ..UpdatePerson::default() };
    client.update_person(&plan.person, &company, None).await.unwrap();
    let (saved, _) = save_with_steps(&client, &plan, ServerQuirks::default()).await;
    let report = into_report(saved);
    assert_eq!(report.response, ResponseKind::Accepted("Person updated".to_owned()));
    assert_eq!(server.person("per_1")["current_job_title"], "Countess");
}

#[tokio::test]
async fn a_refused_undo_of_a_value_that_the_record_shows_is_unknown_but_not_called_write_only() {
    let server = QuirkyServer::new();
    let client = server.client();
    let mut undo = plan(&client, &title()).await;
    undo.wanted.insert(PersonField::CurrentJobTitle, text("Engineer"));
    undo.resends = true;
    let refusal = json!({"success": false, "error": "no"});
    server.react_to("PATCH", [Reaction::Reply("422 No", refusal)]);
    let error = save_with_steps(&client, &undo, ServerQuirks::default()).await.0.unwrap_err();
    assert!(error.is_uncertain());
    let message = error.to_string();
    assert!(message.ends_with("; the record had these values before, too"), "{message}");
}

#[tokio::test]
async fn an_id_in_the_answer_to_a_change_matters_only_if_the_record_disagrees() {
    let answer = json!({"success": true, "data": {"id": "evt_7", "message": "Person updated"}});
    let address = [(PersonField::Address, text("Ockham Park"))];
    let accepted = || ResponseKind::Accepted(String::new());
    for (changes, reaction, expected) in [
        (title(), Reaction::ApplyAndReply("200 OK", answer.clone()), Some(accepted())),
        (address, Reaction::ApplyAndReply("200 OK", answer.clone()), Some(accepted())),
        (title(), Reaction::Reply("200 OK", answer), None),
    ] {
        let server = QuirkyServer::new();
        server.react_to("PATCH", [reaction]);
        let response = save_report(&server, &changes).await.response;
        match expected {
            Some(expected) => assert_eq!(response, expected),
            None => assert!(
                matches!(&response, ResponseKind::Lost(why) if why.contains("evt_7")),
                "{response:?}"
            ),
        }
    }
}

#[tokio::test]
async fn a_person_whose_record_appears_late_is_read_and_compared() {
    let server = lagging(3);
    let form = grace(FormKind::Create, true);
    let (created, steps) = create_with_steps(&patient(&server), &form, false).await;
    let created = created.unwrap();
    assert!(created.person.is_some() && created.warnings.is_empty(), "{created:?}");
    assert_eq!(steps, [SaveStep::Sending, SaveStep::Verifying, SaveStep::Awaiting]);
    assert_eq!(server.requests(), [POST, NEW, NEW, NEW, NEW]);
}

#[tokio::test]
async fn a_person_whose_record_does_not_appear_is_created_all_the_same() {
    let server = lagging(ALL);
    let form = grace(FormKind::Create, true);
    let created = create_with_steps(&server.client(), &form, false).await.0.unwrap();
    assert_eq!((created.id.as_str(), created.person), ("per_4", None));
    let expected = ["the server accepted the new person but does not show the record yet"];
    assert_eq!(created.warnings, expected);
}

#[tokio::test]
async fn a_person_without_an_id_in_the_answer_is_found_once_the_list_shows_them() {
    for (reaction, steps) in [
        (
            Reaction::ApplyAndReply("201 Created", json!({"success": true, "data": {}})),
            &[SaveStep::Sending, SaveStep::Settling, SaveStep::Awaiting][..],
        ),
        (Reaction::ApplyAndReset, &[SaveStep::Sending, SaveStep::Settling]),
    ] {
        let server = lagging(2);
        server.react_to("POST", [reaction.clone()]);
        let form = grace(FormKind::Create, true);
        let (created, actual) = create_with_steps(&patient(&server), &form, false).await;
        let created = created.unwrap();
        assert_eq!((created.id.as_str(), created.was_recovered), ("per_4", true), "{reaction:?}");
        assert_eq!(actual, steps, "{reaction:?}");
        assert!(server.requests().iter().filter(|line| *line == LIST).count() > 1);
        assert_eq!(server.bodies("POST").len(), 1);
    }
}
