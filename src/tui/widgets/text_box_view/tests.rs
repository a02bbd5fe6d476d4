//! A text that is edited, as it is seen.

use std::cell::Cell;

use proptest::prelude::*;
use ratatui::style::Modifier;

use super::*;
use crate::keymap::action::TextEdit;
use crate::text::hostile;
use crate::theme::{Name, Symbols};
use crate::tui::app::view::tests::{drawn_by, text};

/// What is drawn of a box in so many cells, and where the cursor is.
fn drawn(textbox: &TextBox, size: (u16, u16), symbols: &'static Symbols) -> (Buffer, (u16, u16)) {
    let cursor = Cell::new((0, 0));
    let buf = drawn_by(size, Name::Plain, symbols, |look, frame| {
        cursor.set(boxed_text(look, textbox, frame.area(), frame.buffer_mut()));
    });
    (buf, cursor.get())
}

/// The text that is drawn, with the cursor, where it says `|`.
fn seen(told: &str, prose: bool, size: (u16, u16)) -> (String, (u16, u16)) {
    let (head, tail) = told.split_once('|').unwrap();
    let mut textbox = TextBox::new(&format!("{head}{tail}"), prose);
    textbox.place(head.len());
    let (buf, cursor) = drawn(&textbox, size, Symbols::unicode());
    (text(&buf).trim_end().to_owned(), cursor)
}

#[test]
fn the_letter_under_the_cursor_is_always_on_the_line() {
    for (told, shown, x) in [
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
        assert_eq!(seen(told, false, (8, 1)), (shown.to_owned(), (x, 0)), "{told}");
    }
    assert_eq!(seen("Ada|", false, (2, 1)), ("a".to_owned(), (1, 0)), "no room for signs");
}

#[test]
fn what_is_hidden_is_drawn_with_its_sign() {
    let mut textbox = TextBox::new("a\tb\u{200b}c\nd\u{a0}", true);
    let (buf, cursor) = drawn(&textbox, (30, 1), Symbols::unicode());
    assert_eq!((text(&buf).as_str(), cursor.0), ("a⇥b\\u{200b}c⏎d\\u{a0}", 20));
    let (buf, _) = drawn(&textbox, (30, 1), Symbols::ascii());
    assert_eq!(text(&buf), "a\\tb\\u{200b}c\\nd\\u{a0}");
    let has = |buf: &Buffer, x: u16, modifier| buf[(x, 0)].modifier.contains(modifier);
    assert!(has(&buf, 4, Modifier::BOLD) && !has(&buf, 3, Modifier::BOLD));
    textbox.place(3);
    textbox.select(TextEdit::Right);
    let (buf, cursor) = drawn(&textbox, (30, 1), Symbols::unicode());
    let reversed: Vec<u16> = (0..30).filter(|x| has(&buf, *x, Modifier::REVERSED)).collect();
    assert_eq!(cursor.0, 11);
    assert_eq!(reversed, (3..=11).collect::<Vec<_>>(), "all of the letter, and the cursor");
}

#[test]
fn prose_takes_its_lines_and_shows_the_one_of_the_cursor() {
    let street = "12 Long Lane\nReykjavík\nIceland";
    let shown = |told: &str| seen(told, true, (10, 3));
    assert_eq!(shown(&format!("|{street}")), ("12 Long La\nne⏎\nReykjavík⏎".to_owned(), (0, 0)));
    assert_eq!(shown(&format!("{street}|")), ("ne⏎\nReykjavík⏎\nIceland".to_owned(), (7, 2)));
    assert_eq!(shown("one\n|"), ("one⏎".to_owned(), (0, 1)));
    assert_eq!(shown("0123456789|"), ("0123456789".to_owned(), (0, 1)));
    assert_eq!(shown("0123456789|\nab"), ("0123456789\nab".to_owned(), (9, 0)));
    assert_eq!(shown("0123456789a|\nab"), ("0123456789\na⏎\nab".to_owned(), (1, 1)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_it_holds_the_cursor_is_inside_and_nothing_steers(
        told in hostile::text(),
        at in 0_usize..60,
        prose in any::<bool>(),
        size in (1_u16..14, 1_u16..4),
        all in any::<bool>(),
    ) {
        let mut textbox = TextBox::new(&told, prose);
        textbox.place(at);
        if all {
            textbox.select_all();
        }
        let (buf, (x, y)) = drawn(&textbox, size, Symbols::unicode());
        prop_assert!(x < size.0 && y < size.1);
        prop_assert_eq!(text(&buf).chars().find(|sign| *sign != '\n' && hostile::offends(*sign)), None);
    }
}
