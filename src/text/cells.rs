//! The width of a text in terminal cells, and fitting it into a number of cells.
//!
//! The unit is the grapheme cluster: it is never split, and is as wide as a
//! terminal paints it. Meant for sanitized text; the width of unsanitized text
//! is a guess.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marks truncated text; one cell wide.
const ELLIPSIS: &str = "…";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

pub(crate) fn width(text: &str) -> usize {
    if is_plain(text) {
        text.len()
    } else {
        clusters(text).map(|(_, cluster)| cluster_width(cluster)).sum()
    }
}

/// Shortens a text to at most this many cells, ending in `…`.
pub(crate) fn truncate(text: &str, cells: usize) -> Cow<'_, str> {
    truncate_with(text, cells, ELLIPSIS)
}

/// [`truncate`] with another mark, at most one cell wide. Owned only if truncated.
pub(crate) fn truncate_with<'a>(text: &'a str, cells: usize, mark: &str) -> Cow<'a, str> {
    if is_plain(text) && text.len() <= cells {
        return Cow::Borrowed(text);
    }
    if cells == 0 {
        return Cow::Borrowed("");
    }
    let (mut used, mut end) = (0, 0);
    for (at, cluster) in clusters(text) {
        used += cluster_width(cluster);
        if used > cells {
            let (head, _) = text.split_at(end);
            return Cow::Owned(format!("{head}{mark}"));
        }
        // Leave one cell for the mark.
        if used < cells {
            end = at + cluster.len();
        }
    }
    Cow::Borrowed(text)
}

/// Truncates or pads a text to exactly this many cells.
pub(crate) fn pad(text: &str, cells: usize, align: Align) -> String {
    let text = truncate(text, cells);
    let space = " ".repeat(cells.saturating_sub(width(&text)));
    match align {
        Align::Left => format!("{text}{space}"),
        Align::Right => format!("{space}{text}"),
    }
}

/// Replaces every joined emoji with its first part. Terminals disagree on the width of 👩🏽‍💻: one
/// that paints the parts separately would paint over the neighbouring cells.
pub(crate) fn flatten_emoji(text: &str) -> Cow<'_, str> {
    let is_joined =
        |cluster: &str| cluster.chars().filter_map(UnicodeWidthChar::width).sum::<usize>() > 2;
    if is_plain(text) || !clusters(text).any(|(_, cluster)| is_joined(cluster)) {
        return Cow::Borrowed(text);
    }
    let flatten = |(_, cluster): (usize, &'_ str)| match cluster.chars().next() {
        Some(first) if is_joined(cluster) && first.width() == Some(2) => first.to_string(),
        _ => cluster.to_owned(),
    };
    Cow::Owned(clusters(text).map(flatten).collect())
}

/// Breaks a text into lines of at most this many cells, at spaces, and inside a word only if the
/// word alone is too long: an address before `@` or `/`. A wider grapheme gets its own line.
pub(crate) fn wrap(text: &str, cells: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (line, next) = rest.split_at(line_end(rest, cells));
        lines.push(line.trim_end());
        rest = next.trim_start();
    }
    lines
}

/// Where the first line ends; never 0.
fn line_end(text: &str, cells: usize) -> usize {
    plain_line_end(text, cells).unwrap_or_else(|| any_line_end(text, cells))
}

/// [`line_end`] for printable ASCII, which needs no segmentation. `None` if the
/// line has other characters.
fn plain_line_end(text: &str, cells: usize) -> Option<usize> {
    let (mut space, mut joint) = (None, None);
    let mut before = b'/';
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b' ' => space = Some(at),
            b'!'..=b'~' => {
                if is_joint(before.into(), byte.into()) {
                    joint = Some(at);
                }
                if at >= cells.max(1) {
                    return space.or(joint).or(Some(at));
                }
            }
            _ => return None,
        }
        before = byte;
    }
    Some(text.len())
}

fn any_line_end(text: &str, cells: usize) -> usize {
    let (mut used, mut space, mut joint) = (0, None, None);
    let mut before = '/';
    for (at, cluster) in clusters(text) {
        used += cluster_width(cluster);
        let first = cluster.chars().next().unwrap_or(' ');
        if is_joint(before, first) {
            joint = Some(at);
        }
        before = first;
        if cluster == " " {
            space = Some(at);
        } else if used > cells && at > 0 {
            return space.or(joint).unwrap_or(at);
        }
    }
    text.len()
}

