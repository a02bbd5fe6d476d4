//! Attaching a batch: selection, pacing and failures.

mod endings;
mod selection;

use std::collections::BTreeMap;

use crate::keymap::action::{Action, AttachAction, Pane, SaveFlowAction, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::person::saved_edit::EditStatus;
use crate::recruiting::person::{
    FieldValue, PersonField, Plan, Report, ResponseKind, SaveOutcome, ServerQuirks, WriteFailure,
};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, HttpEffect, StorageEffect};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::{Message, MouseAction, MouseInput};
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::features::attach::outcome::AttachOutcome;
use crate::tui::features::attach::state::{AttachBatch, AttachProgress};
use crate::wire::{JobAssociation, Person};

const BEGIN: Action = Action::Open;
const PAUSE: Action = Action::Attach(AttachAction::Pause);

fn server_with_marks(count: usize) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(60);
    server.settle();
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).act(&vec![Action::Mark; count]);
    server
}

fn unconfirmed_batch(count: usize) -> FakeServer {
    let mut server = server_with_marks(count);
    server.act(&[Action::AttachJob]).type_text("sales").act(&[Action::Edit(TextEdit::Accept)]);
    server
}

fn running_batch(count: usize) -> FakeServer {
    let mut server = unconfirmed_batch(count);
    server.act(&[BEGIN]);
    server
}

fn batch(server: &FakeServer) -> &AttachBatch {
    server.state.attach_batch.as_ref().unwrap()
}

fn message(server: &FakeServer) -> &str {
    server.state.notices.newest_first().next().map_or("", |notice| &notice.text)
}

/// What was sent since the last call, in order.
fn take_sent(server: &mut FakeServer) -> Vec<(Ticket, Plan)> {
    let effects = std::mem::take(&mut server.others);
    let save = |effect| match effect {
        Effect::Http(HttpEffect::Save { ticket, plan, .. }) => Some((ticket, *plan)),
        _ => None,
    };
    effects.into_iter().filter_map(save).collect()
}

fn tickets(server: &mut FakeServer) -> Vec<Ticket> {
    take_sent(server).into_iter().map(|(ticket, _)| ticket).collect()
}

fn person(id: &str, jobs: &[&str]) -> Person {
    let job = |job: &&str| JobAssociation {
        candidate_id: format!("can_{id}_{job}").into(),
        job_id: (*job).into(),
        job_name: (*job).into(),
        ..JobAssociation::default()
    };
    Person { id: id.into(), jobs: jobs.iter().map(job).collect(), ..Person::default() }
}

fn report(before: Person, now: Person) -> SaveOutcome {
    let job = crate::recruiting::person::JobChoice {
        id: "job_sales".into(),
        name: "Head of Sales".into(),
    };
    let wanted = BTreeMap::from([(PersonField::JobId, FieldValue::Job(Some(job)))]);
    let response = ResponseKind::Accepted("ok".into());
    SaveOutcome::Saved(Box::new(Report::new(before, &wanted, now, response)))
}

fn success() -> SaveOutcome {
    report(person("per_x", &["job_rust"]), person("per_x", &["job_rust", "job_sales"]))
}

fn failed_save(kind: FailureKind) -> Result<SaveOutcome, WriteFailure> {
    let failure = Failure::new(kind, "it did not work");
    Err(WriteFailure::not_sent(failure))
}

fn finish_request(
    server: &mut FakeServer,
    ticket: Ticket,
    result: Result<SaveOutcome, WriteFailure>,
) {
    server.send(Message::Saved { ticket, result });
}

/// Every request in flight and every later one succeeds.
fn finish_all(server: &mut FakeServer, mut in_flight: Vec<Ticket>) {
    while let Some(ticket) = in_flight.pop() {
        finish_request(server, ticket, Ok(success()));
        in_flight.extend(tickets(server));
    }
}

#[test]
fn nothing_is_sent_before_the_confirmation() {
    for action in [Action::Back, Action::Quit, Action::Attach(AttachAction::Cancel)] {
        let mut server = unconfirmed_batch(3);
        server.act(&[action]);
        assert!(server.state.dialogs.is_empty() && server.state.attach_batch.is_none());
        assert_eq!(message(&server), "Canceled: nobody was added");
        assert_eq!(take_sent(&mut server), []);
    }
}

#[test]
fn one_request_goes_first_and_then_at_most_four_are_in_flight() {
    let mut server = running_batch(20);
    let first = tickets(&mut server);
    assert_eq!(first.len(), 1);
    finish_request(&mut server, first[0], Ok(success()));
    let mut in_flight = tickets(&mut server);
    assert_eq!(in_flight.len(), 4);
    let mut all = 5;
    while let Some(ticket) = in_flight.pop() {
        finish_request(&mut server, ticket, Ok(success()));
        let more = tickets(&mut server);
        all += more.len();
        in_flight.extend(more);
        assert!(in_flight.len() <= 4);
    }
    assert_eq!(all, 20);
    assert_eq!(message(&server), "Added 20 of 20 to Head of Sales");
    assert_eq!(batch(&server).progress, AttachProgress::Finished);
}

