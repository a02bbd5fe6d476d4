use super::{ADVANCE, DECLINE, INBOX, inbox, opened, shown, told};
use crate::keymap::action::Action;
use crate::keymap::{Keymap, Rebinding};
use crate::recruiting::triage::{EntryId, UndoGroup};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;

/// Adds a candidate newer than all others to a job, and reloads the lists.
fn add_newer_candidate(stage: &mut FakeServer) {
    let roster = stage.rosters.get_mut(&"job_sales".into()).unwrap();
    let mut newer = roster[0].clone();
    newer.id = "job_sales_new".into();
    newer.created_at = Some(crate::tui::app::fixture::timestamp("2026-11-15T09:00:00Z"));
    newer.current_pipeline_stage_id = "st_1".into();
    newer.current_pipeline_stage_name = "Applied".to_owned();
    roster.push(newer);
    stage.act(&[Action::Refresh]).settle();
}

#[test]
fn a_verdict_meant_for_the_previous_card_is_refused() {
    let mut stage = opened();
    let before = shown(&stage);
    let mut other = opened();
    other.act(&[ADVANCE]);
    let mut entry = other.state.book.log()[0].clone();
    entry.id = EntryId("there-1.0".to_owned());
    entry.step = UndoGroup("there-1".to_owned());
    stage.send(Message::Logged(vec![entry])).wait(300);
    assert_ne!(shown(&stage), before, "another window decided on them");
    let count = stage.state.book.log().len();
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), count);
    assert!(told(&stage).contains("another card came just now"), "{}", told(&stage));
    stage.wait(800).act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), count + 1);
}

#[test]
fn the_queue_is_empty_until_the_triage_log_is_loaded() {
    let mut stage = FakeServer::triage(140, 40);
    stage.state.drafting.remembers = false;
    stage.act(&[INBOX]).settle();
    assert_eq!(inbox(&stage).items, []);
    stage.send(Message::Remembered(Box::default())).wait(300);
    assert_ne!(inbox(&stage).waiting(), 0);
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), 1, "{}", told(&stage));
}

#[test]
fn a_card_that_has_been_visible_for_a_while_stays() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[INBOX]).settle();
    let before = shown(&stage);
    stage.wait(1500);
    add_newer_candidate(&mut stage);
    assert_eq!(shown(&stage), before);
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log()[0].subject.candidate.as_str(), before);
}

#[test]
fn an_extra_key_after_the_last_card_changes_no_verdict() {
    let mut stage = opened();
    let waiting = inbox(&stage).waiting();
    for _ in 0..waiting {
        stage.act(&[ADVANCE]).wait(50);
    }
    assert_eq!((inbox(&stage).waiting(), stage.state.book.log().len()), (0, waiting));
    stage.act(&[DECLINE, DECLINE]);
    assert_eq!(stage.state.book.log().len(), waiting);
    assert!(told(&stage).contains("nobody waits any more"), "{}", told(&stage));
    // After moving to the card, the key is intended.
    stage.act(&[Action::Up, DECLINE]);
    assert_eq!(stage.state.book.log().len(), waiting + 1);
}

#[test]
fn the_refusal_names_the_keys_as_they_are_bound() {
    let mut server = opened();
    let keys = [("inbox-undo", "f7"), ("undo", "f8"), ("up", "f9")];
    let bindings = keys.map(|(action, key)| Rebinding {
        action: action.into(),
        keys: vec![key.into()],
        line: 1,
    });
    let (keymap, mistakes) = Keymap::with(&bindings);
    assert_eq!(mistakes, []);
    server.state.actions = keymap.doables();
    for _ in 0..inbox(&server).waiting() {
        server.act(&[ADVANCE]).wait(50);
    }
    server.act(&[DECLINE]);
    let message = "nobody waits any more: f7 takes the last one back, f9 goes to them";
    assert_eq!(told(&server), message);
}

#[test]
fn the_refusal_names_the_default_keys() {
    let mut server = opened();
    server.state.actions = Keymap::default().doables();
    for _ in 0..inbox(&server).waiting() {
        server.act(&[ADVANCE]).wait(50);
    }
    server.act(&[DECLINE]);
    let message = "nobody waits any more: u takes the last one back, k goes to them";
    assert_eq!(told(&server), message);
}
