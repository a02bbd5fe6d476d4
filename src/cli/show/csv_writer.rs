//! CSV: a header with every field of the API, and one line per record.
//!
//! Text is sanitized and guarded against formula injection, unless raw values are requested. Fields
//! that the API does not define have no column: JSON shows them.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use super::value;
use crate::recruiting::document::csv::{Quoting, neutralize, write_row};
use crate::wire::Record;

pub(super) fn header<T: Record>() -> String {
    let mut line = String::new();
    write_row(&mut line, T::FIELDS.iter().map(|field| field.name), Quoting::Minimal);
    line
}

pub(super) fn rows<T: Record + Serialize>(records: &[T], raw: bool) -> String {
    let mut lines = String::new();
    for record in records {
        let values = value::to_map(record);
        let cells = T::FIELDS.iter().map(|field| {
            let value = values.get(field.name).unwrap_or(&Value::Null);
            if raw { raw_cell(value) } else { safe_cell(value) }
        });
        write_row(&mut lines, cells, Quoting::Minimal);
    }
    lines
}

fn raw_cell(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

fn safe_cell(value: &Value) -> Cow<'_, str> {
    let text = value::text(value);
    if !value.is_string() {
        return text;
    }
    neutralize(&text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(text: &str) -> String {
        safe_cell(&Value::from(text)).into_owned()
    }

    #[test]
    fn formulas_are_escaped() {
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
    fn other_text_is_unchanged() {
        for text in ["a=1", "'=1", "Smith-Jones", "2026-03-12", ""] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(safe_cell(&Value::from(-2)), "-2", "a negative number is not a formula");
        assert_eq!(safe_cell(&Value::from(vec!["-\u{9b}"])), r#"["-\u009b"]"#);
    }
}
