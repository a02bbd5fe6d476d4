//! What holds for every screen.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{cells, cells_at};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::{Keymap, Rebinding};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::text::hostile;
use crate::theme::{Role, Symbols, Theme, ThemeName};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::app::view::panes;
use crate::tui::widgets::render_context::RenderContext;

fn dark(state: &State) -> Buffer {
    cells(state, ThemeName::Dark, Symbols::unicode())
}

fn render_at(state: &State, size: (u16, u16)) -> Buffer {
    cells_at(state, size, ThemeName::Dark, Symbols::unicode())
}

/// Whether a cell looks as a role says, in whatever the role sets.
fn has_role(buf: &Buffer, at: (u16, u16), role: Role) -> bool {
    let (actual, expected) = (buf[at].style(), Theme::new(ThemeName::Dark).style(role));
    let fits = |actual: Option<_>, expected: Option<_>| expected.is_none() || actual == expected;
    let attributes = |style: Style| style.add_modifier;
    fits(actual.fg, expected.fg)
        && fits(actual.bg, expected.bg)
        && attributes(actual).contains(attributes(expected))
}

/// Every border stands where the layout says, on every row.
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

/// Nothing steers the terminal, and no wide letter covers what is not its own.
fn assert_harmless(buf: &Buffer) {
    for y in 0..buf.area.height {
        let mut free = 0;
        for x in 0..buf.area.width {
            let symbol = buf[(x, y)].symbol();
            assert_eq!(symbol.chars().find(|letter| hostile::is_offending(*letter)), None);
            if x < free {
                assert_eq!(symbol, " ", "covered at {x}, {y}");
                continue;
            }
            free = x + u16::try_from(crate::text::width(symbol).max(1)).unwrap();
            assert!(free <= buf.area.width, "over the edge");
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
        server.send(Message::Opened { title: texts[0].clone(), welcome: Vec::new() });
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
            // The terminal may have shrunk before anybody was told.
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
fn the_row_under_the_cursor_has_a_colour_and_a_sign() {
    let mut server = FakeServer::settled(120, 40);
    server.act(&[Action::Open, Action::Mark]).settle();
    let buf = dark(&server.state);
    let jobs = server.state.layout.pane(Pane::Jobs).unwrap().body;
    let candidates = server.state.layout.pane(Pane::Candidates).unwrap().body;
    assert!(has_role(&buf, (candidates.x + 5, candidates.y + 1), Role::Selected));
    assert_eq!(buf[(candidates.x, candidates.y + 1)].symbol(), Symbols::unicode().cursor);
    assert!(has_role(&buf, (jobs.x + 7, jobs.y), Role::SelectedUnfocused));
    assert!(has_role(&buf, (candidates.x + 1, candidates.y), Role::Marked));
    assert_eq!(buf[(candidates.x + 1, candidates.y)].symbol(), Symbols::unicode().mark);
}

#[test]
fn without_colours_the_selection_is_reversed() {
    let server = FakeServer::settled(80, 24);
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = cells(&server.state, ThemeName::Plain, Symbols::ascii());
    assert!(buf[(body.x + 6, body.y)].modifier.contains(Modifier::REVERSED));
    assert!(!buf[(body.x + 6, body.y + 1)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn failures_and_matching_letters_have_their_own_roles() {
    let mut server = FakeServer::new(80, 24);
    let (slot, _, ticket) = server.in_flight.remove(0);
    let outcome = Err(Failure { kind: FailureKind::Server, message: "it broke".into() });
    server.send(Message::Fetched { slot, ticket, outcome });
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    assert!(has_role(&dark(&server.state), (body.x + 1, body.y + 1), Role::Error));

    let mut server = FakeServer::settled(80, 24);
    server.act(&[Action::Filter]).type_text("rust").settle();
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = dark(&server.state);
    let name = body.x + 5;
    assert!(!has_role(&buf, (name + 6, body.y), Role::Match), "Senior ");
    assert!((7..11).all(|at| has_role(&buf, (name + at, body.y), Role::Match)), "Rust");
}

#[test]
fn changes_are_highlighted_for_a_moment() {
    let mut server = FakeServer::settled(120, 40);
    server.candidates[1].current_job_title = "Head of Backend".into();
    server.act(&[Action::Open, Action::Refresh]);
    while server
        .in_flight
        .iter()
        .any(|(slot, ..)| matches!(slot, Slot::Jobs(_) | Slot::CandidatePage(..)))
    {
        server.answer();
    }
    let body = server.state.layout.pane(Pane::Candidates).unwrap().body;
    let is_highlighted = |server: &FakeServer, line| {
        has_role(&dark(&server.state), (body.x + 3, body.y + line), Role::Changed)
    };
    assert_eq!([is_highlighted(&server, 1), is_highlighted(&server, 2)], [true, false]);
    server.wait(3000);
    assert!(!is_highlighted(&server, 1));
}

#[test]
fn a_million_rows_cost_no_more_than_the_visible_ones() {
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(100);
    server.total = Some(1_000_000);
    for _ in 0..3 {
        server.answer();
    }
    server.act(&[Action::Open, Action::Bottom, Action::Sort(ListField::Name), Action::SortOff]);
    let rendered = super::text(&dark(&server.state));
    assert!(rendered.contains("100/1,000,000 loaded"), "{rendered}");
}

#[test]
fn the_cursor_follows_the_typed_text() {
    let mut server = FakeServer::settled(80, 24);
    server.act(&[Action::Filter]).type_text("佐藤e\u{301}");
    let line = server.state.layout.pane(Pane::Jobs).unwrap().filter;
    let keymap = Keymap::default();
    let context = RenderContext {
        theme: Theme::new(ThemeName::Dark),
        symbols: Symbols::unicode(),
        keymap: &keymap,
    };
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    let cursor = panes(&server.state, &context, &mut buf);
    // A space, the sign, two wide letters and one that carries a mark.
    assert_eq!(cursor, Some((line.x + 7, line.y)));
    assert!(has_role(&buf, (line.x + 7, line.y), Role::Cursor));
    assert_eq!(buf[(line.x + 6, line.y)].symbol(), "e\u{301}");
}

#[test]
fn with_ascii_symbols_everything_but_data_is_ascii() {
    let mut all_text = String::new();
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut check = |server: &FakeServer| {
            let rendered = super::text(&cells(&server.state, ThemeName::Plain, Symbols::ascii()));
            assert!(rendered.is_ascii(), "{rendered}");
            all_text += &rendered;
        };
        let mut server = FakeServer::in_ascii(width, height);
        server.total = Some(1000);
        // No sheet has room for it.
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
            server.act(&[Action::Board, Action::Top]);
        }
        server.fail_all(FailureKind::Network).wait(400);
        check(&server);
    }
    for expected in [">=", "<=", "< back", "1 Aug 2024 - now", "~"] {
        assert!(all_text.contains(expected), "{expected} was to be seen");
    }
}

#[test]
fn a_failure_names_the_current_keys() {
    let mut server = FakeServer::new(80, 12);
    server.fail_all(FailureKind::Server);
    assert!(super::screen(&server.state).contains("R tries again, ! shows the requests"));
    let line = Rebinding { action: "refresh".into(), keys: vec!["ctrl-y".into()], line: 1 };
    let none = Rebinding { action: "requests".into(), keys: Vec::new(), line: 2 };
    server.state.actions = Keymap::with_bindings(&[line, none]).0.action_infos();
    let rendered = super::screen(&server.state);
    assert!(rendered.contains("ctrl-y tries again, `requests` in the"), "{rendered}");
}

#[test]
fn the_notice_box_has_a_complete_border() {
    let mut server = FakeServer::settled(80, 24);
    server.send(Message::Notice("something".into()));
    let rendered = super::screen(&server.state);
    let top = rendered.lines().rev().nth(4).unwrap();
    let (_, border) = top.rsplit_once('╭').unwrap();
    let (border, _) = border.split_once('╮').unwrap();
    assert!(border.chars().all(|sign| sign == '─'), "{rendered}");
}

#[test]
fn the_sort_arrow_is_at_its_heading_and_truncates_none() {
    use crate::recruiting::table::ListField::{
        Added, Age, Archived, Client, Company, Count, Name, Stage as InStage, Status, Title,
    };
    let fields = [
        (Pane::Jobs, vec![Name, Client, Status, Archived, Count, Age]),
        (Pane::Candidates, vec![Name, Title, Company, InStage, Age, Added]),
    ];
    for (size, (pane, fields)) in [(120, 40), (80, 24), (40, 10)]
        .into_iter()
        .flat_map(|size| fields.clone().map(|f| (size, f)))
    {
        for field in fields {
            let mut server = FakeServer::settled(size.0, size.1);
            server.act(&[Action::Go(pane), Action::SortOff, Action::Sort(field)]).settle();
            let line = server.state.layout.pane(pane).unwrap().heading;
            let rendered = super::screen(&server.state);
            let headings = rendered.lines().nth(line.y.into()).unwrap();
            assert!(!headings.contains('…'), "{headings}");
            assert!(
                field != Archived || !headings.contains('▲'),
                "it would look like another's: {headings}"
            );
        }
    }
    let mut server = FakeServer::settled(80, 24);
    server.act(&[Action::Sort(Count)]).settle();
    assert!(super::screen(&server.state).contains("▲count"));
}

#[test]
fn the_header_counts_the_last_element_of_the_path() {
    let header =
        |server: &FakeServer| super::screen(&server.state).lines().next().unwrap().to_owned();
    let mut server = FakeServer::new(120, 40);
    server.jobs[0].candidate_count = Some(90);
    server.answer();
    assert!(header(&server).contains("0/90"), "what the job tells: {}", header(&server));
    for (width, height) in [(40, 10), (80, 24)] {
        let mut server = FakeServer::settled(width, height);
        assert!(header(&server).contains("4/4"), "jobs: {}", header(&server));
        server.act(&[Action::Go(Pane::Candidates)]).settle();
        assert!(header(&server).contains("7/7"), "candidates: {}", header(&server));
    }
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
    assert!(selected(&server) > 20, "{}", super::screen(&server.state));
}

#[test]
fn a_terminal_smaller_than_the_layout_is_drawn_safely() {
    let mut server = FakeServer::triage(150, 48);
    let inbox = Action::Triage(crate::keymap::action::TriageAction::Inbox);
    for action in [Action::Refresh, Action::Help, inbox, Action::Notices] {
        server.act(&[Action::Copy, Action::Previous, action]);
        for (width, height) in [(23, 48), (30, 10), (60, 48), (1, 1), (149, 2), (0, 0)] {
            render_at(&server.state, (width, height));
        }
    }
}
