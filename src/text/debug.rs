//! Short forms of `Debug` output for the log. Formatting stops as soon as they are complete, so that a
//! page of a thousand people costs no more than a number.

use std::fmt::{self, Debug, Write};

/// Names deeper in a value say no more about its kind.
const MAX_NAMES: usize = 3;

/// The name of the variant of an enum, with those of enums directly inside, as in `Act.Sort.Name`.
/// Contains no value: text, numbers and fields end it.
pub(crate) fn variant_name(value: &impl Debug) -> String {
    let mut name = VariantName::default();
    // Ends early with an error.
    let _ = write!(name, "{value:?}");
    name.text
}

/// The first `max` bytes or so of the `Debug` output.
pub(crate) fn debug_excerpt(value: &impl Debug, max: usize) -> String {
    let mut excerpt = Excerpt { text: String::new(), max };
    // Ends early with an error.
    let _ = write!(excerpt, "{value:?}");
    excerpt.text
}

#[derive(Default)]
struct VariantName {
    text: String,
    /// After an opening parenthesis.
    is_between: bool,
}

impl Write for VariantName {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let begins = self.text.is_empty() || self.is_between;
            match letter {
                _ if begins && letter.is_ascii_uppercase() => {
                    if std::mem::take(&mut self.is_between) {
                        self.text.push('.');
                    }
                    self.text.push(letter);
                }
                _ if !begins && letter.is_ascii_alphanumeric() => self.text.push(letter),
                '(' if !begins && self.text.matches('.').count() + 1 < MAX_NAMES => {
                    self.is_between = true;
                }
                _ => return Err(fmt::Error),
            }
        }
        Ok(())
    }
}

struct Excerpt {
    text: String,
    max: usize,
}

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if self.text.len() >= self.max {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.text.push(letter);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[expect(dead_code, reason = "printed only")]
    enum Sample {
        Bare,
        Text(String),
        Letter(char),
        Number(i32),
        Fields { name: String },
        Nested(Option<Result<Option<u8>, ()>>),
        Two(u8, String),
        List(Vec<Self>),
    }

    #[test]
    fn a_variant_is_named_without_any_value() {
        let text = || "Ada".to_owned();
        for (value, name) in [
            (Sample::Bare, "Bare"),
            (Sample::Text(text()), "Text"),
            (Sample::Letter('A'), "Letter"),
            (Sample::Number(-7), "Number"),
            (Sample::Fields { name: text() }, "Fields"),
            (Sample::Nested(Some(Ok(Some(1)))), "Nested.Some.Ok"),
            (Sample::Nested(None), "Nested.None"),
            (Sample::Two(1, text()), "Two"),
            (Sample::List(vec![Sample::Bare]), "List"),
        ] {
            assert_eq!(variant_name(&value), name);
        }
    }

    #[test]
    fn an_excerpt_ends_at_its_limit() {
        assert_eq!(debug_excerpt(&Sample::Two(1, "Ada".to_owned()), 100), "Two(1, \"Ada\")");
        assert_eq!(debug_excerpt(&vec![7; 1_000_000], 10), "[7, 7, 7, …");
    }
}
