//! Any size, any text: nothing panics, nothing leaks, nothing is covered that
//! must be seen.

use proptest::prelude::*;

use super::*;
use crate::app::layout::Mode;
use crate::text::hostile;

const MOVES: [Action; 6] = [
    Action::Down,
    Action::Bottom,
    Action::PageUp,
    Action::Top,
    Action::Edit(Edit::Left),
    Action::Edit(Edit::Next),
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
fn the_filter_stays_to_be_seen_above_what_is_offered() {
    let mut stage = stage(40, 10);
    stage.act(&[Action::Go(Pane::Candidates), Action::Filter]);
    let line = stage.state.layout.pane(Pane::Candidates).unwrap().filter;
    let buffer = drawn(&stage.state, (40, 10), Name::Dark, Symbols::unicode());
    assert!((line.left()..line.right()).all(|x| buffer[(x, line.y)].symbol() == " "));
    assert_ne!(buffer[(line.x, line.y + 1)].symbol(), " ");
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
            prop_assert!(is_blank(&buffer, height - 1), "{name}");
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
                stage.act(&[Action::Edit(Edit::Left)]);
            }
            let shown = screen(&stage.state);
            prop_assert_eq!(shown.chars().find(|letter| *letter != '\n' && hostile::offends(*letter)), None);
        }
    }
}
