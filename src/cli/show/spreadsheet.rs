//! CSV: a heading of every field the interface names, and a line a record.
//!
//! Spreadsheets run what looks like a formula, also one that a stranger typed
//! into a name. Unless raw values are asked for, such a cell begins with an
//! apostrophe and every text is cleaned. Fields that the interface does not
//! know have no column: JSON shows them.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};
use serde::Serialize;
use serde_json::Value;

use super::value;
use crate::text;
use crate::wire::Record;

/// What a spreadsheet takes for the beginning of a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Writes the names of the fields.
pub(super) fn heading<T: Record>(out: &mut dyn Write) -> io::Result<()> {
    let mut writer = writer(out);
    writer.write_record(T::FIELDS.iter().map(|field| field.name))?;
    writer.flush()
}

/// Writes a line for each record.
pub(super) fn rows<T: Record + Serialize>(
    records: &[T],
    raw: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = writer(out);
    for record in records {
        let values = value::of(record);
        for field in T::FIELDS {
            let value = values.get(field.name).unwrap_or(&Value::Null);
            let cell = if raw { as_it_is(value) } else { harmless(value) };
            writer.write_field(cell.as_bytes())?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()
}

fn writer<W: Write>(out: W) -> Writer<W> {
    // Every spreadsheet reads \n, and the tools of a pipe read nothing else.
    WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(out)
}

fn as_it_is(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

fn harmless(value: &Value) -> Cow<'_, str> {
    let text = value::text(value);
    if !value.is_string() {
        return text;
    }
    let begins = |text: &str| text.trim_start().starts_with(FORMULA);
    // Cleaning turns them into spaces; some spreadsheets drop them and go on.
    let hidden = text.starts_with(['\t', '\r', '\n']);
    let clean = text::sanitize(&text);
    if hidden || begins(&clean) { format!("'{clean}").into() } else { clean.into_owned().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> String {
        harmless(&Value::from(text)).into_owned()
    }

    #[test]
    fn what_looks_like_a_formula_is_text() {
        let formulas = [
            "=1+1",
            "+49 30 1234",
            "-2",
            "@SUM(A1)",
            " =1",
            "\u{a0}=1",
            "＝1",
            "＋1",
            "－1",
            "＠x",
        ];
        for formula in formulas {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        assert_eq!(cell("\t1"), "' 1");
        assert_eq!(cell("\r=1"), "' =1");
    }

    #[test]
    fn what_does_not_is_left_alone() {
        for text in ["a=1", "'=1", "Smith-Jones", "2026-03-12", ""] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(harmless(&Value::from(-2)), "-2", "a number is a number");
        assert_eq!(harmless(&Value::from(vec!["-\u{9b}"])), r#"["-\u009b"]"#);
    }
}
