//! A text that is edited, as it is seen.

use std::cell::Cell;

use proptest::prelude::*;
use ratatui::style::Modifier;

use super::*;
use crate::keymap::action::TextEdit;
use crate::text::hostile;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::view::tests::{render_with, text};

/// What is drawn of a box in so many cells, and where the cursor is.
fn draw(textbox: &TextBox, size: (u16, u16), symbols: &'static Symbols) -> (Buffer, (u16, u16)) {
    let cursor = Cell::new((0, 0));
    let buf = render_with(size, ThemeName::Plain, symbols, |context, frame| {
        cursor.set(draw_text_box(context, textbox, frame.area(), frame.buffer_mut()));
    });
    (buf, cursor.get())
}

/// The text that is drawn, with the cursor, where it says `|`.
fn draw_at(input: &str, is_prose: bool, size: (u16, u16)) -> (String, (u16, u16)) {
    let (head, tail) = input.split_once('|').unwrap();
    let mut textbox = TextBox::new(&format!("{head}{tail}"), is_prose);
    textbox.set_cursor(head.len());
    let (buf, cursor) = draw(&textbox, size, Symbols::unicode());
    (text(&buf).trim_end().to_owned(), cursor)
}

#[test]
fn the_letter_under_the_cursor_is_always_on_the_line() {
    for (input, expected, x) in [
        ("Ada|", "Ada", 3),
        ("|Ada", "Ada", 0),
        ("Ada Lovelace|", "…velace", 7),
        ("Ada Lo|velace", "…da Lov…", 6),
        ("|Ada Lovelace", "Ada Lov…", 0),
        ("Ada Lov|", "Ada Lov", 7),
        ("Ada Lo|ve", "Ada Love", 6),
        ("佐藤健太郎|", "…健太郎", 7),
        ("佐藤健太|郎", "…健太郎", 5),
        ("|", "", 0),
    ] {
        assert_eq!(draw_at(input, false, (8, 1)), (expected.to_owned(), (x, 0)), "{input}");
    }
    assert_eq!(draw_at("Ada|", false, (2, 1)), ("a".to_owned(), (1, 0)), "no room for signs");
}

#[test]
fn hidden_characters_are_drawn_with_their_sign() {
    let mut textbox = TextBox::new("a\tb\u{200b}c\nd\u{a0}", true);
    let (buf, cursor) = draw(&textbox, (30, 1), Symbols::unicode());
    assert_eq!((text(&buf).as_str(), cursor.0), ("a⇥b\\u{200b}c⏎d\\u{a0}", 20));
    let (buf, _) = draw(&textbox, (30, 1), Symbols::ascii());
    assert_eq!(text(&buf), "a\\tb\\u{200b}c\\nd\\u{a0}");
    let has = |buf: &Buffer, x: u16, modifier| buf[(x, 0)].modifier.contains(modifier);
    assert!(has(&buf, 4, Modifier::BOLD) && !has(&buf, 3, Modifier::BOLD));
    textbox.set_cursor(3);
    textbox.select(TextEdit::Right);
    let (buf, cursor) = draw(&textbox, (30, 1), Symbols::unicode());
    let reversed: Vec<u16> = (0..30).filter(|x| has(&buf, *x, Modifier::REVERSED)).collect();
    assert_eq!(cursor.0, 11);
    assert_eq!(reversed, (3..=11).collect::<Vec<_>>(), "all of the letter, and the cursor");
}

#[test]
fn prose_wraps_and_shows_the_line_of_the_cursor() {
    let street = "12 Long Lane\nReykjavík\nIceland";
    let lines = |input: &str| draw_at(input, true, (10, 3));
    assert_eq!(lines(&format!("|{street}")), ("12 Long La\nne⏎\nReykjavík⏎".to_owned(), (0, 0)));
    assert_eq!(lines(&format!("{street}|")), ("ne⏎\nReykjavík⏎\nIceland".to_owned(), (7, 2)));
    assert_eq!(lines("one\n|"), ("one⏎".to_owned(), (0, 1)));
    assert_eq!(lines("0123456789|"), ("0123456789".to_owned(), (0, 1)));
    assert_eq!(lines("0123456789|\nab"), ("0123456789\nab".to_owned(), (9, 0)));
    assert_eq!(lines("0123456789a|\nab"), ("0123456789\na⏎\nab".to_owned(), (1, 1)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_keeps_the_cursor_inside_and_is_sanitized(
        input in hostile::text(),
        at in 0_usize..60,
        is_prose in any::<bool>(),
        size in (1_u16..14, 1_u16..4),
        is_all_selected in any::<bool>(),
    ) {
        let mut textbox = TextBox::new(&input, is_prose);
        textbox.set_cursor(at);
        if is_all_selected {
            textbox.select_all();
        }
        let (buf, (x, y)) = draw(&textbox, size, Symbols::unicode());
        prop_assert!(x < size.0 && y < size.1);
        prop_assert_eq!(text(&buf).chars().find(|sign| *sign != '\n' && hostile::is_offending(*sign)), None);
    }
}
