use std::cell::Cell;

use proptest::prelude::*;
use ratatui::style::Modifier;

use super::*;
use crate::keymap::action::TextEdit;
use crate::text::hostile;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::view::tests::{render_with, text};

/// Draws an input on a screen of this size. Returns the position of the cursor too.
fn draw_input(
    input: &TextInput,
    size: (u16, u16),
    symbols: &'static Symbols,
) -> (Buffer, (u16, u16)) {
    let cursor = Cell::new((0, 0));
    let buf = render_with(size, ThemeName::Plain, symbols, |context, frame| {
        draw(context, input, InputStyle::default(), frame.area(), frame.buffer_mut());
        cursor.set(context.cursor.get().map_or((0, 0), Into::into));
    });
    (buf, cursor.get())
}

/// Draws a text with the cursor at its `|`.
fn draw_at(text_at: &str, kind: InputKind, size: (u16, u16)) -> (String, (u16, u16)) {
    let (head, tail) = text_at.split_once('|').unwrap();
    let mut input = TextInput::new(&format!("{head}{tail}"), kind);
    input.set_cursor(head.len());
    let (buf, cursor) = draw_input(&input, size, Symbols::unicode());
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
        assert_eq!(
            draw_at(input, InputKind::Field, (8, 1)),
            (expected.to_owned(), (x, 0)),
            "{input}"
        );
    }
    assert_eq!(
        draw_at("Ada|", InputKind::Field, (2, 1)),
        ("a".to_owned(), (1, 0)),
        "no room for the marks of hidden text"
    );
    for (input, width, expected) in [
        ("stage:screen|", 7, "screen"),
        ("佐藤健|", 6, "藤健"),
        ("abc|", 1, ""),
        ("abc|", 10, "abc"),
        ("stage:screen|x", 7, "screenx"),
        ("|stage:screen", 7, "stage:…"),
    ] {
        let (line, _) = draw_at(input, InputKind::Line, (width, 1));
        assert_eq!(line.trim_start(), expected, "{input} {width}");
    }
}

#[test]
fn a_megabyte_in_a_field_shows_the_text_around_the_cursor() {
    let filler = "né ".repeat(350_000);
    for (before, after) in [("", &*filler), (&filler, ""), (&filler, &filler)] {
        let input = format!("{before}left |right {after}");
        let (line, _) = draw_at(&input, InputKind::Field, (24, 1));
        assert!(line.contains("left r"), "{line}");
        assert_eq!(line.starts_with('…'), !before.is_empty(), "{line}");
        assert!(line.ends_with('…'), "{line}");
        let (lines, _) = draw_at(&input, InputKind::Prose, (24, 3));
        assert!(lines.replace('\n', "").contains("left right"), "{lines}");
    }
}

#[test]
fn errors_masks_and_idle_inputs_are_drawn() {
    let mut input = TextInput::new("stag:x 佐藤 kestrel", InputKind::Line);
    input.edit(TextEdit::Left);
    let draw_styled = |style: InputStyle<'_>| {
        render_with((12, 1), ThemeName::Plain, Symbols::unicode(), |context, frame| {
            draw(context, &input, style, frame.area(), frame.buffer_mut());
        })
    };
    let idle = draw_styled(InputStyle {
        is_idle: true,
        errors: std::slice::from_ref(&(0..4)),
        ..Default::default()
    });
    assert_eq!(text(&idle), "stag:x 佐藤…");
    let styled = |buf: &Buffer| -> Vec<u16> {
        let plain = buf[(5, 0)].modifier;
        (0..12).filter(|x| buf[(*x, 0)].modifier != plain).collect()
    };
    assert_eq!(styled(&idle)[..4], [0, 1, 2, 3]);
    let masked = draw_styled(InputStyle { is_masked: true, ..Default::default() });
    assert_eq!(text(&masked), Symbols::unicode().mask.repeat(12));
}

#[test]
fn hidden_characters_are_drawn_with_their_sign() {
    let mut input = TextInput::new("a\tb\u{200b}c\nd\u{a0}", InputKind::Prose);
    let (buf, cursor) = draw_input(&input, (30, 1), Symbols::unicode());
    assert_eq!((text(&buf).as_str(), cursor.0), ("a⇥b\\u{200b}c⏎d\\u{a0}", 20));
    let (buf, _) = draw_input(&input, (30, 1), Symbols::ascii());
    assert_eq!(text(&buf), "a\\tb\\u{200b}c\\nd\\u{a0}");
    let has = |buf: &Buffer, x: u16, modifier| buf[(x, 0)].modifier.contains(modifier);
    assert!(has(&buf, 4, Modifier::BOLD) && !has(&buf, 3, Modifier::BOLD));
    input.set_cursor(3);
    input.select(TextEdit::Right);
    let (buf, cursor) = draw_input(&input, (30, 1), Symbols::unicode());
    let reversed: Vec<u16> = (0..30).filter(|x| has(&buf, *x, Modifier::REVERSED)).collect();
    assert_eq!(cursor.0, 11);
    assert_eq!(
        reversed,
        (3..11).collect::<Vec<_>>(),
        "the whole escape is selected; the terminal draws the cursor behind it"
    );
}

#[test]
fn prose_wraps_and_shows_the_line_of_the_cursor() {
    let street = "12 Long Lane\nReykjavík\nIceland";
    let lines = |input: &str| draw_at(input, InputKind::Prose, (10, 3));
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
        kind in prop::sample::select(vec![InputKind::Line, InputKind::Field, InputKind::Prose]),
        size in (1_u16..14, 1_u16..4),
        is_all_selected in any::<bool>(),
    ) {
        let mut input = TextInput::new(&input, kind);
        input.set_cursor(at);
        if is_all_selected {
            input.select_all();
        }
        let (buf, (x, y)) = draw_input(&input, size, Symbols::unicode());
        prop_assert!(x < size.0 && y < size.1);
        prop_assert_eq!(text(&buf).chars().find(|sign| *sign != '\n' && hostile::is_offending(*sign)), None);
    }
}
