//! Rules for every screen.

use std::cell::Cell;

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cells, cells_at, dark, text};
use crate::keymap::Keymap;
use crate::keymap::action::{Action, CopyField, Pane, TextEdit};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::text::hostile;
use crate::theme::{ColorOverrides, Symbols, Theme, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::message::Message;
use crate::tui::app::state::State;
use crate::tui::app::view::panes;
use crate::tui::widgets::hit_map::HitMap;
use crate::tui::widgets::render_context::RenderContext;

fn render_at(state: &State, size: (u16, u16)) -> Buffer {
    cells_at(state, size, ThemeName::Dark, Symbols::unicode())
}

/// Checks that every border is where the layout puts it, on every row.
fn assert_borders(state: &State, buf: &Buffer) {
    let set = Symbols::unicode().border;
    for area in Pane::ALL.iter().filter_map(|pane| state.layout.pane(*pane)) {
        let outer = area.outer;
        for y in outer.top() + 1..outer.bottom() - 1 {
            assert_eq!(buf[(outer.left(), y)].symbol(), set.vertical_left);
            assert_eq!(buf[(outer.right() - 1, y)].symbol(), set.vertical_right);
        }
        assert_eq!(buf[(outer.right() - 1, outer.top())].symbol(), set.top_right);
        assert_eq!(buf[(outer.left(), outer.bottom() - 1)].symbol(), set.bottom_left);
    }
}

/// Checks for control characters, and for wide characters that overlap a cell or the edge.
fn assert_harmless(buf: &Buffer) {
    for y in 0..buf.area.height {
        let mut free = 0;
        for x in 0..buf.area.width {
            let symbol = buf[(x, y)].symbol();
            assert_eq!(symbol.chars().find(|letter| hostile::is_offending(*letter)), None);
            if x < free {
                assert_eq!(
                    symbol, " ",
                    "the second cell of a wide character, at {x}, {y}, is blank"
                );
                continue;
            }
            free = x + u16::try_from(crate::text::width(symbol).max(1)).unwrap();
            assert!(free <= buf.area.width, "no wide character crosses the right edge");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn borders_stay_intact_for_any_names_and_size(
        texts in prop::collection::vec(hostile::text(), 6),
        size in (1..=200_u16, 1..=60_u16),
        filter in hostile::text(),
        focus in 0..4_usize,
        board: bool,
        typing: bool,
    ) {
        let mut server = FakeServer::new(size.0, size.1);
        for (at, job) in server.jobs.iter_mut().enumerate() {
            job.name.clone_from(&texts[at % 6]);
            job.client_company_name.clone_from(&texts[(at + 1) % 6]);
            job.job_status_name.clone_from(&texts[(at + 2) % 6]);
        }
        for (at, candidate) in server.candidates.iter_mut().enumerate() {
            candidate.name.clone_from(&texts[at % 6]);
            candidate.current_job_title.clone_from(&texts[(at + 1) % 6]);
            candidate.current_company_name.clone_from(&texts[(at + 2) % 6]);
            candidate.current_pipeline_stage_name.clone_from(&texts[(at + 3) % 6]);
        }
        server.send(Message::Opened { title: texts[0].clone(), welcome: Vec::new(), is_offline: false });
        server.settle();
        server.act(&[Action::Go(Pane::ALL[focus])]);
        if board {
            server.act(&[Action::Board]);
        }
        if typing {
            server.act(&[Action::Filter]);
            server.send(Message::Pasted(filter));
        }
        for _ in 0..2 {
            server.wait(400);
            let buf = dark(&server.state);
            assert_borders(&server.state, &buf);
            assert_harmless(&buf);
            // The terminal may have shrunk before `update` learned of it.
            assert_harmless(&render_at(&server.state, (size.0 * 2 / 3 + 1, size.1 / 2 + 1)));
            if let Some((slot, _, ticket)) = server.in_flight.pop() {
                let message = texts[5].clone();
                let outcome = Err(Failure { kind: FailureKind::Network, message });
                server.send(Message::Fetched { slot, ticket, outcome });
            }
        }
    }
}

#[test]
fn the_cursor_follows_the_typed_text() {
    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Filter]).type_text("佐藤e\u{301}");
    let line = server.state.layout.pane(Pane::Jobs).unwrap().filter;
    let keymap = Keymap::default();
    let context = RenderContext {
        theme: Theme::new(ThemeName::Dark),
        colors: &ColorOverrides::default(),
        symbols: Symbols::unicode(),
        keymap: &keymap,
        hits: &HitMap::default(),
        cursor: &Cell::default(),
    };
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    panes(&server.state, &context, &mut buf);
    // A space, the filter sign, two wide letters, and one letter with a combining mark.
    assert_eq!(context.cursor.get(), Some((line.x + 7, line.y).into()));
    assert_eq!(buf[(line.x + 6, line.y)].symbol(), "e\u{301}");
}

#[test]
fn with_ascii_symbols_everything_but_data_is_ascii() {
    let mut all_text = String::new();
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut check = |server: &FakeServer| {
            let rendered = text(&cells(&server.state, ThemeName::Plain, Symbols::ascii()));
            assert!(rendered.is_ascii(), "{rendered}");
            all_text += &rendered;
        };
        let mut server = FakeServer::in_ascii(width, height);
        server.total = Some(1000);
        // Too long for any pane.
        server.candidates[2].current_pipeline_stage_id = "st_9".into();
        server.candidates[2].current_pipeline_stage_name = "waits for an answer ".repeat(9);
        server.send(Message::Paused(9000)).wait(1000);
        check(&server);
        server.answer();
        server.wait(500);
        check(&server);
        for _ in 0..6 {
            server.answer();
            server.wait(200);
            check(&server);
        }
        server.fail_all(FailureKind::Server).wait(400);
        server.total = None;
        for pane in Pane::ALL {
            server.act(&[
                Action::Go(pane),
                Action::Down,
                Action::Bottom,
                Action::Sort(ListField::Name),
            ]);
            check(&server);
            server.act(&[Action::Refresh, Action::Mark, Action::Filter]).settle();
            server.type_text("enginer name>3 stage:").wait(400);
            check(&server);
            server.act(&[
                Action::Edit(TextEdit::EraseAll),
                Action::Edit(TextEdit::Cancel),
                Action::Board,
            ]);
            server.settle();
            check(&server);
            server.act(&[Action::Board, Action::Top, Action::Json]);
            check(&server);
            server.act(&[Action::Back]);
        }
        server.fail_all(FailureKind::Network).wait(400);
        check(&server);
    }
    for expected in [">=", "<=", "< back", "1 Aug 2024 - now", "~"] {
        assert!(all_text.contains(expected), "{expected} is on no screen");
    }
}

#[test]
fn a_terminal_smaller_than_the_layout_is_drawn_safely() {
    let mut server = FakeServer::triage(150, 48);
    let inbox = Action::Triage(crate::keymap::action::TriageAction::Inbox);
    for action in [Action::Refresh, Action::Help, inbox, Action::Notices] {
        server.act(&[Action::CopyField(CopyField::Id), Action::Previous, action]);
        for (width, height) in [(23, 48), (30, 10), (60, 48), (1, 1), (149, 2), (0, 0)] {
            render_at(&server.state, (width, height));
        }
    }
}
