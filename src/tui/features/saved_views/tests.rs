//! Snapshots of the dialog that names a view.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::popups;

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
    server.act(&[Action::Edit(TextEdit::Accept), Action::SaveView]);
    server.type_text("screened");
}

/// Opens the dialog and types the name of an existing view.
pub(crate) fn open_with_taken_name(server: &mut FakeServer) {
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:screen");
    server.act(&[Action::Edit(TextEdit::Accept)]);
    for _ in 0..2 {
        server.act(&[Action::SaveView]).type_text("screened");
        server.act(&[Action::Edit(TextEdit::Accept)]);
    }
    server.wait(20_000);
}

#[test]
fn a_view_is_saved_under_a_name() {
    for (name, text) in popups("save_view", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn a_taken_name_is_reported() {
    for (name, text) in popups("save_view_taken", open_with_taken_name) {
        assert_snapshot!(name, text);
    }
}
