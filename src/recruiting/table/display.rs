//! Sanitizes texts from the server when they enter a table.

use std::borrow::Cow;

use crate::text::{clip, sanitize};

/// In characters; no cell shows more.
const MAX_CHARS: usize = 1000;

/// One safe line of limited length; borrowed if the text needs no change.
pub(crate) fn to_display(text: &str) -> Cow<'_, str> {
    match sanitize(clip(text, MAX_CHARS).0) {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(text) => Cow::Owned(clip(&text, MAX_CHARS).0.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_hostile_name_is_short_and_harmless() {
        let name = to_display(&"\u{1b}[2J\u{202e}é".repeat(100_000)).into_owned();
        assert_eq!(name.chars().count(), MAX_CHARS);
        assert_eq!(to_display(&name), name);
        assert!(!name.contains(['\u{1b}', '\u{202e}']));
    }
}
