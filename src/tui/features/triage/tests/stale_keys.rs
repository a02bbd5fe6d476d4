use super::{ADVANCE, DECLINE, INBOX, inbox, last_message, open_inbox, selected_candidate};
use crate::keymap::action::Action;
use crate::keymap::{Keymap, Rebinding};
use crate::recruiting::triage::{EntryId, UndoGroup};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;

/// Adds a candidate newer than all others to a job, and reloads the lists.
fn add_newer_candidate(server: &mut FakeServer) {
    let candidates = server.candidates_by_job.get_mut(&"job_sales".into()).unwrap();
    let mut newer = candidates[0].clone();
    newer.id = "job_sales_new".into();
    newer.created_at = Some(crate::tui::app::fixture::timestamp("2026-11-15T09:00:00Z"));
    newer.current_pipeline_stage_id = "st_1".into();
    newer.current_pipeline_stage_name = "Applied".to_owned();
    candidates.push(newer);
    server.act(&[Action::Refresh]).settle();
}

#[test]
fn a_verdict_meant_for_the_previous_card_is_refused() {
    let mut server = open_inbox();
    let before = selected_candidate(&server);
    let mut other = open_inbox();
    other.act(&[ADVANCE]);
    let mut entry = other.state.triage.log()[0].clone();
    entry.id = EntryId("there-1.0".to_owned());
    entry.group = UndoGroup("there-1".to_owned());
    server.send(Message::Logged(vec![entry])).wait(300);
    assert_ne!(
        selected_candidate(&server),
        before,
        "the verdict of another window replaces the card"
    );
    let count = server.state.triage.log().len();
    server.act(&[ADVANCE]);
    assert_eq!(server.state.triage.log().len(), count);
    assert!(last_message(&server).contains("The card just changed"), "{}", last_message(&server));
    server.wait(800).act(&[ADVANCE]);
    assert_eq!(server.state.triage.log().len(), count + 1);
}

#[test]
fn the_queue_is_empty_until_the_triage_log_is_loaded() {
    let mut server = FakeServer::triage(140, 40);
    server.state.local_data.is_restored = false;
    server.act(&[INBOX]).settle();
    assert_eq!(inbox(&server).items, []);
    server.send(Message::Restored(Box::default())).wait(300);
    assert_ne!(inbox(&server).waiting(), 0);
    server.act(&[ADVANCE]);
    assert_eq!(server.state.triage.log().len(), 1, "{}", last_message(&server));
}

#[test]
fn a_card_that_has_been_visible_for_a_while_stays() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[INBOX]).settle();
    let before = selected_candidate(&server);
    server.wait(1500);
    add_newer_candidate(&mut server);
    assert_eq!(selected_candidate(&server), before);
    server.act(&[ADVANCE]);
    assert_eq!(server.state.triage.log()[0].subject.candidate.as_str(), before);
}

#[test]
fn an_extra_key_after_the_last_card_changes_no_verdict() {
    let mut server = open_inbox();
    let waiting = inbox(&server).waiting();
    for _ in 0..waiting {
        server.act(&[ADVANCE]).wait(50);
    }
    assert_eq!((inbox(&server).waiting(), server.state.triage.log().len()), (0, waiting));
    server.act(&[DECLINE, DECLINE]);
    assert_eq!(server.state.triage.log().len(), waiting);
    assert!(last_message(&server).contains("The queue is done"), "{}", last_message(&server));
    // After moving to the card, the key is intended.
    server.act(&[Action::Up, DECLINE]);
    assert_eq!(server.state.triage.log().len(), waiting + 1);
}

#[test]
fn the_refusal_names_the_keys_as_they_are_bound() {
    let mut server = open_inbox();
    let keys = [("inbox-undo", "f7"), ("undo", "f8"), ("up", "f9")];
    let bindings =
        keys.map(|(action, key)| Rebinding { action: action.into(), keys: vec![key.into()] });
    let (keymap, mistakes) = Keymap::with_bindings(&bindings);
    assert_eq!(mistakes, []);
    server.state.actions = keymap.action_infos();
    for _ in 0..inbox(&server).waiting() {
        server.act(&[ADVANCE]).wait(50);
    }
    server.act(&[DECLINE]);
    let message = "The queue is done: f7 undoes the last verdict, f9 goes back to the candidate";
    assert_eq!(last_message(&server), message);
}

#[test]
fn the_refusal_names_the_default_keys() {
    let mut server = open_inbox();
    server.state.actions = Keymap::default().action_infos();
    for _ in 0..inbox(&server).waiting() {
        server.act(&[ADVANCE]).wait(50);
    }
    server.act(&[DECLINE]);
    let message = "The queue is done: u undoes the last verdict, k goes back to the candidate";
    assert_eq!(last_message(&server), message);
}
