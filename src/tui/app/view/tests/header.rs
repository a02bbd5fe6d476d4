//! The header in every state, wide, medium and narrow.

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::{FRAME_SIZES, cells, header_text, text_in};
use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::queued_request;
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server as inbox;
use crate::tui::features::lists::tests::status;

type OpenScreen = fn((u16, u16)) -> FakeServer;

const STATES: [(&str, OpenScreen); 19] = [
    ("opening", |(width, height)| {
        let mut server = FakeServer::new(width, height);
        server.send(Message::Opening("filling the demo database: 40 %".to_owned()));
        server
    }),
    ("loading jobs", |(width, height)| {
        let mut server = FakeServer::new(width, height);
        send_request(&mut server);
        server
    }),
    ("jobs failed", |(width, height)| {
        let mut server = FakeServer::new(width, height);
        server.fail_oldest(Failure::new(FailureKind::Server, "the server failed (502)"));
        server
    }),
    ("jobs", |size| loaded(size, &[])),
    ("jobs zoomed", |size| loaded(size, &[Action::Zoom])),
    ("pipeline", |size| loaded(size, &[Action::Go(Pane::Job)])),
    ("loading candidates", |(width, height)| {
        let mut server = FakeServer::new(width, height);
        send_request(&mut server);
        server.answer();
        server.act(&[Action::Go(Pane::Candidates)]).wait(800);
        server
    }),
    ("candidates", |size| loaded(size, &[Action::Go(Pane::Candidates)])),
    ("candidates zoomed", |size| loaded(size, &[Action::Go(Pane::Candidates), Action::Zoom])),
    ("no candidates", |(width, height)| {
        let mut server = FakeServer::new(width, height);
        server.candidates.clear();
        server.settle().act(&[Action::Go(Pane::Candidates)]).settle();
        server
    }),
    ("some loaded", |size| resized(status::partial_list(), size)),
    ("a page failed", |size| resized(status::list_with_gap(), size)),
    ("a record unreadable", |size| resized(status::list_with_unreadable_record(), size)),
    ("board", |size| loaded(size, &[Action::Go(Pane::Candidates), Action::Board])),
    ("board of many", |size| resized(board_of_many(), size)),
    ("board zoomed", |size| {
        let mut server = board_of_many();
        server.act(&[Action::Zoom]);
        resized(server, size)
    }),
    ("candidate", |size| loaded(size, &[Action::Go(Pane::Candidate)])),
    ("inbox", |(width, height)| inbox(width, height, InboxSide::Queue)),
    ("inbox empty", |(width, height)| {
        let mut server = inbox(width, height, InboxSide::Queue);
        server.state.inbox.as_mut().unwrap().items.clear();
        server
    }),
];

fn loaded((width, height): (u16, u16), actions: &[Action]) -> FakeServer {
    let mut server = FakeServer::loaded(width, height);
    server.act(actions).settle();
    server
}

fn resized(mut server: FakeServer, (width, height): (u16, u16)) -> FakeServer {
    server.send(Message::Resized(width, height));
    server
}

fn board_of_many() -> FakeServer {
    let mut server = FakeServer::new(120, 30);
    server.candidates = many_candidates(60);
    server.settle().act(&[Action::Go(Pane::Candidates), Action::Board]).settle();
    server
}

fn send_request(server: &mut FakeServer) {
    let update = queued_request("GET /jobs");
    server.send(Message::Request(RequestId::from(1), update));
    server.send(Message::Request(RequestId::from(1), RequestEvent::Sent { attempt: 1 }));
}

#[test]
fn it_shows_the_place_the_progress_and_the_time() {
    let mut lines = String::new();
    for (name, open) in STATES {
        writeln!(lines, "{name}").unwrap();
        for size in FRAME_SIZES {
            writeln!(lines, "{:4} │{}", size.0, header_text(&open(size).state)).unwrap();
        }
    }
    assert_snapshot!("header", lines);
}

#[test]
fn it_needs_no_unicode() {
    let mut lines = String::new();
    for size in FRAME_SIZES {
        for server in [loaded(size, &[]), inbox(size.0, size.1, InboxSide::Card)] {
            let buf = cells(&server.state, ThemeName::Plain, Symbols::ascii());
            writeln!(lines, "{}", text_in(server.state.layout.header, &buf)).unwrap();
        }
    }
    assert!(lines.is_ascii(), "{lines}");
    assert_snapshot!("header_ascii", lines);
}

#[test]
fn requests_in_flight_and_waiting_ones_are_counted() {
    let mut server = FakeServer::loaded(120, 40);
    send_request(&mut server);
    assert!(header_text(&server.state).contains("↓ 1 · 7/7"), "{}", header_text(&server.state));
    let update = queued_request("GET /jobs");
    server.send(Message::Request(RequestId::from(2), update));
    assert!(header_text(&server.state).contains("↓ 1+1 · 7/7"), "{}", header_text(&server.state));
}

#[test]
fn the_last_element_of_the_path_is_counted() {
    let header = |server: &FakeServer| header_text(&server.state);
    let mut server = FakeServer::new(120, 40);
    server.jobs[0].candidate_count = Some(90);
    server.answer();
    assert!(
        header(&server).contains("0/90"),
        "the total comes from the job record: {}",
        header(&server)
    );
    for (width, height) in [(40, 10), (80, 24)] {
        let mut server = FakeServer::loaded(width, height);
        assert!(header(&server).contains("4/4"), "jobs: {}", header(&server));
        server.act(&[Action::Go(Pane::Candidates)]).settle();
        assert!(header(&server).contains("7/7"), "candidates: {}", header(&server));
    }
}