/// Whether an address may be broken between two characters: not within `https://`.
const fn is_joint(before: char, after: char) -> bool {
    matches!(after, '@' | '/') && !matches!(before, '/' | ':' | ' ')
}

/// The grapheme clusters with their byte offsets. Most characters skip the lookup tables of the
/// segmentation.
pub(super) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let mut chars = rest.chars();
        let first = chars.next()?;
        let is_single = is_single_cluster(first) && chars.next().is_none_or(is_single_cluster);
        let cluster =
            if is_single { rest.get(..first.len_utf8()) } else { rest.graphemes(true).next() }?;
        let start = at;
        at += cluster.len();
        Some((start, cluster))
    })
}

/// Whether a character next to others of this set is a cluster of its own: no
/// mark, no joiner, no part of a syllable or of an emoji.
const fn is_single_cluster(c: char) -> bool {
    matches!(c,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}'
        // Greek, Cyrillic, Hebrew and Arabic letters.
        | '\u{370}'..='\u{377}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{482}' | '\u{48a}'..='\u{52f}'
        | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}'
        // Kana, ideographs, Hangul syllables.
        | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

fn cluster_width(cluster: &str) -> usize {
    if cluster.len() == 1 { 1 } else { cluster.width() }
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
    fn a_joined_emoji_becomes_its_first_part_and_letters_stay() {
        for (text, flat) in [
            ("👩🏽\u{200d}💻 Ada", "👩 Ada"),
            ("👨\u{200d}👩\u{200d}👧", "👨"),
            ("🇮🇸 ❤\u{fe0f} é", "🇮🇸 ❤\u{fe0f} é"),
            ("श्रीनिवास वर्मा", "श्रीनिवास वर्मा"),
            ("佐藤 健", "佐藤 健"),
        ] {
            assert_eq!(flatten_emoji(text), flat);
            assert_eq!(width(&flatten_emoji(text)), width(text), "{text}");
        }
    }

    #[test]
    fn graphemes_are_as_wide_as_terminals_paint_them() {
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
    fn truncated_text_ends_in_an_ellipsis() {
        assert_eq!(truncate("Guðrún", 6), "Guðrún");
        assert_eq!(truncate("Guðrún", 4), "Guð…");
        assert_eq!(truncate("佐藤健", 4), "佐…", "a wide character is not split");
        assert_eq!(truncate("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!((truncate("abc", 1), truncate("abc", 0)), ("…".into(), "".into()));
    }

    #[test]
    fn text_is_padded_on_the_other_side() {
        assert_eq!(pad("7", 3, Align::Right), "  7");
        assert_eq!(pad("佐藤健", 4, Align::Left), "佐… ");
    }

    #[test]
    fn lines_break_at_spaces_where_possible() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible if", 8), ["incompre", "hensible", "if"]);
        assert_eq!(wrap("pooja@vane.example", 14), ["pooja", "@vane.example"]);
        assert_eq!(
            wrap("é https://vane.example/in/pooja", 24),
            ["é", "https://vane.example/in", "/pooja"]
        );
        assert_eq!(wrap("佐藤", 1), ["佐", "藤"]);
        assert_eq!(wrap("  ", 5), [""; 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn truncated_text_fits_and_is_a_prefix(text in hostile::text(), cells in 0_usize..40) {
            let text = sanitize(&text);
            let short = truncate(&text, cells);
            prop_assert!(width(&short) <= cells);
            let head = short.strip_suffix(ELLIPSIS).unwrap_or(&short);
            prop_assert!(short == text || text.starts_with(head));
            prop_assert_eq!(short == text, width(&text) <= cells && (cells > 0 || text.is_empty()));
        }

        #[test]
        fn padded_text_fits_exactly(text in hostile::text(), cells in 0_usize..40) {
            let text = sanitize(&text);
            prop_assert_eq!(width(&pad(&text, cells, Align::Left)), cells);
            prop_assert_eq!(width(&pad(&text, cells, Align::Right)), cells);
        }

        #[test]
        fn clusters_are_those_of_the_segmentation(
            text in "[a é\u{301}\u{200d}佐가\u{1100}\u{1161}\u{11a8}ا\u{600}я©👩🏽🇮\u{e33}\u{903}]{0,12}",
        ) {
            let result: Vec<_> = clusters(&text).collect();
            prop_assert_eq!(result, text.grapheme_indices(true).collect::<Vec<_>>());
        }

        #[test]
        fn plain_lines_end_where_other_lines_do(text in "[!-~]?[a-c e\u{301}佐]{0,24}", cells in 0_usize..12) {
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
