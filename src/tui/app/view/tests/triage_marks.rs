//! What is one's own, in the list, on the board and beside the record.

use insta::assert_snapshot;

use super::{cells, screen, text};
use crate::keymap::action::{Action, Pane};
use crate::theme::{Name, Symbols};
use crate::tui::app::fixture::FakeServer;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::stage;

/// The agency after some were decided on, the inbox closed.
fn decided(width: u16, height: u16) -> FakeServer {
    let mut stage = stage(width, height, InboxSide::Queue);
    stage.state.inbox = None;
    stage.act(&[Action::Go(Pane::Candidates)]).settle();
    stage
}

#[test]
fn verdicts_and_stars_stand_before_the_names() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let stage = decided(width, height);
        assert_snapshot!(format!("own_list_{width}x{height}"), screen(&stage.state));
    }
    let mut stage = decided(120, 30);
    stage.act(&[Action::Board]).settle();
    assert_snapshot!("own_board", screen(&stage.state));
    assert_snapshot!("own_board_ascii", text(&cells(&stage.state, Name::Plain, Symbols::ascii())));
}

#[test]
fn the_record_says_what_is_yours() {
    let mut stage = decided(80, 24);
    stage.act(&[Action::Go(Pane::Candidate), Action::Zoom]).settle();
    assert_snapshot!("own_record", screen(&stage.state));
}
