//! Drawing of the lists: columns, marks, colours.

pub(crate) mod status;

use insta::assert_snapshot;
use ratatui::style::Modifier;

use crate::keymap::action::{Action, Pane};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::table::ListField;
use crate::theme::{Role, Symbols, ThemeName};
use crate::tui::app::fixture::{FakeServer, many_candidates};
use crate::tui::app::request::Slot;
use crate::tui::app::state::State;
use crate::tui::app::view::tests::{SIZES, body, cells, dark, has_role, screen};
use crate::tui::features::lists::fit::measure;

#[test]
fn a_zoomed_list_has_all_columns() {
    let mut server = FakeServer::loaded(120, 24);
    server.act(&[Action::Zoom]);
    assert_snapshot!("zoomed_jobs", body(&server.state));
    server.act(&[Action::Zoom, Action::Open, Action::Zoom]).settle();
    assert_snapshot!("zoomed_candidates", body(&server.state));
}

#[test]
fn while_pages_arrive_the_columns_fit_the_rows_on_the_screen() {
    let needs = |state: &State| {
        let needs = &state.column_needs;
        [&needs.jobs, &needs.candidates].map(|list| (list.columns.clone(), list.pane))
    };
    let mut server = FakeServer::new(120, 40);
    server.candidates = many_candidates(1000);
    while !server.in_flight.is_empty() {
        server.answer();
        let [_, before] = needs(&server.state);
        measure(&mut server.state, false);
        assert_eq!(needs(&server.state)[1], before);
        server.wait(200);
        let before = needs(&server.state);
        measure(&mut server.state, false);
        assert_eq!(needs(&server.state), before);
    }
    assert!(server.state.open_job().is_some_and(|open| open.list.pages.is_complete()));
}

#[test]
fn marks_are_shown_and_counted() {
    let mut server = FakeServer::loaded(100, 24);
    server.act(&[Action::Open, Action::Mark, Action::Mark, Action::Down]);
    server.act(&[Action::MarkRange, Action::Down]).settle();
    assert_snapshot!("marks", body(&server.state));
}

#[test]
fn the_row_under_the_cursor_has_a_colour_and_a_sign() {
    let mut server = FakeServer::loaded(120, 40);
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
    let server = FakeServer::loaded(80, 24);
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = cells(&server.state, ThemeName::Plain, Symbols::ascii());
    assert!(buf[(body.x + 6, body.y)].modifier.contains(Modifier::REVERSED));
    assert!(!buf[(body.x + 6, body.y + 1)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn failures_and_matching_letters_have_their_own_roles() {
    let mut server = FakeServer::new(80, 24);
    server.fail_oldest(Failure::new(FailureKind::Server, "it broke"));
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    assert!(has_role(&dark(&server.state), (body.x + 1, body.y + 1), Role::Error));

    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Filter]).type_text("rust").settle();
    let body = server.state.layout.pane(Pane::Jobs).unwrap().body;
    let buf = dark(&server.state);
    let name = body.x + 5;
    assert!(!has_role(&buf, (name + 6, body.y), Role::Match), "Senior ");
    assert!((7..11).all(|at| has_role(&buf, (name + at, body.y), Role::Match)), "Rust");
}

#[test]
fn changes_are_highlighted_for_a_moment() {
    let mut server = FakeServer::loaded(120, 40);
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
    let rendered = body(&server.state);
    assert!(rendered.contains("100/1,000,000 loaded"), "{rendered}");
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
    for (size, (pane, fields)) in
        SIZES.into_iter().flat_map(|size| fields.clone().map(|f| (size, f)))
    {
        for field in fields {
            let mut server = FakeServer::loaded(size.0, size.1);
            server.act(&[Action::Go(pane), Action::SortOff, Action::Sort(field)]).settle();
            let line = server.state.layout.pane(pane).unwrap().heading;
            let rendered = screen(&server.state);
            let headings = rendered.lines().nth(line.y.into()).unwrap();
            assert!(!headings.contains('…'), "{headings}");
            assert!(
                field != Archived || !headings.contains('▲'),
                "an empty heading has no arrow: {headings}"
            );
        }
    }
    let mut server = FakeServer::loaded(80, 24);
    server.act(&[Action::Sort(Count)]).settle();
    assert!(screen(&server.state).contains("▲ count"));
}
