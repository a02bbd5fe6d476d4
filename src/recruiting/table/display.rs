//! Sanitizes texts of the server when they enter a table.

use std::borrow::Cow;

use crate::text::sanitize;

/// In characters; no cell shows more.
const LONGEST: usize = 1000;

/// One safe line of limited length; borrowed if the text is that already.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    match sanitize(cut(text)) {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => Cow::Owned(cut(&text).to_owned()),
    }
}

fn cut(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_hostile_name_is_short_and_harmless() {
        let name = shown(&"\u{1b}[2J\u{202e}é".repeat(100_000)).into_owned();
        assert_eq!(name.chars().count(), LONGEST);
        assert_eq!(shown(&name), name);
        assert!(!name.contains(['\u{1b}', '\u{202e}']));
    }
}
