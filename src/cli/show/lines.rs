//! Lists written as the records arrive: JSON Lines, CSV, and tabs.
//!
//! The table and the JSON document need the whole list and are not made here.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::columns::Listed;
use super::format::Format;
use super::{spreadsheet, value};
use crate::cli::json;
use crate::text;
use crate::wire::Record;

/// A list that is being written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lines(Format);

impl Lines {
    /// Begins a list, with the heading where there is one. None where the
    /// format needs the whole list at once.
    pub(crate) fn start<T: Listed>(
        format: Format,
        out: &mut dyn Write,
    ) -> io::Result<Option<Self>> {
        match format {
            Format::Table | Format::Json => return Ok(None),
            Format::Csv { .. } => spreadsheet::heading::<T>(out)?,
            Format::Jsonl | Format::Plain => {}
        }
        Ok(Some(Self(format)))
    }

    /// Writes some records more.
    pub(crate) fn write<T: Listed>(self, records: &[T], out: &mut dyn Write) -> io::Result<()> {
        // One write for many records, whoever is behind `out`.
        let mut page = Vec::new();
        match self.0 {
            Format::Csv { raw } => spreadsheet::rows(records, raw, &mut page)?,
            Format::Plain => records.iter().try_for_each(|record| plain_line(record, &mut page))?,
            _ => records.iter().try_for_each(|record| jsonl_line(record, &mut page))?,
        }
        out.write_all(&page)
    }
}

/// Appends the record as one line of JSON, with the end of the line.
fn jsonl_line<T: Serialize>(record: &T, to: &mut Vec<u8>) -> io::Result<()> {
    json::compact(record, &mut *to)?;
    to.push(b'\n');
    Ok(())
}

/// The fields of the table with one tab between them.
fn plain_line<T: Listed>(record: &T, to: &mut Vec<u8>) -> io::Result<()> {
    for (at, column) in T::COLUMNS.iter().enumerate() {
        let gap = if at > 0 { "\t" } else { "" };
        write!(to, "{gap}{}", text::sanitize(&(column.cell)(record)))?;
    }
    writeln!(to)
}

/// One record, a line for every place in it: its path, a tab, its value.
pub(super) fn plain_record<T: Record + Serialize>(
    record: &T,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut result = Ok(());
    value::places(T::FIELDS, &value::of(record), &mut |path: &str, value: &Value, _| {
        if result.is_ok() {
            let value = value::text(value);
            result = writeln!(out, "{}\t{}", text::sanitize(path), text::sanitize(&value));
        }
    });
    result
}
