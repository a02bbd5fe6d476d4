//! While the disk does not respond, a change is drawn as pending wherever it is drawn.

use super::{ADVANCE, INBOX, appended_groups, last_message, open_inbox, selected_candidate};
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{ascii_body, screen};

/// The inbox after a verdict that the disk has not taken.
fn server_with_pending_verdict() -> FakeServer {
    let mut server = open_inbox();
    server.holds_disk = true;
    server.act(&[ADVANCE, Action::Up]);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    server
}

/// The disk takes everything.
fn release_disk(server: &mut FakeServer) {
    server.holds_disk = false;
    for (group, _) in appended_groups(server) {
        server.send(Message::Appended(group, Ok(())));
    }
}

/// Where a verdict is drawn: the keys before it is given, and after it.
const PLACES: &[(&str, &[Action], &[Action])] = &[
    ("the queue", &[INBOX], &[]),
    ("the card", &[INBOX, Action::Open], &[]),
    ("the list", &[Action::Go(Pane::Candidates)], &[]),
    ("the board", &[Action::Go(Pane::Candidates), Action::Board], &[]),
    (
        "the candidate",
        &[Action::Go(Pane::Candidates)],
        &[Action::Go(Pane::Candidate), Action::Zoom],
    ),
    ("the to-do list", &[Action::Go(Pane::Candidates)], &[Action::Triage(TriageAction::Todo)]),
];

#[test]
fn a_pending_verdict_has_its_own_sign_until_it_is_saved() {
    for (place, before, after) in PLACES {
        let mut server = FakeServer::triage(120, 40);
        server.act(before).settle();
        server.holds_disk = true;
        server.act(&[ADVANCE, Action::Up]).act(after).settle();
        let (text, ascii) = (screen(&server.state), ascii_body(&server.state));
        assert!(text.contains('◔') && !text.contains('⇒'), "{place}\n{text}");
        assert!(ascii.contains('?'), "{place}\n{ascii}");
        release_disk(&mut server);
        let text = screen(&server.state);
        assert!(!text.contains('◔') && text.contains('⇒'), "{place}\n{text}");
    }
}

#[test]
fn queue_and_card_say_that_a_verdict_is_pending() {
    let mut server = server_with_pending_verdict();
    let text = screen(&server.state);
    for words in
        ["unsaved: adv", "0 of 10, 1 not saved yet", "10 waiting", "advanced (not saved yet)"]
    {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(text.contains("advance · not saved yet"), "{text}");
    release_disk(&mut server);
    let text = screen(&server.state);
    assert!(!text.contains("saved yet") && text.contains("1 of 10"), "{text}");
}

#[test]
fn an_undo_that_is_not_saved_is_pending_too() {
    let mut server = open_inbox();
    server.act(&[ADVANCE]);
    server.holds_disk = true;
    server.act(&[Action::Undo]);
    assert_eq!(selected_candidate(&server), "job_sales_can_2");
    let text = screen(&server.state);
    assert!(text.contains("change not saved yet"), "{text}");
}

#[test]
fn a_disk_that_does_not_respond_is_reported_while_it_lasts() {
    const BANNER: &str = "Saving is delayed · 2 changes not saved yet";
    let mut server = server_with_pending_verdict();
    server.act(&[Action::Triage(TriageAction::Star)]).wait(400);
    assert!(!screen(&server.state).contains("Saving is delayed"), "a slow disk is not reported");
    let late_at = server.state.wakes_at().unwrap();
    assert!(late_at <= server.state.clock.moment.after(std::time::Duration::from_millis(100)));
    server.wait(100);
    assert!(screen(&server.state).contains(BANNER), "{}", screen(&server.state));
    server.act(&[INBOX]);
    assert!(screen(&server.state).contains(BANNER), "outside the inbox too");
    let (group, _) = appended_groups(&server)[0].clone();
    server.send(Message::Appended(group, Ok(())));
    assert!(!screen(&server.state).contains("Saving is delayed"), "it has just responded");
    release_disk(&mut server);
    server.wait(1000);
    assert!(!screen(&server.state).contains("Saving is delayed"));
}

#[test]
fn a_pending_verdict_that_fails_is_withdrawn_with_the_error() {
    let mut server = server_with_pending_verdict();
    server.wait(1000);
    let (group, _) = appended_groups(&server)[0].clone();
    server.send(Message::Appended(group, Err("database is locked".to_owned())));
    let text = screen(&server.state);
    assert!(!text.contains('◔') && !text.contains('⇒'), "{text}");
    assert!(!text.contains("Saving is delayed"), "{text}");
    assert!(last_message(&server).contains("database is locked"), "{}", last_message(&server));
}
