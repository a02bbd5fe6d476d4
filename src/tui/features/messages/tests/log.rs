//! Snapshots of the message log.

use insta::assert_snapshot;

use crate::keymap::action::Action;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::view::tests::{popup_text, popups, server};

/// Adds short and long messages, one of them twice, and an error.
pub(crate) fn add_notices(server: &mut FakeServer) {
    for text in [
        "config.toml:4:1: unknown action \"refersh\"; did you mean \"refresh\"?",
        "the server answers slowly",
        "the server answers slowly",
        "佐藤 健太郎 was read again, and everything that belongs to it was read again as well, \
         which took a while and is said here at such a length that three lines cannot hold it, \
         not even on a screen that is wider than most screens are",
    ] {
        server.send(Message::Notice(text.into()));
    }
    server.send(Message::ViewSaved(Err("the view cannot be kept: no space is left".into())));
}

pub(crate) fn open(server: &mut FakeServer) {
    add_notices(server);
    server.act(&[Action::Notices]).wait(20_000);
}

#[test]
fn it_lists_the_messages() {
    for (name, text) in popups("notices", open) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn an_empty_log_says_so() {
    let mut server = server(80, 24);
    server.act(&[Action::Notices]);
    assert!(popup_text(&server.state).contains("No messages yet"));
}
