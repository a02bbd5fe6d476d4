//! Pictures of candidates side by side, and of people who are there twice.

use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::fixture::{FakeServer, TODAY, people, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::dialog::tests::screen;

fn office(size: (u16, u16)) -> FakeServer {
    let mut stage = FakeServer::new(120, 40);
    stage.people = people();
    stage.candidates[5].name = "Chloe O'Brian".into();
    stage.settle();
    stage.state.actions = Keymap::default().doables();
    stage.act(&[Action::Go(Pane::Candidates), Action::Top]);
    for _ in 0..7 {
        stage.act(&[Action::Down]).settle();
    }
    stage.act(&[Action::Top]);
    let give =
        EntryKind::Verdict { verdict: Verdict::Advance, reason: Some("strong in Rust".into()) };
    for (number, act) in [give, EntryKind::Star, EntryKind::Note { text: "call on Monday".into() }]
        .into_iter()
        .enumerate()
    {
        let subject = Subject { candidate: "can_0".into(), ..Subject::default() };
        let (id, step) = (EntryId(number.to_string()), UndoGroup(number.to_string()));
        let (at, seen) = (timestamp(TODAY), Snapshot::default());
        stage.state.book.add(LogEntry {
            id,
            step,
            at,
            subject: subject.into(),
            seen: seen.into(),
            act,
            source: None,
        });
    }
    stage.send(Message::Resized(size.0, size.1));
    stage.settle();
    stage
}

#[test]
fn candidates_side_by_side() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut stage = office((width, height));
        stage.act(&[Action::Mark, Action::Mark, Action::Mark]);
        stage.act(&[Action::Triage(TriageAction::Compare)]).settle().wait(20_000);
        insta::assert_snapshot!(format!("compare_{width}x{height}"), screen(&stage.state));
    }
    let mut stage = office((80, 24));
    stage.act(&[Action::Mark, Action::Mark, Action::Mark]);
    stage
        .act(&[Action::Triage(TriageAction::Compare), Action::Right, Action::Down])
        .settle()
        .wait(20_000);
    insta::assert_snapshot!("compare_right", screen(&stage.state));
}

#[test]
fn people_who_are_there_twice() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut stage = office((width, height));
        stage.act(&[Action::Triage(TriageAction::Duplicates), Action::Down]).settle().wait(20_000);
        insta::assert_snapshot!(format!("duplicates_{width}x{height}"), screen(&stage.state));
    }
}
