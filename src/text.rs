//! Text from outside, made safe to print.
//!
//! Names, titles and error texts come from files and servers that may hold
//! anything. What goes to a terminal passes through here once. The raw value
//! is never changed: only what is shown.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text on one line, with everything that could steer a terminal or
/// reorder the line written out as an escape. Joiners stay: names need them.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            letter if is_unsafe(letter) => {
                // Writing to a String cannot fail.
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => clean.push(letter),
        }
    }
    Cow::Owned(clean)
}

fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{feff}'
            | '\u{2028}' | '\u{2029}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn plain_text_of_any_script_is_left_alone() {
        for text in ["Guðrún Þórðardóttir", "佐藤 健太郎", "می\u{200c}خواهم", "👩🏽\u{200d}💻"]
        {
            assert_eq!(one_line(text), text);
        }
    }

    #[test]
    fn what_steers_a_terminal_is_spelled_out() {
        assert_eq!(one_line("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(one_line("a\u{9b}2Jb"), "a\\u{9b}2Jb");
        assert_eq!(one_line("abc\u{202e}def"), "abc\\u{202e}def");
        assert_eq!(one_line("tag\u{e0041}"), "tag\\u{e0041}");
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(one_line("one\r\ntwo\tthree\u{2028}four"), "one  two three four");
    }
}
