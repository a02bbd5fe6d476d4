//! Snapshots of the comparison.

use crate::keymap::Keymap;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::triage::{
    EntryId, EntryKind, LogEntry, Snapshot, Subject, UndoGroup, Verdict,
};
use crate::tui::app::fixture::{FakeServer, TODAY, people, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, popup_text};

pub(crate) fn open_candidates(size: (u16, u16)) -> FakeServer {
    let mut server = FakeServer::new(120, 40);
    server.people = people();
    server.candidates[5].name = "Chloe O'Brian".into();
    server.settle();
    server.state.actions = Keymap::default().action_infos();
    server.act(&[Action::Go(Pane::Candidates), Action::Top]);
    for _ in 0..7 {
        server.act(&[Action::Down]).settle();
    }
    server.act(&[Action::Top]);
    let give =
        EntryKind::Verdict { verdict: Verdict::Advance, reason: Some("strong in Rust".into()) };
    for (number, kind) in [give, EntryKind::Star, EntryKind::Note { text: "call on Monday".into() }]
        .into_iter()
        .enumerate()
    {
        let subject = Subject { candidate: "can_0".into(), ..Subject::default() };
        let (id, group) = (EntryId(number.to_string()), UndoGroup(number.to_string()));
        let (at, snapshot) = (timestamp(TODAY), Snapshot::default());
        server.state.triage.add(LogEntry {
            id,
            group,
            at,
            subject: subject.into(),
            snapshot: snapshot.into(),
            kind,
            source: None,
        });
    }
    server.send(Message::Resized(size.0, size.1));
    server.settle();
    server
}

#[test]
fn candidates_side_by_side() {
    for (width, height) in SIZES {
        let mut server = open_candidates((width, height));
        server.act(&[Action::Mark, Action::Mark, Action::Mark]);
        server.act(&[Action::Triage(TriageAction::Compare)]).settle().wait(20_000);
        insta::assert_snapshot!(format!("compare_{width}x{height}"), popup_text(&server.state));
    }
    let mut server = open_candidates((80, 24));
    server.act(&[Action::Mark, Action::Mark, Action::Mark]);
    server
        .act(&[Action::Triage(TriageAction::Compare), Action::Right, Action::Down])
        .settle()
        .wait(20_000);
    insta::assert_snapshot!("compare_right", popup_text(&server.state));
}
