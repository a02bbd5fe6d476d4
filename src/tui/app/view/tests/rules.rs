//! What holds for every screen.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{cells, cells_of};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::keymap::{Keymap, Rebinding};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::text::hostile;
use crate::theme::{Name, Role, Symbols, Theme};
use crate::tui::app::fixture::{FakeServer, crowd};
use crate::tui::app::message::Message;
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::app::view::panes;
use crate::tui::widgets::render_context::RenderContext;

fn dark(state: &State) -> Buffer {
    cells(state, Name::Dark, Symbols::unicode())
}

fn drawn(state: &State, size: (u16, u16)) -> Buffer {
    cells_of(state, size, Name::Dark, Symbols::unicode())
}

/// Whether a cell looks as a role says, in whatever the role sets.
fn looks(buf: &Buffer, at: (u16, u16), role: Role) -> bool {
    let (is, want) = (buf[at].style(), Theme::new(Name::Dark).style(role));
    let fits = |is: Option<_>, want: Option<_>| want.is_none() || is == want;
    let attributes = |style: Style| style.add_modifier;
    fits(is.fg, want.fg) && fits(is.bg, want.bg) && attributes(is).contains(attributes(want))
}

/// Every border stands where the layout says, on every row.
fn borders(state: &State, buf: &Buffer) {
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
fn harmless(buf: &Buffer) {
    for y in 0..buf.area.height {
        let mut free = 0;
        for x in 0..buf.area.width {
            let symbol = buf[(x, y)].symbol();
            assert_eq!(symbol.chars().find(|letter| hostile::offends(*letter)), None);
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
    fn whatever_the_names_and_the_size_the_borders_stand(
        texts in prop::collection::vec(hostile::text(), 6),
        size in (1..=200_u16, 1..=60_u16),
        filter in hostile::text(),
        focus in 0..4_usize,
        board: bool,
        typing: bool,
    ) {
        let mut stage = FakeServer::new(size.0, size.1);
        for (at, job) in stage.jobs.iter_mut().enumerate() {
            job.name.clone_from(&texts[at % 6]);
            job.client_company_name.clone_from(&texts[(at + 1) % 6]);
            job.job_status_name.clone_from(&texts[(at + 2) % 6]);
        }
        for (at, candidate) in stage.candidates.iter_mut().enumerate() {
            candidate.name.clone_from(&texts[at % 6]);
            candidate.current_job_title.clone_from(&texts[(at + 1) % 6]);
            candidate.current_company_name.clone_from(&texts[(at + 2) % 6]);
            candidate.current_pipeline_stage_name.clone_from(&texts[(at + 3) % 6]);
        }
        stage.send(Message::Opened { title: texts[0].clone(), welcome: Vec::new() });
        stage.settle();
        stage.act(&[Action::Go(Pane::ALL[focus])]);
        if board {
            stage.act(&[Action::Board]);
        }
        if typing {
            stage.act(&[Action::Filter]);
            stage.send(Message::Pasted(filter));
        }
        for _ in 0..2 {
            stage.wait(400);
            let buf = dark(&stage.state);
            borders(&stage.state, &buf);
            harmless(&buf);
            // The terminal may have shrunk before anybody was told.
            harmless(&drawn(&stage.state, (size.0 * 2 / 3 + 1, size.1 / 2 + 1)));
            if let Some((slot, _, ticket)) = stage.asked.pop() {
                let told = texts[5].clone();
                let outcome = Err(Failure { kind: FailureKind::Network, told });
                stage.send(Message::Arrived { slot, ticket, outcome });
            }
        }
    }
}

#[test]
fn the_row_under_the_cursor_is_seen_by_colour_and_by_sign() {
    let mut stage = FakeServer::settled(120, 40);
    stage.act(&[Action::Open, Action::Mark]).settle();
    let buf = dark(&stage.state);
    let jobs = stage.state.layout.pane(Pane::Jobs).unwrap().body;
    let candidates = stage.state.layout.pane(Pane::Candidates).unwrap().body;
    assert!(looks(&buf, (candidates.x + 5, candidates.y + 1), Role::Selected));
    assert_eq!(buf[(candidates.x, candidates.y + 1)].symbol(), Symbols::unicode().cursor);
    assert!(looks(&buf, (jobs.x + 7, jobs.y), Role::SelectedUnfocused));
    assert!(looks(&buf, (candidates.x + 1, candidates.y), Role::Marked));
    assert_eq!(buf[(candidates.x + 1, candidates.y)].symbol(), Symbols::unicode().mark);
}

#[test]
fn without_colours_the_selection_is_reversed() {
    let stage = FakeServer::settled(80, 24);
    let body = stage.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = cells(&stage.state, Name::Plain, Symbols::ascii());
    assert!(buf[(body.x + 6, body.y)].modifier.contains(Modifier::REVERSED));
    assert!(!buf[(body.x + 6, body.y + 1)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn a_failure_and_the_letters_that_match_have_roles_of_their_own() {
    let mut stage = FakeServer::new(80, 24);
    let (slot, _, ticket) = stage.asked.remove(0);
    let outcome = Err(Failure { kind: FailureKind::Server, told: "it broke".into() });
    stage.send(Message::Arrived { slot, ticket, outcome });
    let body = stage.state.layout.pane(Pane::Jobs).unwrap().body;
    assert!(looks(&dark(&stage.state), (body.x + 1, body.y + 1), Role::Error));

    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Filter]).type_text("rust").settle();
    let body = stage.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = dark(&stage.state);
    let name = body.x + 5;
    assert!(!looks(&buf, (name + 6, body.y), Role::Match), "Senior ");
    assert!((7..11).all(|at| looks(&buf, (name + at, body.y), Role::Match)), "Rust");
}

#[test]
fn what_changed_is_seen_for_a_moment() {
    let mut stage = FakeServer::settled(120, 40);
    stage.candidates[1].current_job_title = "Head of Backend".into();
    stage.act(&[Action::Open, Action::Refresh]);
    while stage.asked.iter().any(|(slot, ..)| matches!(slot, Slot::Jobs(_) | Slot::Roster(..))) {
        stage.answer();
    }
    let body = stage.state.layout.pane(Pane::Candidates).unwrap().body;
    let seen = |stage: &FakeServer, line| {
        looks(&dark(&stage.state), (body.x + 3, body.y + line), Role::Changed)
    };
    assert_eq!([seen(&stage, 1), seen(&stage, 2)], [true, false]);
    stage.wait(3000);
    assert!(!seen(&stage, 1));
}

#[test]
fn a_million_places_cost_no_more_than_those_on_the_screen() {
    let mut stage = FakeServer::new(120, 40);
    stage.candidates = crowd(100);
    stage.total = Some(1_000_000);
    for _ in 0..3 {
        stage.answer();
    }
    stage.act(&[Action::Open, Action::Bottom, Action::Sort(ListField::Name), Action::SortOff]);
    let shown = super::text(&dark(&stage.state));
    assert!(shown.contains("100/1,000,000 loaded"), "{shown}");
}

#[test]
fn the_cursor_stands_behind_what_was_typed() {
    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Filter]).type_text("佐藤e\u{301}");
    let line = stage.state.layout.pane(Pane::Jobs).unwrap().filter;
    let keymap = Keymap::default();
    let look = RenderContext {
        theme: Theme::new(Name::Dark),
        symbols: Symbols::unicode(),
        keymap: &keymap,
    };
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    let cursor = panes(&stage.state, &look, &mut buf);
    // A space, the sign, two wide letters and one that carries a mark.
    assert_eq!(cursor, Some((line.x + 7, line.y)));
    assert!(looks(&buf, (line.x + 7, line.y), Role::Cursor));
    assert_eq!(buf[(line.x + 6, line.y)].symbol(), "e\u{301}");
}

#[test]
fn with_ascii_signs_nothing_beyond_ascii_is_written_but_data() {
    let mut seen = String::new();
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        let mut look = |stage: &FakeServer| {
            let shown = super::text(&cells(&stage.state, Name::Plain, Symbols::ascii()));
            assert!(shown.is_ascii(), "{shown}");
            seen += &shown;
        };
        let mut stage = FakeServer::in_ascii(width, height);
        stage.total = Some(1000);
        // No sheet has room for it.
        stage.candidates[2].current_pipeline_stage_id = "st_9".into();
        stage.candidates[2].current_pipeline_stage_name = "waits for an answer ".repeat(9);
        stage.send(Message::Paused(9000)).wait(1000);
        look(&stage);
        stage.answer();
        stage.wait(500);
        look(&stage);
        for _ in 0..6 {
            stage.answer();
            stage.wait(200);
            look(&stage);
        }
        stage.fail_all(FailureKind::Server).wait(400);
        stage.total = None;
        for pane in Pane::ALL {
            stage.act(&[
                Action::Go(pane),
                Action::Down,
                Action::Bottom,
                Action::Sort(ListField::Name),
            ]);
            look(&stage);
            stage.act(&[Action::Refresh, Action::Mark, Action::Filter]).settle();
            stage.type_text("enginer name>3 stage:").wait(400);
            look(&stage);
            stage.act(&[
                Action::Edit(TextEdit::EraseAll),
                Action::Edit(TextEdit::Leave),
                Action::Board,
            ]);
            stage.settle();
            look(&stage);
            stage.act(&[Action::Board, Action::Top]);
        }
        stage.fail_all(FailureKind::Network).wait(400);
        look(&stage);
    }
    for told in [">=", "<=", "< back", "1 Aug 2024 - now", "~"] {
        assert!(seen.contains(told), "{told} was to be seen");
    }
}

#[test]
fn what_failed_names_the_keys_as_they_are_now() {
    let mut stage = FakeServer::new(80, 12);
    stage.fail_all(FailureKind::Server);
    assert!(super::screen(&stage.state).contains("R tries again, ! shows the requests"));
    let line = Rebinding { action: "refresh".into(), keys: vec!["ctrl-y".into()], line: 1 };
    let none = Rebinding { action: "requests".into(), keys: Vec::new(), line: 2 };
    stage.state.actions = Keymap::with(&[line, none]).0.doables();
    let shown = super::screen(&stage.state);
    assert!(shown.contains("ctrl-y tries again, `requests` in the"), "{shown}");
}

#[test]
fn the_box_of_notices_is_closed_all_around() {
    let mut stage = FakeServer::settled(80, 24);
    stage.send(Message::Notice("something".into()));
    let shown = super::screen(&stage.state);
    let top = shown.lines().rev().nth(4).unwrap();
    let (_, border) = top.rsplit_once('╭').unwrap();
    let (border, _) = border.split_once('╮').unwrap();
    assert!(border.chars().all(|sign| sign == '─'), "{shown}");
}

#[test]
fn the_arrow_of_an_order_stands_at_its_own_heading_and_cuts_none() {
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
            let mut stage = FakeServer::settled(size.0, size.1);
            stage.act(&[Action::Go(pane), Action::SortOff, Action::Sort(field)]).settle();
            let line = stage.state.layout.pane(pane).unwrap().heading;
            let shown = super::screen(&stage.state);
            let heads = shown.lines().nth(line.y.into()).unwrap();
            assert!(!heads.contains('…'), "{heads}");
            assert!(
                field != Archived || !heads.contains('▲'),
                "it would look like another's: {heads}"
            );
        }
    }
    let mut stage = FakeServer::settled(80, 24);
    stage.act(&[Action::Sort(Count)]).settle();
    assert!(super::screen(&stage.state).contains("▲count"));
}

