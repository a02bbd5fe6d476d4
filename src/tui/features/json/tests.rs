//! Snapshots of the raw view.

use insta::assert_snapshot;

use crate::keymap::action::Action;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::popups;

pub(crate) fn open(server: &mut FakeServer) {
    server.act(&[Action::Json]);
}

#[test]
fn it_shows_the_records_as_they_were_sent() {
    for (name, text) in popups("raw", open) {
        assert_snapshot!(name, text);
    }
}
