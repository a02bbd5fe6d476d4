//! The panes at every size.

use insta::assert_snapshot;

use super::{cells, screen, text};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::fixture::{FakeServer, many_candidates};

#[test]
fn a_wide_screen_has_four_panes() {
    assert_snapshot!("wide", screen(&FakeServer::settled(120, 40).state));
}

#[test]
fn a_medium_screen_has_two_panes_of_one_kind() {
    let mut server = FakeServer::settled(80, 24);
    assert_snapshot!("medium_jobs", screen(&server.state));
    server.act(&[Action::Open]).settle();
    assert_snapshot!("medium_candidates", screen(&server.state));
}

#[test]
fn a_narrow_screen_has_one_pane() {
    let mut server = FakeServer::settled(40, 10);
    for pane in Pane::ALL {
        server.act(&[Action::Go(pane)]).settle();
        assert_snapshot!(format!("narrow_{pane:?}"), screen(&server.state));
    }
}

#[test]
fn a_tiny_screen_says_what_it_needs() {
    assert_snapshot!(screen(&FakeServer::settled(44, 9).state), @"40x10 needed, this is 44x9");
    assert_snapshot!(screen(&FakeServer::settled(20, 5).state), @"40x10 needed, this …");
    assert_snapshot!(screen(&FakeServer::settled(10, 5).state), @"40x10 nee…");
}

#[test]
fn a_zoomed_list_has_all_columns() {
    let mut server = FakeServer::settled(120, 24);
    server.act(&[Action::Zoom]);
    assert_snapshot!("zoomed_jobs", screen(&server.state));
    server.act(&[Action::Zoom, Action::Open, Action::Zoom]).settle();
    assert_snapshot!("zoomed_candidates", screen(&server.state));
}

#[test]
fn the_board_has_a_column_for_each_stage() {
    let mut server = FakeServer::new(120, 30);
    server.candidates = many_candidates(60);
    server.settle();
    server.act(&[Action::Open, Action::Board, Action::Down, Action::Mark, Action::Right]).settle();
    assert_snapshot!("board_wide", screen(&server.state));
    server.act(&[Action::Zoom, Action::Right, Action::Right, Action::Right]).settle();
    assert_snapshot!("board_zoomed", screen(&server.state));
}

#[test]
fn a_board_on_a_small_screen_shows_that_there_is_more() {
    let mut server = FakeServer::settled(60, 12);
    server.act(&[Action::Open, Action::Open, Action::Board, Action::Right]).settle();
    assert_snapshot!("board_narrow", screen(&server.state));
}

#[test]
fn a_stage_can_be_picked_in_the_job_pane() {
    let mut server = FakeServer::settled(100, 24);
    server.act(&[Action::Go(Pane::Job), Action::Down, Action::Down]).settle();
    assert_snapshot!("job_stage", screen(&server.state));
}

#[test]
fn marks_are_shown_and_counted() {
    let mut server = FakeServer::settled(100, 24);
    server.act(&[Action::Open, Action::Mark, Action::Mark, Action::Down]);
    server.act(&[Action::MarkRange, Action::Down]).settle();
    assert_snapshot!("marks", screen(&server.state));
}

#[test]
fn a_filter_shows_exact_and_similar_matches() {
    let mut server = FakeServer::settled(120, 30);
    server.act(&[Action::Open, Action::Filter]).type_text("engineer").settle();
    assert_snapshot!("filter_typed", screen(&server.state));
    server.act(&[Action::Edit(TextEdit::EraseAll)]).type_text("enginer").settle();
    assert_snapshot!("filter_similar", screen(&server.state));
    server.act(&[
        Action::Edit(TextEdit::Accept),
        Action::Sort(crate::recruiting::table::ListField::Name),
    ]);
    assert_snapshot!("filter_sorted", screen(&server.state));
}

#[test]
fn a_filter_shows_completions_and_errors() {
    let mut server = FakeServer::settled(100, 24);
    server.act(&[Action::Open, Action::Filter]).type_text("sta").settle();
    assert_snapshot!("filter_offer", screen(&server.state));
    server.type_text("ge:offer aeg>3d").settle();
    assert_snapshot!("filter_mistake", screen(&server.state));
}

#[test]
fn a_filter_error_is_shown_in_full_while_typing_and_after() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        for (typed, expected) in [
            ("age>abc", "age is a number with h, d, w, m or y, as in age<7d"),
            ("age>12x", "age is a number with h, d, w, m or y, as in age<7d; 12d?"),
            ("foo:bar", "there is no field foo; quote it to look for the text"),
            ("stgae:offer engineer", "there is no field stgae; stage?"),
        ] {
            let mut server = FakeServer::settled(width, height);
            server.act(&[Action::Go(Pane::Candidates), Action::Filter]).type_text(typed).settle();
            for edit in [TextEdit::Accept, TextEdit::Cancel] {
                let area = server.state.layout.pane(Pane::Candidates).unwrap();
                let buf = cells(&server.state, ThemeName::Dark, Symbols::unicode());
                let lines = (area.filter.y..area.heading.y).map(|y| {
                    let line =
                        (area.filter.left()..area.filter.right()).map(|x| buf[(x, y)].symbol());
                    line.collect::<String>().trim().to_owned()
                });
                let lines = lines.collect::<Vec<_>>().join(" ");
                assert!(lines.contains(expected), "{width}x{height} {typed}: {lines}");
                assert!(screen(&server.state).contains('▌'), "a row is still to be seen");
                server.act(&[Action::Edit(edit)]).settle();
            }
        }
    }
}

#[test]
fn a_filter_longer_than_its_line_shows_the_cursor() {
    let mut server = FakeServer::settled(40, 10);
    server.act(&[Action::Filter]).type_text(&"abcdefghij ".repeat(5)).settle();
    assert_snapshot!("filter_long", screen(&server.state));
}

#[test]
fn without_unicode_and_colours_everything_is_still_shown() {
    let mut server = FakeServer::settled(120, 40);
    server.act(&[Action::Open, Action::Mark]).settle();
    assert_snapshot!("ascii", text(&cells(&server.state, ThemeName::Plain, Symbols::ascii())));
    server.act(&[Action::Board]).settle();
    assert_snapshot!(
        "ascii_board",
        text(&cells(&server.state, ThemeName::Plain, Symbols::ascii()))
    );
}
