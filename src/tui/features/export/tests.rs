//! Snapshots of the export dialog.

use insta::assert_snapshot;

use crate::keymap::Keymap;
use crate::keymap::action::{Action, TextEdit, TriageAction};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{SIZES, popup_text};
use crate::tui::features::export::state::ExportError;
use crate::tui::features::todo::tests::server;

/// Opens the export of the to-do list, runs `then`, and takes a snapshot at every size.
fn assert_screens(name: &str, then: fn(&mut FakeServer)) {
    for (width, height) in SIZES {
        let mut server = server(width, height);
        server.state.actions = Keymap::default().action_infos();
        server.act(&[Action::Triage(TriageAction::Todo), Action::Triage(TriageAction::Export)]);
        then(&mut server);
        server.wait(20_000);
        assert_snapshot!(format!("{name}_{width}x{height}"), popup_text(&server.state));
    }
}

#[test]
fn a_name_is_offered() {
    assert_screens("export", |_| {});
}

#[test]
fn a_taken_name_is_reported() {
    assert_screens("export_taken", |server| {
        server.act(&[Action::Edit(TextEdit::Accept)]);
        server.send(Message::Exported(Err(ExportError::AlreadyExists("it".to_owned()))));
    });
}

#[test]
fn an_unknown_extension_is_reported() {
    assert_screens("export_wrong", |server| {
        server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("todo.doc");
        server.act(&[Action::Edit(TextEdit::Accept)]);
    });
}
