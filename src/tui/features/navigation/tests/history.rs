//! Snapshots of the history of locations.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{popup_text, popups, server};

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Open, Action::Open, Action::Go(Pane::Jobs), Action::Down]).settle();
    server.act(&[Action::Open, Action::History, Action::Down]);
}

#[test]
fn it_lists_the_visited_locations() {
    for (name, text) in popups("history", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn an_empty_history_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::History]);
    assert!(popup_text(&server.state).contains("you have been nowhere else yet"));
}
