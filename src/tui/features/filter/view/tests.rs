//! Snapshots of the filter line and its completions.

use insta::assert_snapshot;

use crate::keymap::action::{Action, Pane, TextEdit};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::FakeServer;
use crate::tui::app::view::tests::{
    SIZES, body, dark, is_blank, popup_cells, popups, screen, server, text, text_in,
};

pub(crate) fn open_completions(server: &mut FakeServer) {
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("stage:");
    server.act(&[Action::Edit(TextEdit::Next)]);
}

#[test]
fn a_filter_shows_exact_and_similar_matches() {
    let mut server = FakeServer::loaded(120, 30);
    server.act(&[Action::Open, Action::Filter]).type_text("engineer").settle();
    assert_snapshot!("filter_typed", body(&server.state));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("enginer").settle();
    assert_snapshot!("filter_similar", body(&server.state));
    server.act(&[
        Action::Edit(TextEdit::Accept),
        Action::Sort(crate::recruiting::table::ListField::Name),
    ]);
    assert_snapshot!("filter_sorted", body(&server.state));
}

#[test]
fn a_filter_shows_completions_and_errors() {
    let mut server = FakeServer::loaded(100, 24);
    server.act(&[Action::Open, Action::Filter]).type_text("sta").settle();
    assert_snapshot!("filter_offer", body(&server.state));
    server.type_text("ge:offer aeg>3d").settle();
    assert_snapshot!("filter_mistake", body(&server.state));
}

#[test]
fn a_filter_error_is_shown_in_full_while_typing_and_after() {
    for (width, height) in SIZES {
        for (typed, expected) in [
            ("age>abc", "age takes a number with h, d, w, m or y: age<7d"),
            ("age>12x", "age takes a number with h, d, w, m or y: age<7d; did you mean 12d?"),
            ("foo:bar", "unknown field foo; quote it to search for the text"),
            ("stgae:offer engineer", "unknown field stgae; did you mean stage?"),
        ] {
            let mut server = FakeServer::loaded(width, height);
            server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text(typed).settle();
            for edit in [TextEdit::Accept, TextEdit::Cancel] {
                let area = server.state.layout.pane(Pane::Candidates).unwrap();
                let above = area.filter.union(area.errors);
                let lines = text_in(above, &dark(&server.state));
                let lines = lines.lines().map(str::trim).collect::<Vec<_>>().join(" ");
                assert!(lines.contains(expected), "{width}x{height} {typed}: {lines}");
                assert!(body(&server.state).contains('▌'), "the selected row stays visible");
                server.act(&[Action::Edit(edit)]).settle();
            }
        }
    }
}

#[test]
fn a_filter_longer_than_its_line_shows_the_cursor() {
    let mut server = FakeServer::loaded(40, 10);
    server.act(&[Action::Filter]).type_text(&"abcdefghij ".repeat(5)).settle();
    assert_snapshot!("filter_long", body(&server.state));
}

#[test]
fn clearing_a_filter_is_offered_where_the_key_works() {
    let mut server = FakeServer::loaded(120, 40);
    server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text("xyzzyx").settle();
    server.act(&[Action::Edit(TextEdit::Accept)]);
    let offers = |server: &FakeServer| screen(&server.state).contains("esc clears the filter");
    assert!(offers(&server));
    server.act(&[Action::Go(Pane::Jobs)]);
    assert!(!offers(&server));
}

#[test]
fn completions_are_listed_below_the_filter() {
    for (name, text) in popups("completions", open_completions) {
        assert_snapshot!(name, text);
    }
}

#[test]
fn completions_cover_neither_filter_nor_headings_nor_the_selection() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        for downs in [0, 2, 6] {
            let mut server = server(width, height);
            server.act(&[Action::Go(Pane::Candidates)]).act(&vec![Action::Down; downs]);
            server.act(&[Action::Filter]).type_text("stage:");
            let pane = server.state.layout.pane(Pane::Candidates).unwrap();
            let list = &server.state.open_job().unwrap().list;
            let row = pane.body.y + u16::try_from(list.index() - list.top).unwrap();
            let buffer =
                popup_cells(&server.state, (width, height), ThemeName::Dark, Symbols::unicode());
            for y in [pane.filter.y, pane.heading.y, row, pane.outer.y, pane.outer.bottom() - 1] {
                assert!(is_blank(&buffer, y), "{width}x{height} after {downs}: {y}");
            }
            for x in [pane.outer.x, pane.outer.right() - 1] {
                assert!(
                    (0..height).all(|y| buffer[(x, y)].symbol() == " "),
                    "the popup leaves the frame free"
                );
            }
            let rendered = text(&buffer);
            assert!(rendered.contains("Applied"), "{rendered}");
            if height == 10 {
                assert!(
                    rendered.lines().filter(|line| !line.is_empty()).count() <= 3,
                    "{rendered}"
                );
            }
        }
    }
}
