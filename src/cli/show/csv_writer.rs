//! CSV: a header with every field of the API, and one line per record.
//!
//! Text is sanitized and guarded against formula injection, unless raw values are requested. Fields
//! that the API does not define have no column: JSON shows them.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use super::layout::OutputColumn;
use super::value;
use crate::recruiting::document::csv::{Quoting, neutralize, write_row};
use crate::wire::Record;

pub(super) fn all_fields<T: Record>() -> Vec<OutputColumn<T>> {
    T::FIELDS.iter().map(OutputColumn::Field).collect()
}

pub(super) fn header<T: Serialize>(columns: &[OutputColumn<T>]) -> String {
    let mut line = String::new();
    write_row(&mut line, columns.iter().map(OutputColumn::field), Quoting::Minimal);
    line
}

pub(super) fn rows<T: Serialize>(records: &[T], columns: &[OutputColumn<T>], raw: bool) -> String {
    let mut lines = String::new();
    for record in records {
        let values = value::to_map(record);
        let cells = columns.iter().map(|column| match (values.get(column.field()), column) {
            (Some(value), _) if raw => raw_cell(value),
            (Some(value), _) => safe_cell(value),
            // Computed for the table.
            (None, OutputColumn::Table(column)) => Cow::Owned((column.cell)(record)),
            (None, OutputColumn::Field(_)) => Cow::Borrowed(""),
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
