//! What is to do, what would be moved, and where it is written, as it is seen.

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TextEdit, TriageAction};
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::dialog::tests::screen;
use crate::tui::features::export::state::ExportError;
use crate::tui::features::todo::tests::stage as decided;

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (40, 10)];

fn pictures(name: &str, opens: fn(&mut FakeServer)) {
    for (width, height) in SIZES {
        let mut stage = decided(width, height);
        stage.state.actions = Keymap::default().doables();
        opens(&mut stage);
        stage.wait(20_000);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&stage.state));
    }
}

#[test]
fn what_is_to_do_has_its_pictures() {
    pictures("todo", |stage| {
        stage.act(&[Action::Triage(TriageAction::Todo), Action::Down]);
    });
}

#[test]
fn where_nothing_is_to_do_that_is_said() {
    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Triage(TriageAction::Todo)]);
    let shown = screen(&stage.state);
    assert!(shown.contains("Nothing is to be carried out"), "{shown}");
}

#[test]
fn what_would_be_moved_has_its_pictures() {
    pictures("apply", |stage| {
        stage.state.memory.applies = true;
        stage.act(&[Action::Triage(TriageAction::Apply), Action::Down, Action::Mark]);
    });
}

#[test]
fn what_could_not_be_moved_has_its_pictures() {
    pictures("apply_failed", |stage| {
        stage.state.memory.applies = true;
        stage.act(&[Action::Triage(TriageAction::Apply)]).settle();
        stage.act(&[Action::Open]);
        let Some(Effect::Apply { ticket, .. }) = stage.others.pop() else { panic!("not sent") };
        let moves = vec![
            ("can_1".into(), Ok(())),
            ("can_2".into(), Err("somebody else moved them meanwhile".to_owned())),
            ("can_0".into(), Ok(())),
        ];
        stage.send(Message::Applied { ticket, moves }).act(&[Action::Down]);
    });
}

#[test]
fn where_it_is_written_has_its_pictures() {
    pictures("export", |stage| {
        stage.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
    });
    pictures("export_taken", |stage| {
        stage.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
        stage.act(&[Action::Edit(TextEdit::Accept)]);
        stage.send(Message::Exported(Err(ExportError::Taken("it".to_owned()))));
    });
    pictures("export_wrong", |stage| {
        stage.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
        stage.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("todo.doc");
        stage.act(&[Action::Edit(TextEdit::Accept)]);
    });
}
