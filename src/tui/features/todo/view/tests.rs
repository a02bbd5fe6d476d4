//! What is to do, what would be moved, and where it is written, as it is seen.

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TextEdit, TriageAction};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::dialog::tests::screen;
use crate::tui::features::export::state::ExportError;
use crate::tui::features::todo::tests::server as decided;

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (40, 10)];

fn assert_screens(name: &str, open: fn(&mut FakeServer)) {
    for (width, height) in SIZES {
        let mut server = decided(width, height);
        server.state.actions = Keymap::default().action_infos();
        open(&mut server);
        server.wait(20_000);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&server.state));
    }
}

#[test]
fn the_todo_list_renders() {
    assert_screens("todo", |server| {
        server.act(&[Action::Triage(TriageAction::Todo), Action::Down]);
    });
}

#[test]
fn an_empty_todo_list_says_so() {
    let mut server = FakeServer::settled(80, 24);
    server.act(&[Action::Triage(TriageAction::Todo)]);
    let text = screen(&server.state);
    assert!(text.contains("Nothing is to be carried out"), "{text}");
}

#[test]
fn the_move_preview_renders() {
    assert_screens("apply", |server| {
        server.state.restored.can_apply = true;
        server.act(&[Action::Triage(TriageAction::Apply), Action::Down, Action::Mark]);
    });
}

#[test]
fn failed_moves_render() {
    assert_screens("apply_failed", |server| {
        server.state.restored.can_apply = true;
        server.act(&[Action::Triage(TriageAction::Apply)]).settle();
        server.act(&[Action::Open]);
        let Some(Effect::Storage(StorageEffect::Apply { ticket, .. })) = server.others.pop() else {
            panic!("not sent")
        };
        let moves = vec![
            ("can_1".into(), Ok(())),
            ("can_2".into(), Err("somebody else moved them meanwhile".to_owned())),
            ("can_0".into(), Ok(())),
        ];
        server.send(Message::Applied { ticket, moves }).act(&[Action::Down]);
    });
}

#[test]
fn the_export_dialog_renders() {
    assert_screens("export", |server| {
        server.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
    });
    assert_screens("export_taken", |server| {
        server.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
        server.act(&[Action::Edit(TextEdit::Accept)]);
        server.send(Message::Exported(Err(ExportError::AlreadyExists("it".to_owned()))));
    });
    assert_screens("export_wrong", |server| {
        server.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
        server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("todo.doc");
        server.act(&[Action::Edit(TextEdit::Accept)]);
    });
}
