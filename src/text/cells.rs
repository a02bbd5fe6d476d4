//! How many cells of a terminal a text takes, and what fits into a few.
//!
//! The unit is the grapheme cluster: what a reader sees as one letter is never
//! split, and is as wide as a terminal paints it. Made for clean text; text
//! that is not clean is measured all the same, but what a terminal would make
//! of it nobody can say.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Stands for what was cut away; one cell wide.
const CUT: &str = "…";

/// The side a text is pushed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// To the left: words.
    Left,
    /// To the right: numbers.
    Right,
}

/// The cells that the text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    if is_plain(text) {
        text.len()
    } else {
        clusters(text).map(|(_, letter)| cluster(letter)).sum()
    }
}

/// The text in at most so many cells; what was cut away is told by `…`.
#[must_use]
pub fn truncate(text: &str, cells: usize) -> Cow<'_, str> {
    truncate_with(text, cells, CUT)
}

/// The same with another sign, of one cell at most. Owned only where it was cut.
#[must_use]
pub fn truncate_with<'a>(text: &'a str, cells: usize, sign: &str) -> Cow<'a, str> {
    if is_plain(text) && text.len() <= cells {
        return Cow::Borrowed(text);
    }
    if cells == 0 {
        return Cow::Borrowed("");
    }
    let (mut used, mut kept) = (0, 0);
    for (at, letter) in clusters(text) {
        used += cluster(letter);
        if used > cells {
            let (head, _) = text.split_at(kept);
            return Cow::Owned(format!("{head}{sign}"));
        }
        // One cell must be left for the sign.
        if used < cells {
            kept = at + letter.len();
        }
    }
    Cow::Borrowed(text)
}

/// The text in exactly so many cells: cut or filled up with spaces.
#[must_use]
pub fn pad(text: &str, cells: usize, align: Align) -> String {
    let text = truncate(text, cells);
    let space = " ".repeat(cells.saturating_sub(width(&text)));
    match align {
        Align::Left => format!("{text}{space}"),
        Align::Right => format!("{space}{text}"),
    }
}

/// The text with every joined picture as its first one alone. Terminals do not
/// agree on how wide 👩🏽‍💻 is: those that paint its parts one by one would
/// paint over what stands beside it.
#[must_use]
pub fn flatten_emoji(text: &str) -> Cow<'_, str> {
    let is_joined =
        |letter: &str| letter.chars().filter_map(UnicodeWidthChar::width).sum::<usize>() > 2;
    if is_plain(text) || !clusters(text).any(|(_, letter)| is_joined(letter)) {
        return Cow::Borrowed(text);
    }
    let first = |(_, letter): (usize, &'_ str)| match letter.chars().next() {
        Some(first) if is_joined(letter) && first.width() == Some(2) => first.to_string(),
        _ => letter.to_owned(),
    };
    Cow::Owned(clusters(text).map(first).collect())
}

/// The text in lines of at most so many cells, broken at spaces, and inside a
/// word only where the word alone is too long. A letter wider than that stays.
#[must_use]
pub fn wrap(text: &str, cells: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (line, next) = rest.split_at(line_end(rest, cells));
        lines.push(line.trim_end());
        rest = next.trim_start();
    }
    lines
}

/// Where the first line ends: never at the beginning.
fn line_end(text: &str, cells: usize) -> usize {
    plain_line_end(text, cells).unwrap_or_else(|| any_line_end(text, cells))
}

/// The same for a line of plain letters, each of which is a cell: prose is full
/// of them, and they need no segmenting. None when there are others.
fn plain_line_end(text: &str, cells: usize) -> Option<usize> {
    let mut space = None;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b' ' => space = Some(at),
            b'!'..=b'~' if at >= cells.max(1) => return space.or(Some(at)),
            b'!'..=b'~' => {}
            _ => return None,
        }
    }
    Some(text.len())
}

fn any_line_end(text: &str, cells: usize) -> usize {
    let (mut used, mut space) = (0, None);
    for (at, letter) in clusters(text) {
        used += cluster(letter);
        if letter == " " {
            space = Some(at);
        } else if used > cells && at > 0 {
            return space.unwrap_or(at);
        }
    }
    text.len()
}

/// The clusters, each with where it begins. Most letters stand alone, which is
/// seen without the tables of the segmentation.
pub(super) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let mut letters = rest.chars();
        let first = letters.next()?;
        let is_alone = stands_alone(first) && letters.next().is_none_or(stands_alone);
        let letter =
            if is_alone { rest.get(..first.len_utf8()) } else { rest.graphemes(true).next() }?;
        let begin = at;
        at += letter.len();
        Some((begin, letter))
    })
}

