//! A raw text letter by letter, with what is hidden in it made visible.
//!
//! For whoever shows a text that is edited: there, a character that cannot be
//! seen is one that nobody would find. Each letter knows the bytes it stands
//! for, so that a cursor and a selection find their cells.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::cells::clusters;
use super::{is_unsafe, sanitize, width};

/// A letter of a raw text, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleGrapheme<'a> {
    /// What is shown: safe, and never without width.
    pub text: Cow<'a, str>,
    /// The cells that this takes.
    pub cells: usize,
    /// The bytes that it stands for.
    pub range: Range<usize>,
    /// What it is.
    pub sign: GraphemeKind,
}

/// What a letter of a raw text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GraphemeKind {
    /// A letter that shows itself.
    Plain,
    /// The end of a line, spelled `\n`; a view may have a sign for it.
    LineEnd,
    /// A tab, spelled `\t`; a view may have a sign for it.
    Tab,
    /// Something that cannot be seen, or is not what it seems; spelled out.
    Hidden,
}

/// The letters of a text.
#[must_use]
pub fn reveal(text: &str) -> Vec<VisibleGrapheme<'_>> {
    let letters = clusters(text).map(|(at, letter)| {
        let (text, sign) = shown(letter);
        VisibleGrapheme { cells: width(&text), text, range: at..at + letter.len(), sign }
    });
    letters.collect()
}

/// Whether a text has something in it that cannot be seen, or is not what it
/// seems. The end of a line and a tab are neither.
#[must_use]
pub fn has_hidden_chars(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    !is_plain && clusters(text).any(|(_, letter)| shown(letter).1 == GraphemeKind::Hidden)
}

fn shown(letter: &str) -> (Cow<'_, str>, GraphemeKind) {
    match letter {
        "\n" => return (Cow::Borrowed("\\n"), GraphemeKind::LineEnd),
        "\r\n" => return (Cow::Borrowed("\\r\\n"), GraphemeKind::LineEnd),
        "\t" => return (Cow::Borrowed("\\t"), GraphemeKind::Tab),
        _ => {}
    }
    let before = [None].into_iter().chain(letter.chars().map(Some));
    if letter.chars().zip(before).any(|(sign, before)| is_hidden(sign, before)) {
        return (Cow::Owned(spelled(letter, is_hidden)), GraphemeKind::Hidden);
    }
    match sanitize(letter) {
        // A mark without a letter would stand on whatever is to its left.
        text if width(&text) == 0 => {
            (Cow::Owned(spelled(letter, |_, _| true)), GraphemeKind::Hidden)
        }
        text => (text, GraphemeKind::Plain),
    }
}

/// A letter with some of its characters spelled out.
fn spelled(letter: &str, is_spelled: impl Fn(char, Option<char>) -> bool) -> String {
    let (mut text, mut before) = (String::new(), None);
    for sign in letter.chars() {
        if is_spelled(sign, before) {
            // Writing to a String cannot fail.
            let _ = write!(text, "\\u{{{:x}}}", u32::from(sign));
        } else {
            text.push(sign);
        }
        before = Some(sign);
    }
    // Only so many marks on a letter, here as everywhere.
    sanitize(&text).into_owned()
}

/// Whether a character cannot be seen behind another, or is not what it seems.
fn is_hidden(letter: char, before: Option<char>) -> bool {
    match letter {
        // Spaces that are not the space, and what only keeps marks apart.
        '\u{a0}' | '\u{34f}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => {
            true
        }
        // Joiners are needed between letters of other scripts and in pictures.
        '\u{200c}' | '\u{200d}' => before.is_none_or(|before| before.is_ascii()),
        // They choose between forms; of plain letters, only the signs of keys have some.
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => before
            .is_none_or(|before| before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*')),
        letter => is_unsafe(letter),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::hostile;

    fn told(text: &str) -> Vec<(String, GraphemeKind)> {
        reveal(text).into_iter().map(|letter| (letter.text.into_owned(), letter.sign)).collect()
    }

    #[test]
    fn what_is_hidden_is_seen() {
        for (text, shown, sign) in [
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
            assert_eq!(told(text), [(shown.to_owned(), sign)], "{text:?}");
            assert_eq!(has_hidden_chars(text), sign == GraphemeKind::Hidden, "{text:?}");
        }
        assert!(!has_hidden_chars("می\u{200c}خواهم, 葛\u{e0100}城 and 佐藤"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_letters_are_the_text_and_safe_and_as_wide_as_they_say(text in hostile::text()) {
            let mut at = 0;
            for letter in reveal(&text) {
                prop_assert_eq!(letter.range.start, at);
                at = letter.range.end;
                prop_assert_eq!(letter.text.chars().find(|sign| hostile::offends(*sign)), None);
                prop_assert_eq!(width(&letter.text), letter.cells);
                prop_assert!(letter.cells > 0);
                prop_assert_eq!(sanitize(&letter.text), &*letter.text);
            }
            prop_assert_eq!(at, text.len());
        }
    }
}