#[test]
fn the_header_counts_what_the_path_ends_with() {
    let header =
        |stage: &FakeServer| super::screen(&stage.state).lines().next().unwrap().to_owned();
    let mut stage = FakeServer::new(120, 40);
    stage.jobs[0].candidate_count = Some(90);
    stage.answer();
    assert!(header(&stage).contains("0/90"), "what the job tells: {}", header(&stage));
    for (width, height) in [(40, 10), (80, 24)] {
        let mut stage = FakeServer::settled(width, height);
        assert!(header(&stage).contains("4/4"), "jobs: {}", header(&stage));
        stage.act(&[Action::Go(Pane::Candidates)]).settle();
        assert!(header(&stage).contains("7/7"), "candidates: {}", header(&stage));
    }
}

#[test]
fn a_stage_with_nobody_in_it_is_selected_by_its_heading() {
    let mut stage = FakeServer::new(80, 24);
    stage.candidates.retain(|item| item.current_pipeline_stage_id.as_str() != "st_3");
    stage.settle().act(&[Action::Go(Pane::Candidates), Action::Board]).settle();
    let body = stage.state.layout.pane(Pane::Candidates).unwrap().body;
    let selected = |stage: &FakeServer| {
        let buf = dark(&stage.state);
        let cells = (body.x..body.right()).filter(|x| looks(&buf, (*x, body.y), Role::Selected));
        cells.count()
    };
    assert_eq!(selected(&stage), 0);
    stage.act(&[Action::Right]);
    assert!(selected(&stage) > 20, "{}", super::screen(&stage.state));
}

#[test]
fn a_terminal_that_shrank_before_it_was_told_is_drawn_without_harm() {
    let mut stage = FakeServer::triage(150, 48);
    let inbox = Action::Triage(crate::keymap::action::TriageAction::Inbox);
    for over in [Action::Refresh, Action::Help, inbox, Action::Notices] {
        stage.act(&[Action::Copy, Action::Previous, over]);
        for (width, height) in [(23, 48), (30, 10), (60, 48), (1, 1), (149, 2), (0, 0)] {
            drawn(&stage.state, (width, height));
        }
    }
}