/// Whether a letter is a cluster of its own beside others of these: no mark,
/// no joiner, no part of a syllable or of a picture.
const fn stands_alone(letter: char) -> bool {
    matches!(letter,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}'
        // Greek, Cyrillic, Hebrew and Arabic letters.
        | '\u{370}'..='\u{377}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{482}' | '\u{48a}'..='\u{52f}'
        | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}'
        // Kana, ideographs, whole Hangul syllables.
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

fn cluster(letter: &str) -> usize {
    if letter.len() == 1 { 1 } else { letter.width() }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::{hostile, sanitize};

    #[test]
    fn a_joined_picture_is_its_first_one_and_letters_stay() {
        for (text, shown) in [
            ("👩🏽\u{200d}💻 Ada", "👩 Ada"),
            ("👨\u{200d}👩\u{200d}👧", "👨"),
            ("🇮🇸 ❤\u{fe0f} é", "🇮🇸 ❤\u{fe0f} é"),
            ("श्रीनिवास वर्मा", "श्रीनिवास वर्मा"),
            ("佐藤 健", "佐藤 健"),
        ] {
            assert_eq!(flatten_emoji(text), shown);
            assert_eq!(width(&flatten_emoji(text)), width(text), "{text}");
        }
    }

    #[test]
    fn letters_take_the_cells_a_terminal_gives_them() {
        let table = [
            ("", 0),
            ("abc", 3),
            ("佐藤 健", 7),
            ("e\u{301}", 1),
            ("👩🏽\u{200d}💻", 2),
            ("🇮🇸", 2),
            ("❤\u{fe0f}", 2),
            ("لا", 2),
        ];
        for (text, cells) in table {
            assert_eq!(width(text), cells, "{text}");
        }
    }

    #[test]
    fn what_was_cut_is_told() {
        assert_eq!(truncate("Guðrún", 6), "Guðrún");
        assert_eq!(truncate("Guðrún", 4), "Guð…");
        assert_eq!(truncate("佐藤健", 4), "佐…", "half of a wide letter is none of it");
        assert_eq!(truncate("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!((truncate("abc", 1), truncate("abc", 0)), ("…".into(), "".into()));
    }

    #[test]
    fn numbers_are_pushed_to_the_right() {
        assert_eq!(pad("7", 3, Align::Right), "  7");
        assert_eq!(pad("佐藤健", 4, Align::Left), "佐… ");
    }

    #[test]
    fn lines_break_at_spaces_where_they_can() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible if", 8), ["incompre", "hensible", "if"]);
        assert_eq!(wrap("佐藤", 1), ["佐", "藤"]);
        assert_eq!(wrap("  ", 5), [""; 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_cut_text_fits_and_is_the_beginning_of_it(text in hostile::text(), cells in 0_usize..40) {
            let text = sanitize(&text);
            let short = truncate(&text, cells);
            prop_assert!(width(&short) <= cells);
            let head = short.strip_suffix(CUT).unwrap_or(&short);
            prop_assert!(short == text || text.starts_with(head));
            prop_assert_eq!(short == text, width(&text) <= cells && (cells > 0 || text.is_empty()));
        }

        #[test]
        fn a_padded_text_fits_exactly(text in hostile::text(), cells in 0_usize..40) {
            let text = sanitize(&text);
            prop_assert_eq!(width(&pad(&text, cells, Align::Left)), cells);
            prop_assert_eq!(width(&pad(&text, cells, Align::Right)), cells);
        }

        #[test]
        fn letters_that_stand_alone_are_what_segmentation_finds(
            text in "[a é\u{301}\u{200d}佐가\u{1100}\u{1161}\u{11a8}ا\u{600}я©👩🏽🇮\u{e33}\u{903}]{0,12}",
        ) {
            let found: Vec<_> = clusters(&text).collect();
            prop_assert_eq!(found, text.grapheme_indices(true).collect::<Vec<_>>());
        }

        #[test]
        fn plain_lines_end_where_any_lines_do(text in "[!-~]?[a-c e\u{301}佐]{0,24}", cells in 0_usize..12) {
            let end = any_line_end(&text, cells);
            prop_assert_eq!(plain_line_end(&text, cells).unwrap_or(end), end);
        }

        #[test]
        fn wrapping_loses_nothing_but_spaces(text in hostile::text(), cells in 1_usize..40) {
            let text = sanitize(&text);
            let lines = wrap(&text, cells);
            let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
            for line in lines {
                prop_assert!(width(line) <= cells || line.graphemes(true).count() == 1);
            }
        }
    }
}
