use proptest::prelude::*;
use ratatui::buffer::Buffer;

use super::*;
use crate::text::hostile;
use crate::theme::{Symbols, ThemeName};
use crate::tui::app::view::tests::render_with;

const SIZE: (u16, u16) = (24, 4);

/// Draws a box from a column on, over a text that begins at the left edge.
fn draw_box_over(text: &str, x: u16) -> Buffer {
    render_with(SIZE, ThemeName::Dark, Symbols::unicode(), |context, frame| {
        let buf = frame.buffer_mut();
        for y in 0..SIZE.1 {
            LineWriter::new(context, Rect::new(0, y, SIZE.0, 1), buf).write(Role::Text, text);
        }
        draw_box("", context, Rect::new(x, 0, SIZE.0 - x, SIZE.1), buf);
    })
}

fn left_border(buf: &Buffer, x: u16) -> String {
    (0..SIZE.1).map(|y| buf[(x, y)].symbol()).collect()
}

/// The text of a line before a column.
fn text_before(buf: &Buffer, x: u16) -> String {
    (0..x).map(|x| buf[(x, 1)].symbol()).collect()
}

#[test]
fn a_letter_split_by_a_border_is_blanked() {
    // A grapheme of two cells is followed by an empty cell.
    for (text, x, left) in [
        ("佐藤 健太郎", 3, "佐  "),
        ("佐藤 健太郎", 4, "佐 藤 "),
        ("a佐藤 健太郎", 2, "a "),
        ("श्री", 1, " "),
        ("🇮🇸 ab", 1, " "),
    ] {
        let buf = draw_box_over(text, x);
        assert_eq!(left_border(&buf, x), "╭││╰", "{text} under a border at {x}");
        assert_eq!(text_before(&buf, x), left, "{text} under a border at {x}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_letter_reaches_into_a_box(text in hostile::text(), x in 0_u16..20) {
        let buf = draw_box_over(&text, x);
        prop_assert_eq!(left_border(&buf, x), "╭││╰");
        for at in 0..x {
            prop_assert!(usize::from(at) + width(buf[(at, 1)].symbol()) <= usize::from(x));
        }
    }
}
