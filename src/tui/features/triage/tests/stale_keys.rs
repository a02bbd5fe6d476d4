use super::{ADVANCE, DECLINE, INBOX, inbox, opened, shown, told};
use crate::keymap::action::Action;
use crate::recruiting::triage::{EntryId, UndoGroup};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;

/// Somebody newer than all others stands in for a job, and the lists are read again.
fn somebody_newer_comes(stage: &mut FakeServer) {
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
fn a_card_that_came_by_itself_takes_no_verdict_meant_for_the_one_before() {
    let mut stage = opened();
    let before = shown(&stage);
    let mut other = opened();
    other.act(&[ADVANCE]);
    let mut theirs = other.state.book.log()[0].clone();
    theirs.id = EntryId("there-1.0".to_owned());
    theirs.step = UndoGroup("there-1".to_owned());
    stage.send(Message::Logged(vec![theirs])).wait(300);
    assert_ne!(shown(&stage), before, "another window decided on them");
    let count = stage.state.book.log().len();
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), count);
    assert!(told(&stage).contains("another card came just now"), "{}", told(&stage));
    stage.wait(800).act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), count + 1);
}

#[test]
fn the_queue_is_empty_until_the_log_of_verdicts_was_read() {
    let mut stage = FakeServer::triage(140, 40);
    stage.state.drafting.remembers = false;
    stage.act(&[INBOX]).settle();
    assert_eq!(inbox(&stage).items, []);
    stage.send(Message::Remembered(Box::new(Restored::default()))).wait(300);
    assert_ne!(inbox(&stage).waiting(), 0);
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log().len(), 1, "{}", told(&stage));
}

#[test]
fn who_has_been_on_the_screen_for_a_while_stays_there() {
    let mut stage = FakeServer::triage(140, 40);
    stage.act(&[INBOX]).settle();
    let before = shown(&stage);
    stage.wait(1500);
    somebody_newer_comes(&mut stage);
    assert_eq!(shown(&stage), before);
    stage.act(&[ADVANCE]);
    assert_eq!(stage.state.book.log()[0].subject.candidate.as_str(), before);
}

#[test]
fn one_key_too_many_changes_no_verdict() {
    let mut stage = opened();
    let waiting = inbox(&stage).waiting();
    for _ in 0..waiting {
        stage.act(&[ADVANCE]).wait(50);
    }
    assert_eq!((inbox(&stage).waiting(), stage.state.book.log().len()), (0, waiting));
    stage.act(&[DECLINE, DECLINE]);
    assert_eq!(stage.state.book.log().len(), waiting);
    assert!(told(&stage).contains("nobody waits any more"), "{}", told(&stage));
    // Whoever goes there means it.
    stage.act(&[Action::Up, DECLINE]);
    assert_eq!(stage.state.book.log().len(), waiting + 1);
}
