//! The effects that write people, executed without a screen: several at a time,
//! cancelled only before they are sent, awaited at the end.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;
use shortlist::recruiting::failure::FailureKind;
use shortlist::recruiting::paging::Urgency;
use shortlist::recruiting::person::{
    Draft, DraftId, FieldValue, Form, FormKind, JobChoice, PersonField, Plan, SaveOutcome,
    SaveStep, ServerQuirks, WriteFailure,
};
use shortlist::storage::Storage;
use shortlist::tui::app::effect::{HttpEffect, StorageEffect};
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Slot, Ticket};
use shortlist::tui::runtime::executor::Executor;
use shortlist::wire::{PersonId, Timestamp};

use crate::support::quirky_server::{JOB, QuirkyServer, Reaction};
use crate::support::scripted_server::latch;
use crate::support::workspace::TestWorkspace;

/// An executor without a file for the recruiter's own data.
async fn executor(server: &QuirkyServer) -> Executor {
    executor_with_file(server, Err("nothing is kept in this test".to_owned())).await
}

async fn executor_with_file(server: &QuirkyServer, file: Result<PathBuf, String>) -> Executor {
    let mut executor = Executor::new(Arc::new(TestWorkspace::new(server.client(), file)), None);
    executor.open(None);
    while !matches!(executor.next().await, Message::Opened { .. }) {}
    executor
}

fn save(server: &QuirkyServer, person: &str, title: &str, ticket: u64) -> HttpEffect {
    let before = server.person(person)["current_job_title"].as_str().unwrap().to_owned();
    let base = [(PersonField::CurrentJobTitle, FieldValue::Text(before))].into();
    let wanted = [(PersonField::CurrentJobTitle, FieldValue::Text(title.to_owned()))].into();
    let (person, name) = (PersonId::from(person), "Ada".to_owned());
    let plan = Plan { person, name, base, wanted, ..Plan::default() };
    let (ticket, plan, quirks) = (Ticket(ticket), Box::new(plan), ServerQuirks::default());
    HttpEffect::Save { ticket, plan, quirks, draft: None }
}

/// The draft of a new person.
fn grace() -> Draft {
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let mut form = Form::create(FormKind::Create, Some(job), "external".to_owned());
    form.set(PersonField::Name, FieldValue::Text("Grace".to_owned()));
    let at = Timestamp::parse("2026-05-01T09:00:00Z").unwrap();
    Draft::new(DraftId("d".to_owned()), form, at)
}

/// Waits for the next message about a write.
async fn next(executor: &mut Executor) -> Message {
    loop {
        let message = executor.next().await;
        if matches!(
            message,
            Message::Saving { .. } | Message::Saved { .. } | Message::Created { .. }
        ) {
            return message;
        }
    }
}

const fn saving(ticket: u64, step: SaveStep) -> Message {
    Message::Saving { ticket: Ticket(ticket), step }
}

#[tokio::test]
async fn a_save_reports_its_steps_and_its_outcome() {
    let server = QuirkyServer::new();
    let mut executor = executor(&server).await;
    executor.carry_out_http(save(&server, "per_1", "Countess", 7));
    for step in [SaveStep::Reading, SaveStep::Sending, SaveStep::Verifying] {
        assert_eq!(next(&mut executor).await, saving(7, step));
    }
    let Message::Saved { ticket: Ticket(7), result: Ok(SaveOutcome::Saved(report)) } =
        next(&mut executor).await
    else {
        panic!("not saved")
    };
    assert!(report.is_as_requested());
    assert_eq!(executor.finish().await, [""; 0]);
}

#[tokio::test]
async fn several_saves_run_at_once_and_browsing_cancels_none() {
    let server = QuirkyServer::new();
    let (open, closed) = latch();
    server.react_to("PATCH", vec![Reaction::WaitFor(closed); 3]);
    let mut executor = executor(&server).await;
    for (ticket, person) in [(1, "per_1"), (2, "per_2"), (3, "per_3")] {
        executor.carry_out_http(save(&server, person, "Countess", ticket));
    }
    server.wait_for_requests("PATCH", 3).await;
    let slot = Slot::Person("per_1".into());
    let (limit, ticket, urgency) = (1, Ticket(9), Urgency::Visible);
    executor.carry_out_http(HttpEffect::Fetch {
        slot: slot.clone(),
        limit,
        ticket,
        urgency,
        is_bulk: false,
    });
    executor.carry_out_http(HttpEffect::Cancel(slot));
    drop(open);
    let mut saved = Vec::new();
    while saved.len() < 3 {
        if let Message::Saved { ticket, result: Ok(SaveOutcome::Saved(_)) } =
            next(&mut executor).await
        {
            saved.push(ticket.0);
        }
    }
    saved.sort_unstable();
    assert_eq!(saved, [1, 2, 3]);
}

#[tokio::test]
async fn a_save_that_was_not_sent_can_be_cancelled() {
    let server = QuirkyServer::new();
    let (_open, closed) = latch();
    server.react_to("GET", [Reaction::WaitFor(closed)]);
    let mut executor = executor(&server).await;
    executor.carry_out_http(save(&server, "per_1", "Countess", 1));
    server.http.wait_until(|log| log.requests.len() == 1).await;
    executor.carry_out_http(HttpEffect::StopWriting(Ticket(1)));
    assert_eq!(next(&mut executor).await, saving(1, SaveStep::Reading));
    let Message::Saved { result: Err(WriteFailure { failure, is_uncertain, .. }), .. } =
        next(&mut executor).await
    else {
        panic!("not cancelled")
    };
    assert_eq!((failure.kind, is_uncertain), (FailureKind::Cancelled, false));
    assert_eq!(server.bodies("PATCH").len(), 0);
}

