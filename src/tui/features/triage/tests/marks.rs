//! Verdicts, stars and tags in the list, on the board and in the detail pane.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{SIZES, ascii_body, body};
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server;

/// The agency with some verdicts and the inbox closed.
pub(crate) fn server_with_verdicts(width: u16, height: u16) -> FakeServer {
    let mut server = server(width, height, InboxSide::Queue);
    server.state.inbox = None;
    server.act(&[Action::Go(Pane::Candidates)]).settle();
    server
}

#[test]
fn verdicts_and_stars_precede_the_names() {
    for (width, height) in SIZES {
        let server = server_with_verdicts(width, height);
        assert_snapshot!(format!("marks_list_{width}x{height}"), body(&server.state));
    }
    let mut server = server_with_verdicts(120, 30);
    server.act(&[Action::Board]).settle();
    assert_snapshot!("marks_board", body(&server.state));
    assert_snapshot!("marks_board_ascii", ascii_body(&server.state));
}

#[test]
fn the_record_shows_your_verdict_and_notes() {
    let mut server = server_with_verdicts(80, 24);
    server.act(&[Action::Go(Pane::Candidate), Action::Zoom]).settle();
    assert_snapshot!("marks_record", body(&server.state));
}
