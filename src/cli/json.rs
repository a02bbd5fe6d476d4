//! JSON that is safe to print on a terminal.
//!
//! JSON itself escapes only the C0 controls; C1 controls, bidi overrides and invisible characters
//! pass through. Here every unsafe character of a string becomes `\uXXXX`, so that a parser reads
//! the same value. Used for records on stdout and for the log, not for the service's responses.

use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use crate::text;

/// Writes the value on one line, without a newline.
pub(super) fn compact<T: Serialize + ?Sized>(value: &T, to: impl Write) -> io::Result<()> {
    let mut writer = Serializer::with_formatter(to, Safe(CompactFormatter));
    Ok(value.serialize(&mut writer)?)
}

/// Writes the value indented, without a newline.
pub(super) fn pretty<T: Serialize + ?Sized>(value: &T, to: impl Write) -> io::Result<()> {
    let mut writer = Serializer::with_formatter(to, Safe(PrettyFormatter::new()));
    Ok(value.serialize(&mut writer)?)
}

pub(super) fn line<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    // Our values always serialize.
    let _ = compact(value, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes a fragment of JSON text and escapes every unsafe character that `keep` does not allow.
pub(super) fn escape<W: Write + ?Sized>(
    piece: &str,
    keep: impl Fn(char) -> bool,
    to: &mut W,
) -> io::Result<()> {
    // Fast path: nearly every fragment is plain ASCII, in up to a million rows.
    if piece.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return to.write_all(piece.as_bytes());
    }
    let mut rest = piece;
    let found = |text: &str| {
        text.char_indices().find(|(_, letter)| text::is_unsafe(*letter) && !keep(*letter))
    };
    while let Some((at, letter)) = found(rest) {
        let (before, after) = rest.split_at(at);
        to.write_all(before.as_bytes())?;
        for unit in letter.encode_utf16(&mut [0; 2]) {
            write!(to, "\\u{unit:04x}")?;
        }
        rest = after.split_at(letter.len_utf8()).1;
    }
    to.write_all(rest.as_bytes())
}

/// Escapes strings; the inner formatter writes the rest.
struct Safe<F>(F);

macro_rules! inner {
    ($($part:ident($($first:ident)?);)*) => { $(
        fn $part<W: ?Sized + Write>(&mut self, to: &mut W $(, $first: bool)?) -> io::Result<()> {
            self.0.$part(to $(, $first)?)
        }
    )* };
}

impl<F: Formatter> Formatter for Safe<F> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        piece: &str,
    ) -> io::Result<()> {
        escape(piece, |_| false, to)
    }

    inner! {
        begin_array();
        end_array();
        begin_array_value(first);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::text::hostile;

    #[test]
    fn unsafe_characters_leave_as_escapes() {
        let value = json!({"a\u{9b}": ["\u{202e}x\u{7f}", "\u{e0041}", "佐藤\n"]});
        assert_eq!(line(&value), r#"{"a\u009b":["\u202ex\u007f","\udb40\udc41","佐藤\n"]}"#);
    }

    #[test]
    fn pretty_is_as_pretty_as_ever() {
        let value = json!({"a": [1, {"b": null}], "c": {}, "d": []});
        let mut written = Vec::new();
        pretty(&value, &mut written).unwrap();
        assert_eq!(
            String::from_utf8(written).unwrap(),
            serde_json::to_string_pretty(&value).unwrap()
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_value_is_unchanged_and_nothing_steers(key in hostile::text(), text in hostile::text()) {
            let value = json!({ key: [text] });
            let written = line(&value);
            prop_assert_eq!(written.chars().find(|letter| hostile::offends(*letter)), None);
            prop_assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
        }
    }
}
