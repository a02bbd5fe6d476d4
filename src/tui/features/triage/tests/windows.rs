//! Several windows with different clocks: undo prefers the entries of this window.

use std::sync::Arc;

use super::*;
use crate::recruiting::triage::{EntryId, EntryKind, Subject};
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::fixture::timestamp;
use crate::tui::app::restored::Restored;

/// A log entry of another window.
fn other_window_entry(number: u32, at: &str, kind: EntryKind) -> LogEntry {
    LogEntry {
        id: EntryId(format!("there-{number}.0")),
        group: UndoGroup(format!("there-{number}")),
        at: timestamp(at),
        subject: Subject { candidate: "job_rust_can_0".into(), ..Subject::default() }.into(),
        snapshot: Arc::default(),
        kind,
        source: None,
    }
}

fn other_window_decline(number: u32, at: &str) -> LogEntry {
    other_window_entry(number, at, EntryKind::Verdict { verdict: Verdict::Decline, reason: None })
}

const OLDER: &str = "2026-11-15T08:00:00Z";
const NEWER: &str = "2027-11-15T08:00:00Z";

fn set_clock(server: &mut FakeServer, at: &str) {
    let mut clock = server.state.clock;
    clock.date = timestamp(at);
    server.send(Message::Time(clock));
}

#[test]
fn undo_reverts_this_window_not_another_one() {
    for at in [OLDER, NEWER] {
        let mut server = open_inbox();
        let selected = selected_candidate(&server);
        server.act(&[ADVANCE]).send(Message::Logged(vec![other_window_decline(1, at)]));
        server.act(&[Action::Undo]);
        assert_eq!(verdict(&server, &selected), None, "{at}");
        assert_eq!(verdict(&server, "job_rust_can_0"), Some(Verdict::Decline), "{at}");
        server.act(&[Action::Undo]);
        assert_eq!(
            verdict(&server, "job_rust_can_0"),
            None,
            "{at}: then the entry of the other window"
        );
        server.act(&[Action::Redo, Action::Redo]);
        assert_eq!(verdict(&server, &selected), Some(Verdict::Advance), "{at}");
        server.act(&[Action::Undo]);
        assert_eq!(verdict(&server, &selected), None, "{at}: a redo belongs to this window");
    }
}

#[test]
fn redo_stays_available_after_changes_of_another_window() {
    let mut server = open_inbox();
    let selected = selected_candidate(&server);
    server.act(&[ADVANCE, Action::Undo]);
    let undo = EntryKind::Undo { group: UndoGroup("there-1".to_owned()) };
    server.send(Message::Logged(vec![
        other_window_decline(1, OLDER),
        other_window_decline(2, NEWER),
    ]));
    server.send(Message::Logged(vec![other_window_entry(3, NEWER, undo)]));
    server.act(&[Action::Redo]);
    assert_eq!(verdict(&server, &selected), Some(Verdict::Advance), "{}", last_message(&server));
}

#[test]
fn retracting_a_group_keeps_the_origin_of_the_other_groups() {
    let mut server = open_inbox();
    let selected = selected_candidate(&server);
    server.act(&[ADVANCE]).send(Message::Logged(vec![other_window_decline(1, NEWER)]));
    server.act(&[ADVANCE]);
    let (group, _) = appended_groups(&server)[1].clone();
    server.send(Message::Appended(group, Err("the disk is full".to_owned())));
    server.act(&[Action::Undo]);
    assert_eq!(verdict(&server, &selected), None);
}

#[test]
fn after_a_restart_undo_reverts_the_last_entry() {
    let mut server = FakeServer::triage(120, 40);
    let log = vec![other_window_decline(1, NEWER), other_window_entry(2, OLDER, EntryKind::Star)];
    let restored = Restored { session: "next".to_owned(), log, ..Restored::default() };
    server.send(Message::Restored(Box::new(restored))).act(&[INBOX]).settle();
    server.act(&[Action::Undo]);
    assert!(!server.state.triage.candidate("job_rust_can_0").unwrap().starred);
    assert_eq!(verdict(&server, "job_rust_can_0"), Some(Verdict::Decline));
}

#[test]
fn a_verdict_applies_although_the_clock_was_set_back() {
    let mut server = open_inbox();
    let candidate = selected_candidate(&server);
    set_clock(&mut server, NEWER);
    server.act(&[ADVANCE]);
    set_clock(&mut server, OLDER);
    while selected_candidate(&server) != candidate {
        server.act(&[Action::Up]);
    }
    server.act(&[DECLINE]);
    assert_eq!(verdict(&server, &candidate), Some(Verdict::Decline));
}

#[test]
fn a_deleted_person_on_the_screen_is_not_stored_again() {
    let mut server = open_inbox();
    server.act(&[Action::Triage(TriageAction::Star)]).wait(300).settle();
    let (candidate, person) = server.state.selected().unwrap();
    // An entry without a person id.
    let mut bare = other_window_entry(1, OLDER, EntryKind::Star);
    Arc::make_mut(&mut bare.subject).candidate = candidate.clone();
    server.send(Message::Logged(vec![bare]));
    server.others.clear();
    server.send(Message::Forgotten(person.clone(), Ok(()))).wait(300);
    let is_stored = |effect: &Effect| {
        matches!(
            effect,
            Effect::Storage(StorageEffect::MarkSeen(_) | StorageEffect::SaveInboxPosition(_))
        )
    };
    assert!(!server.others.iter().any(is_stored), "{:?}", server.others);
    assert_eq!(server.state.triage.candidate(candidate.as_str()), None);
    assert!(!server.state.candidate().unwrap().is_loaded());
    assert!(!server.state.person().unwrap().is_loaded());
    let is_theirs = |slot: &crate::tui::app::request::Slot| {
        use crate::tui::app::request::Slot;
        *slot == Slot::Candidate(candidate.clone()) || *slot == Slot::Person(person.clone())
    };
    assert!(
        !server.in_flight.iter().any(|(slot, ..)| is_theirs(slot)),
        "a deleted person is not requested again until a refresh"
    );
    server.act(&[Action::Refresh]);
    assert!(
        server.in_flight.iter().any(|(slot, ..)| is_theirs(slot)),
        "a refresh requests the person again"
    );
}
