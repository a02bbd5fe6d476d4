//! Which names a reader can see. The API and the commands of the operator refuse all others.

use unicode_normalization::char::is_combining_mark;

/// Whitespace, control characters and the default-ignorable code points of
/// Unicode, and the blank of Braille.
#[rustfmt::skip]
const INVISIBLE: &[(char, char)] = &[
    ('\0', ' '), ('\u{7f}', '\u{a0}'), ('\u{ad}', '\u{ad}'), ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'), ('\u{115f}', '\u{1160}'), ('\u{1680}', '\u{1680}'),
    ('\u{17b4}', '\u{17b5}'), ('\u{180b}', '\u{180f}'), ('\u{2000}', '\u{200f}'),
    ('\u{2028}', '\u{202f}'), ('\u{205f}', '\u{206f}'), ('\u{2800}', '\u{2800}'),
    ('\u{3000}', '\u{3000}'), ('\u{3164}', '\u{3164}'), ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'), ('\u{ffa0}', '\u{ffa0}'), ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'), ('\u{1d173}', '\u{1d17a}'), ('\u{e0000}', '\u{e0fff}'),
];

/// Whether a reader sees more of the name than marks that have no letter.
pub(crate) fn is_visible_name(name: &str) -> bool {
    name.chars().any(|c| is_visible(c) && !is_combining_mark(c))
}

fn is_visible(c: char) -> bool {
    !INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// A character class of a regular expression that holds every visible character.
/// It also holds the invisible ones above U+FFFF: not every engine can name them; and the
/// combining marks, whose 250 ranges would fill the OpenAPI document.
pub(crate) fn visible_class() -> String {
    let escape = |c: char| format!("\\u{:04x}", u32::from(c));
    let ranges: Vec<String> = INVISIBLE
        .iter()
        .filter(|(_, last)| *last <= '\u{ffff}')
        .map(|(first, last)| format!("{}-{}", escape(*first), escape(*last)))
        .collect();
    format!("[^{}]", ranges.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_and_control_characters_are_invisible() {
        for c in '\0'..=char::MAX {
            assert!(!is_visible(c) || !(c.is_whitespace() || c.is_control()), "{c:?}");
        }
    }

    #[test]
    fn ignorable_characters_are_invisible_and_letters_of_any_script_are_not() {
        for c in "\u{200b}\u{2060}\u{feff}\u{ad}\u{3164}\u{fe0f}\u{e0041}\u{e0100}\u{115f}".chars()
        {
            assert!(!is_visible(c), "{c:?}");
        }
        for c in "aÞ佐김ก\u{301}-.'😀𝔘١\u{fffd}".chars() {
            assert!(is_visible(c), "{c:?}");
        }
    }

    #[test]
    fn a_name_needs_a_visible_character_that_is_not_a_mark() {
        for name in ["", " ", "\u{200b}\u{2060}", "\u{301}", " \u{301}\u{308}", "\u{93f}\u{fe0f}"] {
            assert!(!is_visible_name(name), "{name:?}");
        }
        for name in ["e\u{301}", "कि", "\u{200b}x", "-", "7", "😀"] {
            assert!(is_visible_name(name), "{name:?}");
        }
    }
}
