//! Cuts long texts before they are measured, wrapped, compared or hashed, so that the cost of a
//! frame does not depend on what a server sends. Records enter the views through [`excerpt`]; rich
//! text and tables cut each text further with [`clip`].

use std::ops::Range;

use super::MAX_MARKS;

/// In characters. A longer text is shown as an excerpt.
pub(crate) const MAX_SHOWN: usize = 10_000;

/// Ends an excerpt.
const CUT_NOTE: &str = "\n[cut here: the rest is not shown]";

/// In bytes; more than a text field shows.
const BLOCK: usize = 4_096;

pub(crate) fn is_long(text: &str) -> bool {
    clip(text, MAX_SHOWN).1
}

/// A text, or its first `max` characters with a note on a line of its own.
pub(crate) fn excerpt(text: &str, max: usize) -> String {
    match clip(text, max) {
        (text, false) => text.to_owned(),
        (head, true) => format!("{head}{CUT_NOTE}"),
    }
}

/// Whether a text is only the beginning of a longer one.
pub(crate) fn is_excerpt(text: &str) -> bool {
    text.ends_with(CUT_NOTE)
}

/// The first `max` characters, and whether there are more.
pub(crate) fn clip(text: &str, max: usize) -> (&str, bool) {
    // A text of no more bytes has no more characters.
    if text.len() <= max {
        return (text, false);
    }
    text.char_indices()
        .nth(max)
        .and_then(|(at, _)| text.split_at_checked(at))
        .map_or((text, false), |(head, _)| (head, true))
}

/// The beginning of a text, enough to fill a line of this width and to show that it goes on.
pub(crate) fn clip_to_cells(text: &str, cells: usize) -> &str {
    clip(text, (cells + 1) * (MAX_MARKS + 1)).0
}

/// The bytes of a long text around the cursor of a field: the block of the cursor and its
/// neighbours. It changes only when the cursor leaves its block, so that the lines stand still.
pub(crate) fn window(text: &str, cursor: usize) -> Range<usize> {
    if !is_long(text) {
        return 0..text.len();
    }
    let block = cursor / BLOCK;
    let boundary = |block: usize| text.floor_char_boundary(block * BLOCK);
    boundary(block.saturating_sub(1))..boundary(block + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{sanitize, truncate};

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        let text = "é".repeat(MAX_SHOWN);
        assert_eq!(excerpt(&text, MAX_SHOWN), text, "a text that just fits stays");
        let long = excerpt(&format!("{text}é"), MAX_SHOWN);
        assert_eq!(long, format!("{text}\n[cut here: the rest is not shown]"));
        assert!(is_excerpt(&long) && !is_excerpt(&text));
    }

    #[test]
    fn a_window_holds_the_text_around_the_cursor() {
        let text = "é".repeat(500_000);
        for cursor in [0, 2, BLOCK - 2, BLOCK, 500_000, text.len()] {
            let window = window(&text, cursor);
            assert!(window.len() <= 3 * BLOCK && text.get(window.clone()).is_some());
            assert!(window.start == 0 || window.start + BLOCK <= cursor);
            assert!(window.end == text.len() || cursor + BLOCK <= window.end);
        }
        assert_eq!(window("short", 3), 0..5);
    }

    #[test]
    fn a_clipped_line_is_cut_where_the_whole_one_is() {
        let marks = "\u{301}".repeat(MAX_MARKS);
        for text in ["佐", "a", &format!("e{marks}"), "\u{1b}"].map(|text| text.repeat(1_000)) {
            let cut = |text: &str| truncate(&sanitize(text), 30).into_owned();
            assert_eq!(cut(clip_to_cells(&text, 30)), cut(&text));
        }
    }

    #[test]
    fn clipping_counts_characters() {
        assert_eq!(clip("佐藤健", 2), ("佐藤", true));
        assert_eq!(clip("佐藤健", 3), ("佐藤健", false));
        assert_eq!(clip("", 0), ("", false));
    }
}
