//! Raw text, grapheme by grapheme, with hidden characters made visible.
//!
//! For text fields, where the user must be able to see and delete an invisible
//! character. Each grapheme knows its bytes, so that cursor and selection can be
//! mapped to cells.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::cells::{clusters, width};
use super::{is_unsafe, sanitize};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VisibleGrapheme<'a> {
    /// Safe to print, and at least one cell wide.
    pub(crate) text: Cow<'a, str>,
    /// The width of `text`.
    pub(crate) cells: usize,
    /// The bytes of the raw text.
    pub(crate) range: Range<usize>,
    pub(crate) kind: GraphemeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum GraphemeKind {
    Plain,
    /// Written as `\n`; a view may use its own symbol.
    LineEnd,
    /// Written as `\t`; a view may use its own symbol.
    Tab,
    /// Invisible or misleading; escaped.
    Hidden,
}

pub(crate) fn reveal(text: &str) -> Vec<VisibleGrapheme<'_>> {
    let graphemes = clusters(text).map(|(at, cluster)| {
        let (text, kind) = make_visible(cluster);
        VisibleGrapheme { cells: width(&text), text, range: at..at + cluster.len(), kind }
    });
    graphemes.collect()
}

/// Whether a text has invisible or misleading characters other than line ends
/// and tabs.
pub(crate) fn has_hidden_chars(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    !is_plain && clusters(text).any(|(_, cluster)| make_visible(cluster).1 == GraphemeKind::Hidden)
}

fn make_visible(cluster: &str) -> (Cow<'_, str>, GraphemeKind) {
    match cluster {
        "\n" => return (Cow::Borrowed("\\n"), GraphemeKind::LineEnd),
        "\r\n" => return (Cow::Borrowed("\\r\\n"), GraphemeKind::LineEnd),
        "\t" => return (Cow::Borrowed("\\t"), GraphemeKind::Tab),
        _ => {}
    }
    let before = [None].into_iter().chain(cluster.chars().map(Some));
    if cluster.chars().zip(before).any(|(c, before)| is_hidden(c, before)) {
        return (Cow::Owned(escape(cluster, is_hidden)), GraphemeKind::Hidden);
    }
    match sanitize(cluster) {
        // A lone mark would be painted on the grapheme to its left.
        text if width(&text) == 0 => {
            (Cow::Owned(escape(cluster, |_, _| true)), GraphemeKind::Hidden)
        }
        text => (text, GraphemeKind::Plain),
    }
}

fn escape(cluster: &str, is_escaped: impl Fn(char, Option<char>) -> bool) -> String {
    let (mut text, mut before) = (String::new(), None);
    for c in cluster.chars() {
        if is_escaped(c, before) {
            // Writing to a String cannot fail.
            let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
        } else {
            text.push(c);
        }
        before = Some(c);
    }
    // Limits the combining marks.
    sanitize(&text).into_owned()
}

/// Whether a character is invisible or misleading after another.
fn is_hidden(c: char, before: Option<char>) -> bool {
    match c {
        // Special spaces, and the combining grapheme joiner.
        '\u{a0}' | '\u{34f}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => {
            true
        }
        // Joiners are needed in other scripts and in emoji.
        '\u{200c}' | '\u{200d}' => before.is_none_or(|before| before.is_ascii()),
        // Variation selectors: in ASCII, only keycaps use them.
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => before
            .is_none_or(|before| before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*')),
        c => is_unsafe(c),
    }
}

#[cfg(test)]
mod tests {

    use proptest::prelude::*;

    use super::*;
    use crate::text::hostile;

    fn kinds(text: &str) -> Vec<(String, GraphemeKind)> {
        reveal(text)
            .into_iter()
            .map(|grapheme| (grapheme.text.into_owned(), grapheme.kind))
            .collect()
    }

    #[test]
    fn hidden_characters_are_escaped() {
        for (text, visible, kind) in [
            ("\n", "\\n", GraphemeKind::LineEnd),
            ("\r\n", "\\r\\n", GraphemeKind::LineEnd),
            ("\r", "\\u{d}", GraphemeKind::Hidden),
            ("\t", "\\t", GraphemeKind::Tab),
            ("\u{200b}", "\\u{200b}", GraphemeKind::Hidden),
            ("\u{202e}", "\\u{202e}", GraphemeKind::Hidden),
            ("\u{ad}", "\\u{ad}", GraphemeKind::Hidden),
            ("\u{a0}", "\\u{a0}", GraphemeKind::Hidden),
            ("\u{2028}", "\\u{2028}", GraphemeKind::Hidden),
            ("\u{1b}", "\\u{1b}", GraphemeKind::Hidden),
            ("\u{301}", "\\u{301}", GraphemeKind::Hidden),
            ("a\u{200d}", "a\\u{200d}", GraphemeKind::Hidden),
            ("a\u{fe0f}", "a\\u{fe0f}", GraphemeKind::Hidden),
            ("a\u{e0041}", "a\\u{e0041}", GraphemeKind::Hidden),
            ("1\u{fe0f}\u{20e3}", "1\u{fe0f}\u{20e3}", GraphemeKind::Plain),
            ("👩🏽\u{200d}💻", "👩🏽\u{200d}💻", GraphemeKind::Plain),
            ("e\u{301}", "e\u{301}", GraphemeKind::Plain),
            ("\u{3000}", "\u{3000}", GraphemeKind::Plain),
        ] {
            assert_eq!(kinds(text), [(visible.to_owned(), kind)], "{text:?}");
            assert_eq!(has_hidden_chars(text), kind == GraphemeKind::Hidden, "{text:?}");
        }
        assert!(!has_hidden_chars("می\u{200c}خواهم, 葛\u{e0100}城 and 佐藤"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_graphemes_cover_the_text_and_are_safe_and_as_wide_as_stated(text in hostile::text()) {
            let mut at = 0;
            for grapheme in reveal(&text) {
                prop_assert_eq!(grapheme.range.start, at);
                at = grapheme.range.end;
                prop_assert_eq!(grapheme.text.chars().find(|c| hostile::is_offending(*c)), None);
                prop_assert_eq!(width(&grapheme.text), grapheme.cells);
                prop_assert!(grapheme.cells > 0);
                prop_assert_eq!(sanitize(&grapheme.text), &*grapheme.text);
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
