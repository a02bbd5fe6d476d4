//! Changes of people as the terminal has them carried out: by effects, several
//! at a time, stopped only before they are sent, waited for at the end.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

use serde_json::json;

use crate::support::quirky_server::{JOB, Manners, Odd, Turn};
use crate::support::scripted_server::latch;
use shortlist::client::{Client, SecretString};
use shortlist::recruiting::failure::FailureKind;
use shortlist::recruiting::paging::Urgency;
use shortlist::recruiting::person::{
    CreateOutcome, Draft, DraftId, FieldValue, Form, FormKind, JobChoice, PersonField, Plan,
    SaveOutcome, SaveStep, ServerQuirks, WriteFailure,
};
use shortlist::storage::Storage;
use shortlist::tui::app::effect::Effect;
use shortlist::tui::app::message::Message;
use shortlist::tui::app::request::{Slot, Ticket};
use shortlist::tui::runtime::executor::Executor;
use shortlist::tui::runtime::storage_thread::local_store::LocalStore;
use shortlist::tui::runtime::workspace::{OpenError, Workspace, WorkspaceOpener};
use shortlist::wire::{PersonId, Timestamp};

/// A workspace that is open already, and where it is remembered.
struct Open(Client, Result<PathBuf, String>);

impl WorkspaceOpener for Open {
    fn open(
        &self,
        _key: Option<SecretString>,
        _tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let (title, welcome) = (String::new(), Vec::new());
        let (file, server) = (self.1.clone(), "test".to_owned());
        let memory = LocalStore { file, server, creates_v0: false, web_url: None, caches: true };
        let opened = Workspace {
            client: self.0.clone(),
            title,
            welcome,
            memory,
            mover: None,
            guard: Box::new(()),
        };
        Box::pin(async { Ok(opened) })
    }
}

async fn worker(server: &Odd) -> Executor {
    remembering(server, Err("nothing is kept in this test".to_owned())).await
}

async fn remembering(server: &Odd, file: Result<PathBuf, String>) -> Executor {
    let mut worker = Executor::new(Open(server.client(), file));
    worker.open(None);
    while !matches!(worker.next().await, Message::Opened { .. }) {}
    worker
}

fn save(server: &Odd, person: &str, title: &str, ticket: u64) -> Effect {
    let id = PersonId::from(person);
    let wanted = [(PersonField::CurrentJobTitle, FieldValue::Text(title.to_owned()))].into();
    let now = server.person(person)["current_job_title"].as_str().unwrap().to_owned();
    let base = [(PersonField::CurrentJobTitle, FieldValue::Text(now))].into();
    let plan = Plan { person: id, name: "Ada".to_owned(), base, wanted };
    let (ticket, plan, habits) = (Ticket(ticket), Box::new(plan), ServerQuirks::default());
    Effect::Save { ticket, plan, habits, draft: None }
}

/// Somebody new, as typed.
fn grace() -> Draft {
    let job = JobChoice { id: JOB.into(), name: "Rust Engineer".into() };
    let mut form = Form::create(FormKind::Create, Some(job), "outside".to_owned());
    form.set(PersonField::Name, FieldValue::Text("Grace".to_owned()));
    let at = Timestamp::parse("2026-05-01T09:00:00Z").unwrap();
    Draft { id: DraftId("d".to_owned()), form, at, text: None, sent: false }
}

/// The next message that is about a change.
async fn next(worker: &mut Executor) -> Message {
    loop {
        let message = worker.next().await;
        if matches!(message, Message::Saving { .. } | Message::Saved { .. } | Message::Born { .. })
        {
            return message;
        }
    }
}

const fn saving(ticket: u64, step: SaveStep) -> Message {
    Message::Saving { ticket: Ticket(ticket), step }
}

