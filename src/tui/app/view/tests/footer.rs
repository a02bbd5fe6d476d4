//! The footer in every context, at every width. One snapshot holds all footers and one all
//! headers, so that a change of either rewrites one file.

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::{FRAME_SIZES, cells, footer_text, server, text_in};
use crate::keymap::action::{Action, Pane};
use crate::keymap::key::Key;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::features::editor::view::tests::{editor_with_changes, server_with_editor};
use crate::tui::features::inbox::state::InboxSide;
use crate::tui::features::inbox::view::tests::server as inbox;
use crate::tui::features::triage::tests::marks::server_with_verdicts;

type OpenScreen = fn((u16, u16)) -> FakeServer;

const CONTEXTS: [(&str, OpenScreen); 14] = [
    ("jobs", |size| with(size, &[])),
    ("jobs zoomed", |size| with(size, &[Action::Zoom])),
    ("pipeline", |size| with(size, &[Action::Go(Pane::Job)])),
    ("candidates", |size| with(size, &[Action::Go(Pane::Candidates)])),
    ("board", |size| with(size, &[Action::Go(Pane::Candidates), Action::Board])),
    ("candidate", |size| with(size, &[Action::Go(Pane::Candidate)])),
    ("something to do", |(width, height)| server_with_verdicts(width, height)),
    ("filter", |size| {
        let mut server = with(size, &[Action::Filter]);
        server.type_text("engineer").settle();
        server
    }),
    ("filter with completions", |size| {
        let mut server = with(size, &[Action::Go(Pane::Candidates), Action::Filter]);
        server.type_text("sta").settle();
        server
    }),
    ("inbox queue", |(width, height)| inbox(width, height, InboxSide::Queue)),
    ("inbox card", |(width, height)| inbox(width, height, InboxSide::Card)),
    ("editor", |size| server_with_editor(size, editor_with_changes)),
    ("help", |size| with(size, &[Action::Help])),
    ("chord", |size| {
        let mut server = with(size, &[]);
        server.send(Message::Pending(vec![Key::char('g')]));
        server
    }),
];

fn with((width, height): (u16, u16), actions: &[Action]) -> FakeServer {
    let mut server = server(width, height);
    // Wait until messages expire: on a small screen they replace the footer.
    server.act(actions).settle().wait(20_000);
    server
}

#[test]
fn it_names_the_keys_that_matter_here() {
    let mut lines = String::new();
    for (name, open) in CONTEXTS {
        writeln!(lines, "{name}").unwrap();
        for size in FRAME_SIZES {
            writeln!(lines, "{:4} │{}", size.0, footer_text(&open(size).state)).unwrap();
        }
    }
    assert_snapshot!("footer", lines);
}

#[test]
fn it_needs_no_unicode() {
    for (_, open) in CONTEXTS {
        for size in FRAME_SIZES {
            let server = open(size);
            let ascii = cells(&server.state, ThemeName::Plain, Symbols::ascii());
            let footer = text_in(server.state.layout.footer, &ascii);
            assert_eq!(footer, footer_text(&server.state), "every hint is ASCII already");
        }
    }
}
