//! Makes untrusted text safe to print, and measures its width in terminal cells.
//!
//! Names, titles and error texts come from files and servers and may contain anything. All text for
//! a terminal passes through [`sanitize`] once and is then measured in cells to fit it into
//! columns. Only the displayed text changes, never the value. Every module that prints uses this
//! one.

mod cells;
mod counts;
mod debug;
mod excerpt;
mod graphemes;
#[cfg(test)]
pub(crate) mod hostile;
mod reveal;

pub(crate) use cells::{Align, flatten_emoji, pad, truncate, truncate_with, width, wrap};
pub(crate) use counts::{group_digits, pluralize, split_count, to_hex};
pub(crate) use debug::{debug_excerpt, variant_name};
pub(crate) use excerpt::{MAX_SHOWN, clip, clip_to_cells, excerpt, is_excerpt, is_long, window};
pub(crate) use graphemes::{
    grapheme_end, grapheme_start, next_grapheme, next_word, prev_grapheme, prev_word,
};
pub(crate) use reveal::{GraphemeKind, VisibleGrapheme, has_hidden_chars, reveal};

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

/// Maximum combining marks and joiners per grapheme. Stacked Tibetan needs eight; a hundred would
/// paint over the lines above.
const MAX_MARKS: usize = 8;

/// Domain messages begin in lower case; a sentence of its own does not.
pub(crate) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first.into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Puts a text on one line and escapes every character that could control a terminal, reorder the
/// line or be invisible. Joiners stay, because names need them.
pub(crate) fn sanitize(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    let mut marks = Marks::default();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let safe = match c {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
            c if is_unsafe(c) => {
                // Writing to a String cannot fail.
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(c));
                marks = Marks::default();
                continue;
            }
            c => c,
        };
        if marks.admit(safe) {
            clean.push(safe);
        }
    }
    Cow::Owned(clean)
}

/// Whether a character must not reach a terminal: control characters, bidi
/// overrides, line separators and invisible characters. Tags are invisible too,
/// so the few flags that consist of tags are escaped.
pub(crate) const fn is_unsafe(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(c,
        '\u{80}'..='\u{9f}'
        // Soft hyphen, Arabic letter mark, Hangul fillers, invisible Khmer and Mongolian vowels.
        | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        // Zero-width space, direction marks, separators, overrides; 200C and 200D are the joiners.
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        // E0100 to E01EF are variation selectors, which names use.
        | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

/// Whether a text is printable ASCII, as most are.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

fn is_clean(text: &str) -> bool {
    if is_plain(text) {
        return true;
    }
    let mut marks = Marks::default();
    text.chars().all(|c| !is_unsafe(c) && marks.admit(c))
}

/// Counts the marks of a grapheme. Only characters that pass count, so that sanitizing is
/// idempotent.
#[derive(Default)]
struct Marks {
    count: usize,
    is_joined: bool,
}

impl Marks {
    fn admit(&mut self, c: char) -> bool {
        if c.width() == Some(0) {
            if self.count == MAX_MARKS {
                return false;
            }
            self.count += 1;
            self.is_joined = c == '\u{200d}';
        } else {
            // A joined emoji is one grapheme and has one limit.
            if !self.is_joined {
                self.count = 0;
            }
            self.is_joined = false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::hostile;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    const PLAIN: [&str; 9] = [
        "Guðrún Þórðardóttir",
        "佐藤 健太郎",
        "می\u{200c}خواهم",
        "👩🏽\u{200d}💻 👨🏽\u{200d}👩🏽\u{200d}👧🏽\u{200d}👦🏽",
        "क्षत्रिय",
        "Nguyễn Thị Ánh",
        "ཧྐྵྨླྺྼྻྂ",
        "葛\u{e0100}城",
        "서울 ᄒᆞᆫ글",
    ];

    #[test]
    fn plain_text_of_any_script_is_unchanged() {
        for text in PLAIN {
            assert_eq!(sanitize(text), text);
        }
    }

    #[test]
    fn terminal_control_characters_are_escaped() {
        assert_eq!(sanitize("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(sanitize("a\u{9b}2Jb"), "a\\u{9b}2Jb");
        assert_eq!(sanitize("abc\u{202e}def"), "abc\\u{202e}def");
        assert_eq!(sanitize("tag\u{e0041}"), "tag\\u{e0041}");
    }

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(sanitize("pay\u{ad}pal\u{3164}"), "pay\\u{ad}pal\\u{3164}");
        assert_eq!(sanitize("a\u{2060}b\u{fffa}"), "a\\u{2060}b\\u{fffa}");
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(sanitize("one\r\ntwo\tthree\u{2028}four\rfive"), "one two three four five");
    }

    #[test]
    fn the_marks_of_a_grapheme_are_limited() {
        let stacked = format!("Z{}o", "\u{301}".repeat(500));
        assert_eq!(sanitize(&stacked), format!("Z{}o", "\u{301}".repeat(MAX_MARKS)));
        let chain = sanitize(&"👩\u{200d}".repeat(100)).into_owned();
        let longest = chain.graphemes(true).map(|grapheme| grapheme.chars().count()).max();
        assert_eq!(longest, Some(2 * MAX_MARKS + 1), "a chain of joined emoji is limited as well");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_unsafe_character_is_left_and_sanitizing_is_idempotent(text in hostile::text()) {
            let once = sanitize(&text);
            prop_assert_eq!(once.chars().find(|c| hostile::is_offending(*c)), None);
            prop_assert_eq!(&sanitize(&once), &once);
        }

        #[test]
        fn clean_text_is_not_copied(text in "[\\p{Latin}\\p{Han}\\p{Arabic}\\p{Cyrillic} ]{0,20}") {
            prop_assume!(!text.chars().any(is_unsafe));
            prop_assert!(matches!(sanitize(&text), Cow::Borrowed(same) if same == text));
        }
    }
}
