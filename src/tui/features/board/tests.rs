//! Snapshots of the board.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane};
use crate::theme::Role;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::view::tests::{ascii_body, body, dark, has_role, screen};

#[test]
fn the_board_has_a_column_for_each_stage() {
    let mut server = FakeServer::new(120, 30);
    server.candidates = many_candidates(60);
    server.settle();
    server.act(&[Action::Open, Action::Board, Action::Down, Action::Mark, Action::Right]).settle();
    assert_snapshot!("board_wide", body(&server.state));
    server.act(&[Action::Zoom, Action::Right, Action::Right, Action::Right]).settle();
    assert_snapshot!("board_zoomed", body(&server.state));
}

#[test]
fn a_board_on_a_small_screen_shows_that_there_is_more() {
    let mut server = FakeServer::loaded(60, 12);
    server.act(&[Action::Open, Action::Open, Action::Board, Action::Right]).settle();
    assert_snapshot!("board_narrow", body(&server.state));
}

#[test]
fn without_unicode_and_colours_everything_is_still_shown() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Mark]).settle();
    server.act(&[Action::Board]).settle();
    assert_snapshot!("board_ascii", ascii_body(&server.state));
}

#[test]
fn an_empty_stage_is_selected_by_its_heading() {
    let mut server = FakeServer::new(80, 24);
    server.candidates.retain(|item| item.current_pipeline_stage_id.as_str() != "st_3");
    server.settle().act(&[Action::Go(Pane::Candidates), Action::Board]).settle();
    let body = server.state.layout.pane(Pane::Candidates).unwrap().body;
    let selected = |server: &FakeServer| {
        let buf = dark(&server.state);
        let cells = (body.x..body.right()).filter(|x| has_role(&buf, (*x, body.y), Role::Selected));
        cells.count()
    };
    assert_eq!(selected(&server), 0);
    server.act(&[Action::Right]);
    assert!(selected(&server) > 6, "{}", screen(&server.state));
}
