//! Verdicts, stars and tags in the list, on the board and in the detail pane.

use insta::assert_snapshot;

use super::{DECLINE, ENTER};
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

#[test]
fn a_list_filtered_by_unseen_keeps_the_row_under_the_cursor() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("seen:no");
    server.act(&[ENTER]).settle();
    let listed = |server: &FakeServer| server.state.open_job().map(|open| open.list.len());
    let before = listed(&server);
    for _ in 0..20 {
        server.wait(500).answer();
    }
    assert_eq!(listed(&server), before);
    assert!(
        server.state.triage.seen_ids().count() <= 2,
        "only rows that were selected count as seen"
    );
}

#[test]
fn a_single_marked_row_is_unmarked_by_its_verdict() {
    let mut server = FakeServer::triage(140, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Mark, DECLINE, ENTER]);
    assert!(server.state.open_job().is_some_and(|open| open.list.marks.is_empty()));
}
