//! The banner above the panes.

use insta::assert_snapshot;

use super::{dark, screen, text_in};
use crate::keymap::action::Action;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;

fn banner_text(server: &FakeServer) -> String {
    text_in(server.state.layout.banner, &dark(&server.state))
}

#[test]
fn offline_is_a_banner_and_what_is_loaded_stays() {
    let mut server = FakeServer::loaded(110, 24);
    server.act(&[Action::Refresh]);
    server.fail_oldest(Failure::new(FailureKind::Network, "connection refused"));
    assert_snapshot!("offline", screen(&server.state));
}

#[test]
fn on_a_narrow_screen_the_banner_still_says_what_comes_next() {
    let mut server = FakeServer::loaded(40, 10);
    server.act(&[Action::Refresh]);
    let message = "connection refused by a proxy of some length";
    server.fail_oldest(Failure::new(FailureKind::Network, message));
    let line = banner_text(&server);
    assert!(line.starts_with(" ! Offline · retrying in 2 s · "), "{line}");
    server.send(Message::KeyNeeded("the server rejected the key (401): it was revoked".into()));
    server.state.dialogs.clear();
    let line = banner_text(&server);
    assert!(line.starts_with(" ! Press R to enter the API key"), "{line}");
}

#[test]
fn the_banner_names_the_flag_that_keeps_the_program_offline() {
    for (width, rest) in
        [(110, " · verdicts are stored; edits wait to be sent"), (40, " · verdicts")]
    {
        let mut server = FakeServer::loaded(width, 10);
        let title = "Demo workspace".to_owned();
        server.send(Message::Opened { title, welcome: Vec::new(), is_offline: true });
        let line = banner_text(&server);
        assert!(line.starts_with(&format!(" ! Offline (--offline){rest}")), "{line}");
    }
}

#[test]
fn a_server_that_asks_to_wait_counts_down() {
    let mut server = FakeServer::loaded(80, 10);
    server.send(Message::Paused(7000)).wait(1500);
    assert_eq!(banner_text(&server), " ! The server asks us to wait: 6 s · R retries now");
}

#[test]
fn a_refused_key_is_reported_in_the_banner() {
    let mut server = FakeServer::loaded(80, 10);
    server.send(Message::KeyNeeded("the key was rejected".into()));
    server.state.dialogs.clear();
    assert_eq!(banner_text(&server), " ! Press R to enter the API key · the key was rejected");
}

#[test]
fn the_banner_is_the_line_below_the_header() {
    let mut server = FakeServer::loaded(80, 10);
    server.send(Message::Paused(7000));
    assert_eq!(screen(&server.state).lines().nth(1), Some(&*banner_text(&server)));
}