#[test]
fn a_paused_batch_sends_nothing_until_it_is_resumed() {
    let mut server = running_batch(8);
    server.act(&[PAUSE]);
    let in_flight = tickets(&mut server);
    finish_request(&mut server, in_flight[0], Ok(success()));
    assert_eq!(take_sent(&mut server), []);
    assert_eq!(batch(&server).describe_progress(), "Adding people paused at 1 of 8");
    server.act(&[PAUSE]);
    let in_flight = tickets(&mut server);
    assert_eq!(in_flight.len(), 4);
    finish_all(&mut server, in_flight);
    assert_eq!(batch(&server).counts().attached, 8);
}

#[test]
fn cancelling_skips_waiting_rows_and_lets_requests_in_flight_end() {
    let mut server = running_batch(8);
    let in_flight = tickets(&mut server);
    server.act(&[Action::Attach(AttachAction::Cancel)]);
    assert_eq!(message(&server), "Canceled: 7 not started");
    assert_eq!(batch(&server).progress, AttachProgress::Cancelled);
    finish_request(&mut server, in_flight[0], Ok(success()));
    assert_eq!(take_sent(&mut server), []);
    assert_eq!(message(&server), "Added 1 of 8 to Head of Sales, 7 not started");
    server.act(&[PAUSE]);
    assert_eq!(take_sent(&mut server), [], "a cancelled batch sends no details");
}

#[test]
fn only_failed_rows_are_retried() {
    let mut server = running_batch(3);
    for outcome in [
        Ok(success()),
        failed_save(FailureKind::Server),
        Ok(SaveOutcome::AlreadySaved(Box::default())),
    ] {
        let mut in_flight = Vec::new();
        for (at, row) in batch(&server).rows.iter().enumerate() {
            if let AttachOutcome::InFlight(ticket, _) = row.outcome {
                in_flight.push((at, ticket));
            }
        }
        finish_request(&mut server, in_flight[0].1, outcome);
    }
    take_sent(&mut server);
    let summary = "Added 1 of 3 to Head of Sales, 1 already candidates there, 1 failed";
    assert!(message(&server).starts_with(summary), "{}", message(&server));
    server.act(&[Action::Attach(AttachAction::Retry)]);
    let retried = take_sent(&mut server);
    assert_eq!(retried.len(), 1);
    assert_eq!(retried[0].1.person, batch(&server).rows[1].person);
    finish_request(&mut server, retried[0].0, Ok(success()));
    assert!(message(&server).starts_with("Added 2 of 3"));
    server.act(&[Action::Attach(AttachAction::Retry)]);
    assert_eq!(message(&server), "Nothing to retry");
}

#[test]
fn a_rejected_key_pauses_the_batch_and_a_new_one_resumes_it() {
    let mut server = running_batch(5);
    let in_flight = tickets(&mut server);
    finish_request(&mut server, in_flight[0], failed_save(FailureKind::InvalidKey));
    assert_eq!(take_sent(&mut server), [], "nothing is sent without a key");
    assert_eq!(batch(&server).progress, AttachProgress::Paused("it did not work".into()));
    assert!(matches!(server.state.dialogs.top(), Some(Dialog::Key { .. })), "the key prompt opens");
    server.act(&[Action::Edit(TextEdit::Cancel), Action::Attach(AttachAction::Show), PAUSE]);
    assert_eq!(message(&server), "Cannot resume yet: it did not work");
    server.act(&[Action::Back, Action::Refresh]).type_text("sl_new");
    server.act(&[Action::Edit(TextEdit::Accept), Action::Attach(AttachAction::Show), PAUSE]);
    let in_flight = tickets(&mut server);
    assert_eq!(in_flight.len(), 1);
    finish_all(&mut server, in_flight);
    assert_eq!(batch(&server).counts().attached, 5, "the refused request was retried, too");
}

#[test]
fn an_unreachable_server_pauses_the_batch_and_no_row_is_lost() {
    let mut server = running_batch(6);
    let in_flight = tickets(&mut server);
    finish_request(&mut server, in_flight[0], Ok(success()));
    let in_flight = tickets(&mut server);
    for ticket in in_flight {
        finish_request(&mut server, ticket, failed_save(FailureKind::Network));
    }
    assert_eq!(take_sent(&mut server), []);
    assert!(server.state.connection.offline.is_some());
    assert_eq!(batch(&server).counts().waiting, 5);
    server.wait(20_000).settle();
    assert!(server.state.connection.offline.is_none());
    assert_eq!(take_sent(&mut server), [], "it continues only on request");
    server.act(&[PAUSE]);
    let in_flight = tickets(&mut server);
    assert_eq!(in_flight.len(), 4);
    finish_all(&mut server, in_flight);
    assert_eq!(batch(&server).counts().attached, 6);
}

