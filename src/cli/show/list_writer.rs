//! Writes lists as the records arrive: JSON Lines, CSV and plain text. The table and the JSON
//! document need the whole list and are written elsewhere.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::format::OutputFormat;
use super::layout::{ListLayout, OutputColumn};
use super::table_row::TableRow;
use super::{csv_writer, value};
use crate::cli::json;
use crate::text;
use crate::wire::Record;

pub(crate) struct ListWriter<'a, T: 'static> {
    layout: &'a ListLayout<T>,
    columns: Vec<OutputColumn<T>>,
}

impl<'a, T: TableRow> ListWriter<'a, T> {
    /// Writes the header, if the format has one. `None` if the format needs the whole list.
    pub(crate) fn start(
        layout: &'a ListLayout<T>,
        out: &mut dyn Write,
    ) -> io::Result<Option<Self>> {
        let columns = match layout.format {
            OutputFormat::Csv { .. } if layout.columns.is_empty() => csv_writer::all_fields::<T>(),
            _ => layout.table_columns(),
        };
        match layout.format {
            OutputFormat::Table | OutputFormat::Json => return Ok(None),
            OutputFormat::Csv { .. } if layout.has_header => {
                out.write_all(csv_writer::header(&columns).as_bytes())?;
            }
            OutputFormat::Csv { .. } | OutputFormat::Jsonl | OutputFormat::Plain => {}
        }
        Ok(Some(Self { layout, columns }))
    }

    pub(crate) fn write(&self, records: &[T], out: &mut dyn Write) -> io::Result<()> {
        // One write for many records.
        let mut page = Vec::new();
        match self.layout.format {
            OutputFormat::Csv { raw } => {
                page = csv_writer::rows(records, &self.columns, raw).into_bytes();
            }
            OutputFormat::Plain => {
                records.iter().try_for_each(|record| self.plain_line(record, &mut page))?;
            }
            _ => records.iter().try_for_each(|record| json::write_line(record, &mut page))?,
        }
        out.write_all(&page)
    }

    /// The columns, separated by tabs.
    fn plain_line(&self, record: &T, to: &mut Vec<u8>) -> io::Result<()> {
        for (index, column) in self.columns.iter().enumerate() {
            let gap = if index > 0 { "\t" } else { "" };
            write!(to, "{gap}{}", text::sanitize(&column.cell(record)))?;
        }
        writeln!(to)
    }
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
