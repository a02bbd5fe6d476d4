//! Which panes a screen has at every size. One snapshot per kind of screen holds the whole frame,
//! with header and footer.

use insta::assert_snapshot;

use super::{ascii_body, body, screen};
use crate::keymap::action::{Action, Pane};
use crate::tui::app::fixture::FakeServer;

#[test]
fn a_wide_screen_has_four_panes() {
    assert_snapshot!("wide", screen(&FakeServer::loaded(120, 40).state));
}

#[test]
fn a_medium_screen_has_two_panes_of_one_kind() {
    let mut server = FakeServer::loaded(80, 24);
    assert_snapshot!("medium_jobs", screen(&server.state));
    server.act(&[Action::Open]).settle();
    assert_snapshot!("medium_candidates", body(&server.state));
}

#[test]
fn a_narrow_screen_has_one_pane() {
    let mut server = FakeServer::loaded(40, 10);
    assert_snapshot!("narrow_Jobs", screen(&server.state));
    for pane in [Pane::Job, Pane::Candidates, Pane::Candidate] {
        server.act(&[Action::Go(pane)]).settle();
        assert_snapshot!(format!("narrow_{pane:?}"), body(&server.state));
    }
}

#[test]
fn a_tiny_screen_says_what_it_needs() {
    assert_snapshot!(screen(&FakeServer::loaded(44, 9).state), @"40x10 needed, this is 44x9");
    assert_snapshot!(screen(&FakeServer::loaded(20, 5).state), @"40x10 needed, this …");
    assert_snapshot!(screen(&FakeServer::loaded(10, 5).state), @"40x10 nee…");
}

#[test]
fn without_unicode_and_colours_everything_is_still_shown() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Open, Action::Mark]).settle();
    assert_snapshot!("ascii", ascii_body(&server.state));
}