#[test]
fn offline_the_attachments_wait_to_be_sent_and_nothing_is_sent_unseen() {
    let mut server = unconfirmed_batch(2);
    let title = "Test".to_owned();
    server.send(Message::Restored(Box::default()));
    server.send(Message::Opened { title, welcome: Vec::new(), is_offline: true });
    server.act(&[BEGIN]);
    assert_eq!(take_sent(&mut server), []);
    let waiting = |server: &FakeServer| -> Vec<(String, BTreeMap<PersonField, FieldValue>)> {
        let drafts = server.state.edit_session.drafts.iter().filter(|draft| draft.waiting);
        drafts.map(|draft| (draft.form.name.clone(), draft.form.typed.clone())).collect()
    };
    let drafts = waiting(&server);
    assert_eq!(drafts.len(), 2, "one for each person");
    let is_job_only = |typed: &BTreeMap<_, _>| typed.keys().eq([&PersonField::JobId]);
    assert!(drafts.iter().all(|(_, typed)| is_job_only(typed)), "and no other field");
    assert!(server.state.attach_batch.is_none() && server.state.dialogs.top().is_none());
    assert!(message(&server).starts_with("2 people, to Head of Sales: waiting to be sent"));

    server.act(&[Action::AttachJob]).type_text("sales");
    server.act(&[Action::Edit(TextEdit::Accept), BEGIN]);
    assert_eq!(waiting(&server).len(), 2, "the same again adds nothing");
}

#[test]
fn a_server_that_changes_more_than_requested_affects_one_person_only() {
    let before = Person {
        name: "Zoë".into(),
        current_job_title: "Engineer".into(),
        current_company_name: "Kestrel".into(),
        ..person("per_0", &["job_rust"])
    };
    let now = person("per_0", &["job_rust", "job_sales"]);
    let mut server = running_batch(6);
    let in_flight = tickets(&mut server);
    finish_request(&mut server, in_flight[0], Ok(report(before, now)));
    let quirks = ServerQuirks { clears_omitted: true, ..ServerQuirks::default() };
    assert!(server.others.contains(&Effect::Storage(StorageEffect::LearnQuirks(quirks))));
    assert_eq!(take_sent(&mut server), []);
    let words = "added; also changed by the server: name, title, company";
    assert_eq!(batch(&server).rows[0].outcome, AttachOutcome::Other(words.into()));
    assert!(matches!(batch(&server).progress, AttachProgress::Paused(_)));
    assert!(!server.state.edit_log.edits[0].is_fine);
    server.act(&[Action::Open]);
    assert!(server.state.editor.is_some(), "the report opens, and the edit can be undone");
    server.act(&[Action::SaveFlow(SaveFlowAction::Restore)]);
    let form = &server.state.editor.as_ref().unwrap().form;
    assert_eq!(*form.value(PersonField::CompanyName), FieldValue::Text("Kestrel".into()));
    server.act(&[Action::Back, Action::Attach(AttachAction::Show)]);
    server.act(&[PAUSE]);
    let save = server.others.iter().find_map(|effect| match effect {
        Effect::Http(HttpEffect::Save { quirks, .. }) => Some(*quirks),
        _ => None,
    });
    assert_eq!(save, Some(quirks), "a later save knows the quirks");
}

#[test]
fn every_attachment_is_logged_as_a_final_edit() {
    let mut server = running_batch(2);
    let in_flight = tickets(&mut server);
    finish_all(&mut server, in_flight);
    assert_eq!(server.state.edit_log.edits.len(), 2);
    let edit = &server.state.edit_log.edits[0];
    assert_eq!(
        (edit.person.as_str(), edit.status, edit.is_fine),
        ("per_0", EditStatus::Final, true)
    );
    assert!(edit.message.contains("the API cannot undo this"), "{}", edit.message);
}

#[test]
fn the_candidates_of_the_job_are_reloaded_after_the_batch() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::AttachJob]).type_text("rust");
    server.act(&[Action::Edit(TextEdit::Accept), BEGIN]).settle();
    // A page requested earlier must not hide the change.
    server.act(&[Action::Back, Action::Refresh]);
    let old =
        server.in_flight.iter().find(|(slot, ..)| matches!(slot, Slot::CandidatePage(..))).cloned();
    let (slot, limit, ticket) = old.unwrap();
    let in_flight = tickets(&mut server);
    finish_request(&mut server, in_flight[0], Ok(success()));
    let now: Vec<_> = server.in_flight.iter().filter(|(other, ..)| *other == slot).collect();
    assert!(now.len() == 1 && now[0].2 != ticket, "{now:?}");
    let late: Answer = server.reply(&slot, limit);
    server.send(Message::Fetched { slot, ticket, outcome: Ok(late) });
    server.settle();
}
