//! Writes records to stdout as a table, JSON, CSV or plain text.
//!
//! Pure: the commands pass records, format, terminal width and time. Text from the server is
//! sanitized in every format but raw CSV.

mod columns;
mod csv_writer;
mod detail;
mod format;
mod grid;
mod list_writer;
mod sort;
#[cfg(test)]
mod tests;
mod value;

use std::io::{self, Write};

use chrono::{DateTime, Utc};

pub(crate) use columns::{TableColumn, TableRow, column, day};
pub(crate) use detail::DetailView;
pub(crate) use format::{FormatArgs, OutputFormat};
pub(crate) use list_writer::ListWriter;
pub(crate) use sort::{SortArg, sort};

use super::json;
pub(crate) use grid::{NO_SHRINK, OPTIONAL_RANK};

use grid::Grid;

/// Writes a whole list, fitted to the width if there is one.
pub(crate) fn write_list<T: TableRow>(
    records: &[T],
    format: OutputFormat,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(lines) = ListWriter::start::<T>(format, out)? {
        return lines.write(records, out);
    }
    if format == OutputFormat::Json {
        return json::write_pretty(records, out);
    }
    let row = |record: &T| T::COLUMNS.iter().map(|column| (column.cell)(record)).collect();
    let specs = T::COLUMNS.iter().map(|column| column.spec).collect();
    let grid = Grid::new(specs, records.iter().map(row));
    grid.lines(width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes one record; ages are relative to `now`.
pub(crate) fn write_record<T: DetailView>(
    record: &T,
    format: OutputFormat,
    width: Option<usize>,
    now: DateTime<Utc>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Table => {
            let lines = record.detail(now).lines(width);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        OutputFormat::Json => json::write_pretty(record, out),
        OutputFormat::Jsonl => json::write_line(record, out),
        OutputFormat::Csv { raw } => {
            let rows = csv_writer::rows(std::slice::from_ref(record), raw);
            out.write_all((csv_writer::header::<T>() + &rows).as_bytes())
        }
        OutputFormat::Plain => list_writer::plain_record(record, out),
    }
}