#[tokio::test]
async fn a_change_tells_its_steps_and_its_end() {
    let server = Odd::start(Manners::default());
    let mut worker = worker(&server).await;
    assert_eq!(worker.carry_out(save(&server, "per_1", "Countess", 7)), None);
    for step in [SaveStep::Reading, SaveStep::Sending, SaveStep::Proving] {
        assert_eq!(next(&mut worker).await, saving(7, step));
    }
    let Message::Saved { ticket: Ticket(7), outcome: SaveOutcome::Done(report) } =
        next(&mut worker).await
    else {
        panic!("it was saved")
    };
    assert!(report.is_as_meant());
    assert_eq!(worker.finish().await, [""; 0]);
}

#[tokio::test]
async fn several_go_out_at_once_and_browsing_stops_none() {
    let server = Odd::start(Manners::default());
    let (open, held) = latch();
    server.turns("PATCH", [Turn::Held(held.clone()), Turn::Held(held.clone()), Turn::Held(held)]);
    let mut worker = worker(&server).await;
    for (ticket, person) in [(1, "per_1"), (2, "per_2"), (3, "per_3")] {
        worker.carry_out(save(&server, person, "Countess", ticket));
    }
    server
        .rough
        .until(|log| log.asked.iter().filter(|asked| asked.method == "PATCH").count() == 3)
        .await;
    let slot = Slot::Person("per_1".into());
    let (limit, ticket, urgency) = (1, Ticket(9), Urgency::Seen);
    worker.carry_out(Effect::Fetch { slot: slot.clone(), limit, ticket, urgency });
    worker.carry_out(Effect::Cancel(slot));
    drop(open);
    let mut ended = Vec::new();
    while ended.len() < 3 {
        if let Message::Saved { ticket, outcome: SaveOutcome::Done(_) } = next(&mut worker).await {
            ended.push(ticket.0);
        }
    }
    ended.sort_unstable();
    assert_eq!(ended, [1, 2, 3]);
}

#[tokio::test]
async fn one_that_was_not_sent_is_stopped() {
    let server = Odd::start(Manners::default());
    let (_open, held) = latch();
    server.turns("GET", [Turn::Held(held)]);
    let mut worker = worker(&server).await;
    worker.carry_out(save(&server, "per_1", "Countess", 1));
    server.rough.until(|log| log.asked.len() == 1).await;
    worker.carry_out(Effect::StopWriting(Ticket(1)));
    assert_eq!(next(&mut worker).await, saving(1, SaveStep::Reading));
    let Message::Saved {
        outcome: SaveOutcome::Failed(WriteFailure { failure, maybe, .. }), ..
    } = next(&mut worker).await
    else {
        panic!("it was stopped")
    };
    assert_eq!((failure.kind, maybe), (FailureKind::Cancelled, false));
    assert_eq!(server.bodies("PATCH").len(), 0);
}

#[tokio::test]
async fn one_that_was_sent_goes_on_and_is_told() {
    let server = Odd::start(Manners::default());
    let (open, held) = latch();
    server.turns("PATCH", [Turn::Held(held)]);
    let mut worker = worker(&server).await;
    worker.carry_out(save(&server, "per_1", "Countess", 1));
    server.rough.until(|log| log.asked.len() == 2).await;
    worker.carry_out(Effect::StopWriting(Ticket(1)));
    drop(open);
    loop {
        if let Message::Saved { outcome, .. } = next(&mut worker).await {
            assert!(matches!(outcome, SaveOutcome::Done(report) if report.is_as_meant()));
            break;
        }
    }
}

#[tokio::test]
async fn the_end_waits_for_what_is_out_and_tells_what_went_wrong() {
    let server = Odd::start(Manners::default());
    let (open, held) = latch();
    let refused = Turn::Says("403 No", json!({"success": false, "error": "read only"}));
    server.turns("PATCH", [Turn::Held(held), refused]);
    let mut worker = worker(&server).await;
    worker.carry_out(save(&server, "per_1", "Countess", 1));
    server.rough.until(|log| log.asked.len() == 2).await;
    worker.carry_out(save(&server, "per_2", "Countess", 2));
    server.rough.until(|log| log.asked.len() == 4).await;
    drop(open);
    let told = "the change of Ada did not come about: the server refused (403): read only";
    assert_eq!(worker.finish().await, [told]);
    assert_eq!(server.person("per_1")["current_job_title"], "Countess");
}

