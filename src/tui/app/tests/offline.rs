//! A program that the user started with `--offline`.

use crate::keymap::action::Action;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::app::connection;
use crate::tui::app::effect::Effect;
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::app::update::update;

fn opened() -> Message {
    Message::Opened { title: "Test".to_owned(), welcome: Vec::new(), is_offline: true }
}

#[test]
fn nothing_is_requested_from_the_start() {
    let mut state = State::new((120, 40));
    let effects = update(&mut state, opened());
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Http(_))), "{effects:?}");
    assert_eq!(state.connection.offline_reason(), Some("--offline was given"));
    assert_eq!(state.wakes_at(), None, "there is no probe to wait for");
}

#[test]
fn no_key_no_wait_and_no_answer_leads_to_a_request() {
    let mut server = FakeServer::loaded(120, 40);
    server.send(opened());
    server.fetched.clear();
    server.act(&[Action::Down, Action::Open, Action::Refresh, Action::Down]).wait(60_000);
    let newest = server.state.notices.newest_first().next().unwrap();
    assert_eq!(newest.text, "Not refreshed: --offline was given");
    for kind in [FailureKind::Network, FailureKind::Offline, FailureKind::Cancelled] {
        let failure = Failure::new(kind, "no");
        connection::record_failure(&mut server.state, &failure, None);
    }
    connection::mark_online(&mut server.state);
    server.wait(60_000);
    assert_eq!(server.fetched, []);
    assert!(server.state.connection.offline_reason().is_some());
}
