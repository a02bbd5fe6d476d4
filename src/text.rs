//! Text from outside, made safe to print and measured in cells.
//!
//! Names, titles and error texts come from files and servers that may hold
//! anything. What goes to a terminal passes through [`sanitize`] once; what is
//! fitted into columns is then measured by the cells it takes. The raw
//! value is never changed: only what is shown. Everyone who prints calls this,
//! and it calls nobody.

mod cells;
mod graphemes;
#[cfg(test)]
pub(crate) mod hostile;
mod reveal;

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

pub use cells::{Align, flatten_emoji, pad, truncate, truncate_with, width, wrap};
pub use graphemes::{
    grapheme_end, grapheme_start, next_grapheme, next_word, prev_grapheme, prev_word,
};
pub use reveal::{GraphemeKind, VisibleGrapheme, has_hidden_chars, reveal};

/// How many marks and joiners one letter may carry. Stacked Tibetan needs
/// eight; a hundred of them paint over the lines above.
const MARKS: usize = 8;

/// The text on one line, with everything that could steer a terminal, reorder
/// the line or hide in it written out as an escape. Joiners stay: names need
/// them.
#[must_use]
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    let mut marks = Marks::default();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let shown = match letter {
            '\r' if letters.peek() == Some(&'\n') => continue,
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
            letter if is_unsafe(letter) => {
                // Writing to a String cannot fail.
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(letter));
                marks = Marks::default();
                continue;
            }
            letter => letter,
        };
        if marks.admit(shown) {
            clean.push(shown);
        }
    }
    Cow::Owned(clean)
}

/// Whether a character must not reach a terminal as it is: it steers it
/// (controls), reorders the line (bidi), ends it, or is not seen at all. Tags
/// are among the unseen, so the few flags spelled with them are spelled out.
#[must_use]
pub const fn is_unsafe(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    matches!(letter,
        '\u{80}'..='\u{9f}'
        // Soft hyphen; Arabic letter mark; Hangul fillers; Khmer and Mongolian vowels without a shape.
        | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        // Zero-width space, marks of direction, separators, overrides; 200C and 200D are the joiners.
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        // E0100 to E01EF choose between the forms of a character in a name.
        | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}')
}

fn is_clean(text: &str) -> bool {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return true;
    }
    let mut marks = Marks::default();
    text.chars().all(|letter| !is_unsafe(letter) && marks.admit(letter))
}

/// Counts what a letter carries. It knows only what was let through before, so
/// that a text cleaned twice is the text cleaned once.
#[derive(Default)]
struct Marks {
    count: usize,
    joined: bool,
}

impl Marks {
    fn admit(&mut self, letter: char) -> bool {
        if letter.width() == Some(0) {
            if self.count == MARKS {
                return false;
            }
            self.count += 1;
            self.joined = letter == '\u{200d}';
        } else {
            // Joined letters are one picture, and share one allowance.
            if !self.joined {
                self.count = 0;
            }
            self.joined = false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
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
    fn plain_text_of_any_script_is_left_alone() {
        for text in PLAIN {
            assert_eq!(sanitize(text), text);
        }
    }

    #[test]
    fn what_steers_a_terminal_is_spelled_out() {
        assert_eq!(sanitize("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(sanitize("a\u{9b}2Jb"), "a\\u{9b}2Jb");
        assert_eq!(sanitize("abc\u{202e}def"), "abc\\u{202e}def");
        assert_eq!(sanitize("tag\u{e0041}"), "tag\\u{e0041}");
    }

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        assert_eq!(sanitize("pay\u{ad}pal\u{3164}"), "pay\\u{ad}pal\\u{3164}");
        assert_eq!(sanitize("a\u{2060}b\u{fffa}"), "a\\u{2060}b\\u{fffa}");
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(sanitize("one\r\ntwo\tthree\u{2028}four\rfive"), "one two three four five");
    }

    #[test]
    fn a_letter_carries_only_so_many_marks() {
        let tower = format!("Z{}o", "\u{301}".repeat(500));
        assert_eq!(sanitize(&tower), format!("Z{}o", "\u{301}".repeat(MARKS)));
        let chain = sanitize(&"👩\u{200d}".repeat(100)).into_owned();
        let longest = chain.graphemes(true).map(|letter| letter.chars().count()).max();
        assert_eq!(longest, Some(2 * MARKS + 1), "a chain of pictures ends, too");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_hostile_is_left_and_twice_is_once(text in hostile::text()) {
            let once = sanitize(&text);
            prop_assert_eq!(once.chars().find(|letter| hostile::offends(*letter)), None);
            prop_assert_eq!(&sanitize(&once), &once);
        }

        #[test]
        fn what_needs_no_cleaning_is_not_copied(text in "[\\p{Latin}\\p{Han}\\p{Arabic}\\p{Cyrillic} ]{0,20}") {
            prop_assume!(!text.chars().any(is_unsafe));
            prop_assert!(matches!(sanitize(&text), Cow::Borrowed(same) if same == text));
        }
    }
}
