//! The notes of a person: from all jobs, edited, deleted, undone.

use insta::assert_snapshot;

use super::selectors::notes_of;
use crate::keymap::action::{Action, Pane, TextEdit, TriageAction};
use crate::recruiting::triage::{EntryKind, Snapshot, Subject};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::fixture::{FakeServer, timestamp};
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::popup_text;
use crate::tui::features::triage::tests::{ENTER, appended_groups, last_message};

const NOTES: Action = Action::Triage(TriageAction::Notes);
const EDIT: Action = Action::Triage(TriageAction::EditNote);
const DELETE: Action = Action::Triage(TriageAction::DeleteNote);

/// Two notes on the first candidate of the list, written in two jobs.
fn server(width: u16, height: u16) -> FakeServer {
    let mut server = FakeServer::triage(width, height);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    let (open, row) = server.state.current_row().expect("a selected row");
    let (here, seen) = (open.subject(row), server.state.snapshot(open, row));
    let there = Subject { candidate: "can_there".into(), job: "job_there".into(), ..here.clone() };
    let before = Snapshot { job_name: "Data Analyst".to_owned(), ..seen.clone() };
    let text = "Prefers to work remotely two days a week, and would move for the right role.";
    for (number, (subject, snapshot, day, text)) in [
        (there, before, "2026-03-12T09:00:00Z", text),
        (here, seen, "2026-11-10T09:00:00Z", "call on Monday"),
    ]
    .into_iter()
    .enumerate()
    {
        let kind = EntryKind::Note { text: text.to_owned() };
        let group = ("there", number as u64);
        let new = server.state.triage.new_group(group, timestamp(day), [(subject, snapshot, kind)]);
        server.send(Message::Logged(new));
    }
    server
}

fn texts(server: &FakeServer) -> Vec<&str> {
    match server.state.dialogs.top() {
        Some(Dialog::Notes(dialog)) => {
            notes_of(&server.state, dialog).iter().map(|note| note.text.as_str()).collect()
        }
        other => panic!("no notes: {other:?}"),
    }
}

#[test]
fn the_notes_of_all_jobs_are_listed_with_date_and_job() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut server = server(width, height);
        server.act(&[NOTES, Action::Down]);
        assert_snapshot!(format!("notes_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn a_note_is_edited_and_deleted_and_undo_brings_it_back() {
    let mut server = server(120, 40);
    server.act(&[NOTES, EDIT, Action::Edit(TextEdit::EraseAll)]).type_text("call on Friday");
    server.act(&[ENTER]);
    assert_eq!(texts(&server)[0], "call on Friday");
    server.act(&[EDIT, ENTER]);
    assert_eq!(last_message(&server), "The note is unchanged");
    assert_eq!(appended_groups(&server).len(), 1);
    server.act(&[Action::Down, DELETE]);
    assert_eq!(texts(&server), ["call on Friday"]);
    assert!(last_message(&server).starts_with("Deleted the note · "), "{}", last_message(&server));
    server.act(&[Action::Undo]);
    assert_eq!(texts(&server).len(), 2, "undo works in the list");
    server.act(&[Action::Undo, Action::Back]);
    let groups = appended_groups(&server);
    let subject = &groups[1].1[0].subject;
    assert_eq!(subject.candidate.as_str(), "can_there", "the change is stored with the note");
    server.act(&[NOTES]);
    assert_eq!(texts(&server)[0], "call on Monday");
}

#[test]
fn without_notes_the_key_says_how_to_write_one() {
    let mut server = FakeServer::triage(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Top]).settle();
    server.act(&[NOTES]);
    assert!(server.state.dialogs.is_empty());
    assert!(last_message(&server).starts_with("No notes on "), "{}", last_message(&server));
    server.act(&[EDIT]);
    assert!(last_message(&server).ends_with("to choose the note"), "{}", last_message(&server));
}
