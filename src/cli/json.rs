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

/// Writes the value on one line, with its newline.
pub(super) fn write_line<T: Serialize + ?Sized>(value: &T, mut to: impl Write) -> io::Result<()> {
    let formatter = EscapingFormatter(CompactFormatter);
    value.serialize(&mut Serializer::with_formatter(&mut to, formatter))?;
    writeln!(to)
}

/// Writes the value indented, with a newline at the end.
pub(super) fn write_pretty<T: Serialize + ?Sized>(value: &T, mut to: impl Write) -> io::Result<()> {
    let formatter = EscapingFormatter(PrettyFormatter::new());
    value.serialize(&mut Serializer::with_formatter(&mut to, formatter))?;
    writeln!(to)
}

/// The value on one line, without a newline.
pub(super) fn to_text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut bytes = Vec::new();
    // Our values always serialize, and writing to memory cannot fail.
    let _ = write_line(value, &mut bytes);
    bytes.pop();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes a fragment of JSON text and escapes every unsafe character that `keep` does not allow.
pub(super) fn escape<W: Write + ?Sized>(
    text: &str,
    is_allowed: impl Fn(char) -> bool,
    to: &mut W,
) -> io::Result<()> {
    // Fast path: nearly every fragment is plain ASCII, in up to a million rows.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return to.write_all(text.as_bytes());
    }
    let mut rest = text;
    let find_unsafe = |text: &str| {
        text.char_indices().find(|(_, letter)| text::is_unsafe(*letter) && !is_allowed(*letter))
    };
    while let Some((index, letter)) = find_unsafe(rest) {
        let (before, after) = rest.split_at(index);
        to.write_all(before.as_bytes())?;
        for unit in letter.encode_utf16(&mut [0; 2]) {
            write!(to, "\\u{unit:04x}")?;
        }
        rest = after.split_at(letter.len_utf8()).1;
    }
    to.write_all(rest.as_bytes())
}

/// Escapes strings; the inner formatter writes the rest.
struct EscapingFormatter<F>(F);

macro_rules! inner {
    ($($part:ident($($first:ident)?);)*) => { $(
        fn $part<W: ?Sized + Write>(&mut self, to: &mut W $(, $first: bool)?) -> io::Result<()> {
            self.0.$part(to $(, $first)?)
        }
    )* };
}

impl<F: Formatter> Formatter for EscapingFormatter<F> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        to: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        escape(fragment, |_| false, to)
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
    fn unsafe_characters_are_escaped() {
        let value = json!({"a\u{9b}": ["\u{202e}x\u{7f}", "\u{e0041}", "佐藤\n"]});
        assert_eq!(to_text(&value), r#"{"a\u009b":["\u202ex\u007f","\udb40\udc41","佐藤\n"]}"#);
    }

    #[test]
    fn pretty_output_matches_serde_json() {
        let value = json!({"a": [1, {"b": null}], "c": {}, "d": []});
        let mut output = Vec::new();
        write_pretty(&value, &mut output).unwrap();
        assert_eq!(
            String::from_utf8(output).unwrap(),
            serde_json::to_string_pretty(&value).unwrap() + "\n"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn escaping_keeps_the_value_and_leaves_no_control_characters(key in hostile::text(), text in hostile::text()) {
            let value = json!({ key: [text] });
            let output = to_text(&value);
            prop_assert_eq!(output.chars().find(|letter| hostile::is_offending(*letter)), None);
            prop_assert_eq!(serde_json::from_str::<Value>(&output).unwrap(), value);
        }
    }
}
