//! Several windows, several clocks: what is one's own here goes first.

use std::sync::Arc;

use super::*;
use crate::recruiting::triage::{EntryId, EntryKind, Subject};
use crate::tui::app::fixture::timestamp;
use crate::tui::app::restored::Restored;

/// What another window did to somebody.
fn there(number: u32, at: &str, act: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("there-{number}.0")),
        step: UndoGroup(format!("there-{number}")),
        at: timestamp(at),
        subject: Subject { candidate: "job_rust_can_0".into(), ..Subject::default() }.into(),
        seen: Arc::default(),
        act,
        source: None,
    }
}

fn declined(number: u32, at: &str) -> LogEntry {
    there(number, at, EntryKind::Verdict { verdict: Verdict::Decline, reason: None })
}

const OLDER: &str = "2026-11-15T08:00:00Z";
const NEWER: &str = "2027-11-15T08:00:00Z";

fn set_clock(stage: &mut FakeServer, at: &str) {
    let mut clock = stage.state.clock;
    clock.date = timestamp(at);
    stage.send(Message::Time(clock));
}

#[test]
fn undo_reverts_this_window_not_another_one() {
    for at in [OLDER, NEWER] {
        let mut stage = opened();
        let mine = shown(&stage);
        stage.act(&[ADVANCE]).send(Message::Logged(vec![declined(1, at)]));
        stage.act(&[Action::Undo]);
        assert_eq!(verdict(&stage, &mine), None, "{at}");
        assert_eq!(verdict(&stage, "job_rust_can_0"), Some(Verdict::Decline), "{at}");
        stage.act(&[Action::Undo]);
        assert_eq!(verdict(&stage, "job_rust_can_0"), None, "{at}: then theirs");
        stage.act(&[Action::Redo, Action::Redo]);
        assert_eq!(verdict(&stage, &mine), Some(Verdict::Advance), "{at}");
        stage.act(&[Action::Undo]);
        assert_eq!(verdict(&stage, &mine), None, "{at}: made again here, so it is ours");
    }
}

#[test]
fn redo_is_left_when_another_window_did_something() {
    let mut stage = opened();
    let mine = shown(&stage);
    stage.act(&[ADVANCE, Action::Undo]);
    let back = EntryKind::Undo { step: UndoGroup("there-1".to_owned()) };
    stage.send(Message::Logged(vec![declined(1, OLDER), declined(2, NEWER)]));
    stage.send(Message::Logged(vec![there(3, NEWER, back)]));
    stage.act(&[Action::Redo]);
    assert_eq!(verdict(&stage, &mine), Some(Verdict::Advance), "{}", told(&stage));
}

#[test]
fn a_step_that_could_not_be_written_leaves_the_others_whose_they_are() {
    let mut stage = opened();
    let mine = shown(&stage);
    stage.act(&[ADVANCE]).send(Message::Logged(vec![declined(1, NEWER)]));
    stage.act(&[ADVANCE]);
    let (step, _) = appended(&stage)[1].clone();
    stage.send(Message::Appended(step, Err("the disk is full".to_owned())));
    stage.act(&[Action::Undo]);
    assert_eq!(verdict(&stage, &mine), None);
}

#[test]
fn after_a_restart_undo_reverts_the_last_entry() {
    let mut stage = FakeServer::triage(120, 40);
    let log = vec![declined(1, NEWER), there(2, OLDER, EntryKind::Star)];
    let memory = Restored { session: "next".to_owned(), log, ..Restored::default() };
    stage.send(Message::Remembered(Box::new(memory))).act(&[INBOX]).settle();
    stage.act(&[Action::Undo]);
    assert!(!stage.state.book.own("job_rust_can_0").unwrap().starred);
    assert_eq!(verdict(&stage, "job_rust_can_0"), Some(Verdict::Decline));
}

#[test]
fn a_verdict_holds_though_the_clock_was_set_back() {
    let mut stage = opened();
    let who = shown(&stage);
    set_clock(&mut stage, NEWER);
    stage.act(&[ADVANCE]);
    set_clock(&mut stage, OLDER);
    while shown(&stage) != who {
        stage.act(&[Action::Up]);
    }
    stage.act(&[DECLINE]);
    assert_eq!(verdict(&stage, &who), Some(Verdict::Decline));
}

#[test]
fn a_deleted_person_on_the_screen_is_not_stored_again() {
    let mut stage = opened();
    stage.act(&[Action::Triage(TriageAction::Star)]).wait(300).settle();
    let (candidate, person) = stage.state.selected().unwrap();
    // A list that does not say whose candidate it is.
    let mut bare = there(1, OLDER, EntryKind::Star);
    Arc::make_mut(&mut bare.subject).candidate = candidate.clone();
    stage.send(Message::Logged(vec![bare]));
    stage.others.clear();
    stage.send(Message::Forgotten(person.clone(), Ok(()))).wait(300);
    let keeps = |effect: &Effect| matches!(effect, Effect::Looked(_) | Effect::KeepPlace(_));
    assert!(!stage.others.iter().any(keeps), "{:?}", stage.others);
    assert_eq!(stage.state.book.own(candidate.as_str()), None);
    assert!(stage.state.candidate().unwrap().record.is_none());
    assert!(stage.state.person().unwrap().record.is_none());
    let is_theirs = |slot: &crate::tui::app::request::Slot| {
        use crate::tui::app::request::Slot;
        *slot == Slot::Candidate(candidate.clone()) || *slot == Slot::Person(person.clone())
    };
    assert!(!stage.asked.iter().any(|(slot, ..)| is_theirs(slot)), "read again by itself");
    stage.act(&[Action::Refresh]);
    assert!(stage.asked.iter().any(|(slot, ..)| is_theirs(slot)), "read again when asked to");
}
