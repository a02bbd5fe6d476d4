//! Any size, any text: nothing panics, nothing leaks, nothing is covered that
//! must be seen.

use proptest::prelude::*;

use super::*;
use crate::text::hostile;
use crate::theme::{Role, Theme};
use crate::tui::app::fixture::crowd;
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
fn a_key_that_is_typed_is_never_on_the_screen() {
    let mut stage = stage(80, 24);
    stage.send(Message::KeyNeeded("a key is needed".into())).type_text("sl_geheim");
    let text = screen(&stage.state);
    assert!(!text.contains("sl_") && !text.contains("geheim"), "{text}");
    assert!(text.contains("•••••••••"), "{text}");
}

#[test]
fn what_is_offered_covers_neither_filter_nor_headings_nor_the_selected_row() {
    for (width, height) in [(120, 40), (80, 24), (40, 10)] {
        for downs in [0, 2, 6] {
            let mut stage = stage(width, height);
            stage.act(&[Action::Go(Pane::Candidates)]).act(&vec![Action::Down; downs]);
            stage.act(&[Action::Filter]).type_text("stage:");
            let pane = stage.state.layout.pane(Pane::Candidates).unwrap();
            let list = &stage.state.opened().unwrap().list;
            let row = pane.body.y + u16::try_from(list.index() - list.top).unwrap();
            let buffer = drawn(&stage.state, (width, height), Name::Dark, Symbols::unicode());
            for y in [pane.filter.y, pane.heading.y, row, pane.outer.y, pane.outer.bottom() - 1] {
                assert!(is_blank(&buffer, y), "{width}x{height} after {downs}: {y}");
            }
            for x in [pane.outer.x, pane.outer.right() - 1] {
                assert!((0..height).all(|y| buffer[(x, y)].symbol() == " "), "the frame stands");
            }
            let shown = text(&buffer);
            assert!(shown.contains("Applied"), "{shown}");
            if height == 10 {
                assert!(shown.lines().filter(|line| !line.is_empty()).count() <= 3, "{shown}");
            }
        }
    }
}

#[test]
fn on_a_small_screen_one_line_is_told_in_the_place_of_the_hints() {
    for size in [(40, 10), (79, 30), (100, 12)] {
        let mut stage = stage(size.0, size.1);
        tell(&mut stage);
        let buffer = drawn(&stage.state, size, Name::Dark, Symbols::unicode());
        assert!((0..size.1 - 1).all(|y| is_blank(&buffer, y)), "nothing is covered");
        let shown = text(&buffer);
        let line = shown.lines().last().unwrap();
        assert!(line.starts_with(" ✗ the view cannot be kept"), "{line}");
        assert!(line.ends_with("(+2)"), "{line}");
    }
}

#[test]
fn what_is_told_leaves_the_row_under_the_cursor_and_the_place_in_the_list() {
    for size in [(80, 24), (120, 40), (110, 22), (80, 14)] {
        for pane in Pane::ALL {
            for board in [false, true] {
                let mut stage = FakeServer::new(size.0, size.1);
                stage.candidates = crowd(90);
                stage.settle();
                stage.act(&[Action::Go(pane)]);
                if board {
                    stage.act(&[Action::Board]);
                }
                for (step, typed) in
                    [(Action::Top, ""), (Action::Bottom, ""), (Action::Bottom, "sta")]
                {
                    stage.act(&[step]);
                    if !typed.is_empty() {
                        stage.act(&[Action::Filter]).type_text(typed).settle();
                        stage.act(&[Action::Edit(TextEdit::Next)]);
                    }
                    stage.send(Message::Notice("something to be read".into()));
                    let with = whole(&stage);
                    stage.state.notices.dismiss(stage.state.clock.moment);
                    let without = whole(&stage);
                    assert!(text(&with).contains("something to be read"), "{}", text(&with));
                    let area = stage.state.layout.pane(stage.state.focus).unwrap();
                    let selected = Theme::new(Name::Dark).style(Role::Selected).bg;
                    for at in without.area.positions() {
                        let is_kept = without[at].style().bg == selected
                            || area.filter.contains(at)
                            || area.outer.contains(at) && at.y == area.outer.bottom() - 1;
                        let told = || format!("{size:?} {pane:?} {at}: {}", text(&with));
                        assert!(!is_kept || with[at] == without[at], "{}", told());
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_told_leaves_what_is_typed_over_the_panes() {
    for size in [(80, 24), (120, 40)] {
        for action in [Action::Palette, Action::SaveView] {
            let mut stage = stage(size.0, size.1);
            let sort = Action::Sort(crate::recruiting::table::ListField::Name);
            stage.act(&[Action::Bottom, sort, action]).type_text("eng");
            stage.send(Message::Notice("something to be read".into()));
            let shown = screen(&stage.state);
            assert!(shown.contains("something to be read") && shown.contains("eng"), "{shown}");
            assert!(shown.contains("esc leave"), "{shown}");
        }
    }
}

fn whole(stage: &FakeServer) -> Buffer {
    cells(&stage.state, Name::Dark, Symbols::unicode())
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
            let mut stage = stage(100, 30);
            open(&mut stage);
            stage.send(Message::Resized(width, height));
            for step in &steps {
                stage.act(&[MOVES[*step]]);
            }
            let buffer = drawn(&stage.state, (width, height), Name::Plain, Symbols::ascii());
            prop_assert!(is_blank(&buffer, 0), "{name}");
            // What is told takes the place of the hints where there is little room.
            let told = stage.state.notices.shown(stage.state.clock.moment).next().is_some();
            prop_assert!(told || is_blank(&buffer, height - 1), "{name}");
            if stage.state.layout.mode == Mode::Tiny {
                prop_assert!((0..height).all(|y| is_blank(&buffer, y)), "{name}");
            }
            // A terminal may be smaller already than the state knows.
            let size = (width.saturating_sub(smaller).max(1), height.saturating_sub(smaller).max(1));
            drawn(&stage.state, size, Name::Dark, Symbols::unicode());
        }
    }

    #[test]
    fn hostile_text_that_is_pasted_stays_harmless(text in hostile::text(), width in 40_u16..100, lefts in 0_usize..5) {
        for action in [Action::Palette, Action::SaveView, Action::Filter] {
            let mut stage = stage(width, 12);
            stage.act(&[action]).send(Message::Pasted(text.clone()));
            for _ in 0..lefts {
                stage.act(&[Action::Edit(TextEdit::Left)]);
            }
            let shown = screen(&stage.state);
            prop_assert_eq!(shown.chars().find(|letter| *letter != '\n' && hostile::offends(*letter)), None);
        }
    }
}
