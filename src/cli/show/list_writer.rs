//! Writes lists as the records arrive: JSON Lines, CSV and plain text. The table and the JSON
//! document need the whole list and are written elsewhere.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::columns::TableRow;
use super::format::OutputFormat;
use super::{csv_writer, value};
use crate::cli::json;
use crate::text;
use crate::wire::Record;

#[derive(Debug, Clone, Copy)]
pub(crate) struct ListWriter(OutputFormat);

impl ListWriter {
    /// Writes the header, if the format has one. `None` if the format needs the whole list.
    pub(crate) fn start<T: TableRow>(
        format: OutputFormat,
        out: &mut dyn Write,
    ) -> io::Result<Option<Self>> {
        match format {
            OutputFormat::Table | OutputFormat::Json => return Ok(None),
            OutputFormat::Csv { .. } => out.write_all(csv_writer::header::<T>().as_bytes())?,
            OutputFormat::Jsonl | OutputFormat::Plain => {}
        }
        Ok(Some(Self(format)))
    }

    pub(crate) fn write<T: TableRow>(self, records: &[T], out: &mut dyn Write) -> io::Result<()> {
        // One write for many records.
        let mut page = Vec::new();
        match self.0 {
            OutputFormat::Csv { raw } => page = csv_writer::rows(records, raw).into_bytes(),
            OutputFormat::Plain => {
                records.iter().try_for_each(|record| plain_line(record, &mut page))?;
            }
            _ => records.iter().try_for_each(|record| json::write_line(record, &mut page))?,
        }
        out.write_all(&page)
    }
}

/// The table columns, separated by tabs.
fn plain_line<T: TableRow>(record: &T, to: &mut Vec<u8>) -> io::Result<()> {
    for (index, column) in T::COLUMNS.iter().enumerate() {
        let gap = if index > 0 { "\t" } else { "" };
        write!(to, "{gap}{}", text::sanitize(&(column.cell)(record)))?;
    }
    writeln!(to)
}

/// One line per value of a record: its path, a tab, the value.
pub(super) fn plain_record<T: Record + Serialize>(
    record: &T,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut result = Ok(());
    value::visit_fields(T::FIELDS, &value::to_map(record), &mut |path: &str, value: &Value, _| {
        if result.is_ok() {
            let value = value::text(value);
            result = writeln!(out, "{}\t{}", text::sanitize(path), text::sanitize(&value));
        }
    });
    result
}