#[tokio::test]
async fn a_save_that_was_sent_cannot_be_cancelled() {
    let server = QuirkyServer::new();
    let (open, closed) = latch();
    server.react_to("PATCH", [Reaction::WaitFor(closed)]);
    let mut executor = executor(&server).await;
    executor.carry_out_http(save(&server, "per_1", "Countess", 1));
    server.http.wait_until(|log| log.requests.len() == 2).await;
    executor.carry_out_http(HttpEffect::StopWriting(Ticket(1)));
    drop(open);
    loop {
        if let Message::Saved { result, .. } = next(&mut executor).await {
            assert!(matches!(result, Ok(SaveOutcome::Saved(report)) if report.is_as_requested()));
            break;
        }
    }
}

#[tokio::test]
async fn the_end_waits_for_writes_in_flight_and_reports_failures() {
    let server = QuirkyServer::new();
    let (open, closed) = latch();
    let refusal = Reaction::Reply("403 No", json!({"success": false, "error": "read only"}));
    server.react_to("PATCH", [Reaction::WaitFor(closed), refusal]);
    let mut executor = executor(&server).await;
    executor.carry_out_http(save(&server, "per_1", "Countess", 1));
    server.http.wait_until(|log| log.requests.len() == 2).await;
    executor.carry_out_http(save(&server, "per_2", "Countess", 2));
    server.http.wait_until(|log| log.requests.len() == 4).await;
    drop(open);
    let message =
        "the change to Ada: probably not saved: the server returned an error (403): read only";
    assert_eq!(executor.finish().await, [message]);
    assert_eq!(server.person("per_1")["current_job_title"], "Countess");
}

#[tokio::test]
async fn a_person_is_created_from_a_draft() {
    let server = QuirkyServer::new();
    let mut executor = executor(&server).await;
    executor.carry_out_http(HttpEffect::Create { ticket: Ticket(4), draft: Box::new(grace()) });
    assert_eq!(next(&mut executor).await, saving(4, SaveStep::Sending));
    assert_eq!(next(&mut executor).await, saving(4, SaveStep::Verifying));
    let Message::Created { ticket: Ticket(4), result: Ok(created) } = next(&mut executor).await
    else {
        panic!("not created")
    };
    assert_eq!(created.id.as_str(), "per_4");
    assert_eq!(created.warnings, ["nothing is kept in this test"]);
}

#[tokio::test]
async fn a_create_is_not_sent_if_its_draft_cannot_be_marked_as_sent() {
    let server = QuirkyServer::new();
    let folder = tempfile::tempdir().unwrap();
    // A file is where the directory should be.
    std::fs::write(folder.path().join("local"), "").unwrap();
    for sent in [false, true] {
        let mut executor =
            executor_with_file(&server, Ok(folder.path().join("local/work.db"))).await;
        let draft = Box::new(Draft { sent, ..grace() });
        executor.carry_out_http(HttpEffect::Create { ticket: Ticket(4), draft });
        let Message::Created { result: Err(failed), .. } = next(&mut executor).await else {
            panic!("it was sent")
        };
        let message = failed.failure.message;
        assert!(
            message.starts_with("not sent: could not record the request on this machine"),
            "{message}"
        );
        assert!(message.contains("the directory cannot be created"), "{message}");
        assert_eq!(failed.is_uncertain, sent, "an earlier create may have succeeded");
    }
    assert_eq!(server.requests(), [""; 0]);
}

#[tokio::test]
async fn a_draft_saved_while_the_program_ends_is_not_opened_again() {
    let server = QuirkyServer::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    let (open, closed) = latch();
    let refusal = Reaction::Reply("403 No", json!({"success": false, "error": "read only"}));
    server.react_to("PATCH", [Reaction::WaitFor(closed), refusal]);
    let mut executor = executor_with_file(&server, Ok(path.clone())).await;
    for (ticket, person) in [(1, "per_1"), (2, "per_2")] {
        let id = DraftId(person.to_owned());
        executor.carry_out_storage(StorageEffect::SaveDraft(Box::new(Draft {
            id: id.clone(),
            ..grace()
        })));
        let HttpEffect::Save { ticket, plan, quirks, .. } =
            save(&server, person, "Countess", ticket)
        else {
            panic!("not a save")
        };
        executor.carry_out_http(HttpEffect::Save { ticket, plan, quirks, draft: Some(id) });
        let requests = 2 * usize::try_from(ticket.0).unwrap();
        server.http.wait_until(|log| log.requests.len() == requests).await;
    }
    drop(open);
    assert_eq!(executor.finish().await.len(), 1);
    let drafts = Storage::open(&path).unwrap().drafts().unwrap();
    assert_eq!(drafts.iter().map(|draft| draft.id.as_str()).collect::<Vec<_>>(), ["per_2"]);
}

#[tokio::test]
async fn without_an_open_workspace_nothing_is_sent() {
    let server = QuirkyServer::new();
    let mut executor =
        Executor::new(Arc::new(TestWorkspace::new(server.client(), Err(String::new()))), None);
    executor.carry_out_http(save(&server, "per_1", "Countess", 1));
    let Message::Saved { result: Err(failed), .. } = next(&mut executor).await else {
        panic!("it did not fail")
    };
    assert_eq!(
        (failed.failure.message.as_str(), failed.is_uncertain),
        ("not sent: the workspace is not open", false)
    );
    assert_eq!(server.requests(), [""; 0]);
}
