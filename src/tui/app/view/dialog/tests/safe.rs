//! Any size, any text: nothing panics, nothing leaks, nothing is covered that
//! must be seen.

use proptest::prelude::*;

use super::*;
use crate::text::hostile;
use crate::theme::{Role, Theme};
use crate::tui::app::fixture::many_candidates;
use crate::tui::app::layout::Mode;
use crate::tui::app::view::tests::cells;

const MOVES: [Action; 6] = [
    Action::Down,
    Action::Bottom,
    Action::PageUp,
    Action::Top,
    Action::Edit(TextEdit::Left),
    Action::Edit(TextEdit::Next),
];

#[test]
fn a_typed_key_is_never_on_the_screen() {
    let mut server = server(80, 24);
    server.send(Message::KeyNeeded("a key is needed".into())).type_text("sl_geheim");
    let text = screen(&server.state);
    assert!(!text.contains("sl_") && !text.contains("geheim"), "{text}");
    assert!(text.contains("•••••••••"), "{text}");
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
                render(&server.state, (width, height), ThemeName::Dark, Symbols::unicode());
            for y in [pane.filter.y, pane.heading.y, row, pane.outer.y, pane.outer.bottom() - 1] {
                assert!(is_blank(&buffer, y), "{width}x{height} after {downs}: {y}");
            }
            for x in [pane.outer.x, pane.outer.right() - 1] {
                assert!((0..height).all(|y| buffer[(x, y)].symbol() == " "), "the frame stands");
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

#[test]
fn on_a_small_screen_a_message_replaces_the_hints() {
    for size in [(40, 10), (79, 30), (100, 12)] {
        let mut server = server(size.0, size.1);
        add_notices(&mut server);
        let buffer = render(&server.state, size, ThemeName::Dark, Symbols::unicode());
        assert!((0..size.1 - 1).all(|y| is_blank(&buffer, y)), "nothing is covered");
        let rendered = text(&buffer);
        let line = rendered.lines().last().unwrap();
        assert!(line.starts_with(" ✗ the view cannot be kept"), "{line}");
        assert!(line.ends_with("(+2)"), "{line}");
    }
}

#[test]
fn messages_cover_neither_the_selected_row_nor_the_position() {
    for size in [(80, 24), (120, 40), (110, 22), (80, 14)] {
        for pane in Pane::ALL {
            for board in [false, true] {
                let mut server = FakeServer::new(size.0, size.1);
                server.candidates = many_candidates(90);
                server.settle();
                server.act(&[Action::Go(pane)]);
                if board {
                    server.act(&[Action::Board]);
                }
                for (step, typed) in
                    [(Action::Top, ""), (Action::Bottom, ""), (Action::Bottom, "sta")]
                {
                    server.act(&[step]);
                    if !typed.is_empty() {
                        server.act(&[Action::Filter]).type_text(typed).settle();
                        server.act(&[Action::Edit(TextEdit::Next)]);
                    }
                    server.send(Message::Notice("something to be read".into()));
                    let with = full_screen(&server);
                    server.state.notices.dismiss(server.state.clock.moment);
                    let without = full_screen(&server);
                    assert!(text(&with).contains("something to be read"), "{}", text(&with));
                    let area = server.state.layout.pane(server.state.focus).unwrap();
                    let selected = Theme::new(ThemeName::Dark).style(Role::Selected).bg;
                    for at in without.area.positions() {
                        let is_protected = without[at].style().bg == selected
                            || area.filter.contains(at)
                            || area.outer.contains(at) && at.y == area.outer.bottom() - 1;
                        let description = || format!("{size:?} {pane:?} {at}: {}", text(&with));
                        assert!(!is_protected || with[at] == without[at], "{}", description());
                    }
                }
            }
        }
    }
}

#[test]
fn messages_do_not_cover_the_input_of_a_dialog() {
    for size in [(80, 24), (120, 40)] {
        for action in [Action::Palette, Action::SaveView] {
            let mut server = server(size.0, size.1);
            let sort = Action::Sort(crate::recruiting::table::ListField::Name);
            server.act(&[Action::Bottom, sort, action]).type_text("eng");
            server.send(Message::Notice("something to be read".into()));
            let rendered = screen(&server.state);
            assert!(
                rendered.contains("something to be read") && rendered.contains("eng"),
                "{rendered}"
            );
            assert!(rendered.contains("esc leave"), "{rendered}");
        }
    }
}

fn full_screen(server: &FakeServer) -> Buffer {
    cells(&server.state, ThemeName::Dark, Symbols::unicode())
}

fn is_blank(buffer: &Buffer, y: u16) -> bool {
    (0..buffer.area.width).all(|x| buffer[(x, y)].symbol() == " ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_size_can_be_drawn_and_keeps_header_and_footer(
        width in 1_u16..=120,
        height in 1_u16..=50,
        steps in prop::collection::vec(0..MOVES.len(), 0..6),
        smaller in 0_u16..5,
    ) {
        for (name, open) in ALL {
            let mut server = server(100, 30);
            open(&mut server);
            server.send(Message::Resized(width, height));
            for step in &steps {
                server.act(&[MOVES[*step]]);
            }
            let buffer = render(&server.state, (width, height), ThemeName::Plain, Symbols::ascii());
            prop_assert!(is_blank(&buffer, 0), "{name}");
            // What is told takes the place of the hints where there is little room.
            let has_notice = server.state.notices.visible(server.state.clock.moment).next().is_some();
            prop_assert!(has_notice || is_blank(&buffer, height - 1), "{name}");
            if server.state.layout.mode == Mode::Tiny {
                prop_assert!((0..height).all(|y| is_blank(&buffer, y)), "{name}");
            }
            // A terminal may be smaller already than the state knows.
            let size = (width.saturating_sub(smaller).max(1), height.saturating_sub(smaller).max(1));
            render(&server.state, size, ThemeName::Dark, Symbols::unicode());
        }
    }

    #[test]
    fn hostile_text_that_is_pasted_stays_harmless(text in hostile::text(), width in 40_u16..100, lefts in 0_usize..5) {
        for action in [Action::Palette, Action::SaveView, Action::Filter] {
            let mut server = server(width, 12);
            server.act(&[action]).send(Message::Pasted(text.clone()));
            for _ in 0..lefts {
                server.act(&[Action::Edit(TextEdit::Left)]);
            }
            let rendered = screen(&server.state);
            prop_assert_eq!(rendered.chars().find(|letter| *letter != '\n' && hostile::is_offending(*letter)), None);
        }
    }
}