#[tokio::test]
async fn somebody_is_made_from_a_draft() {
    let server = Odd::start(Manners::default());
    let mut worker = worker(&server).await;
    worker.carry_out(Effect::Create { ticket: Ticket(4), draft: Box::new(grace()) });
    assert_eq!(next(&mut worker).await, saving(4, SaveStep::Sending));
    assert_eq!(next(&mut worker).await, saving(4, SaveStep::Proving));
    let Message::Born { ticket: Ticket(4), born: CreateOutcome::Made(birth) } =
        next(&mut worker).await
    else {
        panic!("they were made")
    };
    assert_eq!(birth.id.as_str(), "per_4");
    assert_eq!(birth.warnings, ["nothing is kept in this test"]);
}

#[tokio::test]
async fn nobody_is_made_of_whom_it_cannot_be_noted_that_they_are_being_made() {
    let server = Odd::start(Manners::default());
    let folder = tempfile::tempdir().unwrap();
    // A file stands where the directory should be.
    std::fs::write(folder.path().join("local"), "").unwrap();
    for sent in [false, true] {
        let mut worker = remembering(&server, Ok(folder.path().join("local/work.db"))).await;
        let draft = Box::new(Draft { sent, ..grace() });
        worker.carry_out(Effect::Create { ticket: Ticket(4), draft });
        let Message::Born { born: CreateOutcome::Failed(failed), .. } = next(&mut worker).await
        else {
            panic!("it was sent")
        };
        let told = failed.failure.told;
        assert!(told.starts_with("not sent: it could not be noted on this machine"), "{told}");
        assert!(told.contains("the directory cannot be made"), "{told}");
        assert_eq!(failed.maybe, sent, "what was sent before may be there");
    }
    assert_eq!(server.asked(), [""; 0]);
}

#[tokio::test]
async fn what_is_saved_while_the_program_ends_is_not_offered_again() {
    let server = Odd::start(Manners::default());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("local/work.db");
    let (open, held) = latch();
    let refused = Turn::Says("403 No", json!({"success": false, "error": "read only"}));
    server.turns("PATCH", [Turn::Held(held), refused]);
    let mut worker = remembering(&server, Ok(path.clone())).await;
    for (ticket, person) in [(1, "per_1"), (2, "per_2")] {
        let id = DraftId(person.to_owned());
        worker.carry_out(Effect::KeepDraft(Box::new(Draft { id: id.clone(), ..grace() })));
        let Effect::Save { ticket, plan, habits, .. } = save(&server, person, "Countess", ticket)
        else {
            panic!("it is a change")
        };
        worker.carry_out(Effect::Save { ticket, plan, habits, draft: Some(id) });
        let asked = 2 * usize::try_from(ticket.0).unwrap();
        server.rough.until(|log| log.asked.len() == asked).await;
    }
    drop(open);
    assert_eq!(worker.finish().await.len(), 1);
    let kept = Storage::open(&path).unwrap().drafts().unwrap();
    assert_eq!(kept.iter().map(|draft| draft.id.as_str()).collect::<Vec<_>>(), ["per_2"]);
}

#[tokio::test]
async fn nothing_is_sent_to_a_workspace_that_is_not_open() {
    let server = Odd::start(Manners::default());
    let mut worker = Executor::new(Open(server.client(), Err(String::new())));
    worker.carry_out(save(&server, "per_1", "Countess", 1));
    let Message::Saved { outcome: SaveOutcome::Failed(failed), .. } = next(&mut worker).await
    else {
        panic!("it failed")
    };
    assert_eq!(
        (failed.failure.told.as_str(), failed.maybe),
        ("not sent: the workspace is not open", false)
    );
    assert_eq!(server.asked(), [""; 0]);
}
