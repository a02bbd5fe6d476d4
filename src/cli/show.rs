//! Writes records to stdout as a table, JSON, CSV or plain text.
//!
//! Pure: the commands pass records, format, terminal width and time. Text from the server is
//! sanitized in every format but raw CSV.

pub(super) mod candidate_columns;
mod columns;
mod csv_writer;
mod detail;
mod field_names;
mod format;
mod grid;
mod layout;
mod list_writer;
mod sort;
mod table_row;
#[cfg(test)]
mod tests;
mod value;

use std::io::{self, Write};

use chrono::{DateTime, Utc};

pub(crate) use columns::{DatedCandidate, age};
pub(crate) use detail::DetailView;
pub(crate) use field_names::sort_fields;
pub(crate) use format::{FormatArgs, OutputFormat};
pub(crate) use layout::{ListFormatArgs, ListLayout};
pub(crate) use list_writer::ListWriter;
pub(crate) use sort::{SortArg, sort};
pub(crate) use table_row::{TableColumn, TableRow, column, day};

use super::json;
pub(crate) use grid::{NO_SHRINK, OPTIONAL_RANK};

use grid::Grid;

/// Writes a whole list, fitted to the width of the terminal if there is one.
pub(crate) fn write_list<T: TableRow>(
    records: &[T],
    layout: &ListLayout<T>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(lines) = ListWriter::start(layout, out)? {
        return lines.write(records, out);
    }
    if layout.format == OutputFormat::Json {
        return json::write_pretty(records, out);
    }
    let columns = layout.table_columns();
    let row = |record: &T| columns.iter().map(|column| column.cell(record)).collect();
    let grid = Grid::new(layout.specs(), records.iter().map(row));
    for (index, line) in grid.lines(layout.width).iter().enumerate() {
        match index {
            0 if !layout.has_header => {}
            0 if layout.has_bold => writeln!(out, "{}", bold(line))?,
            _ => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

fn bold(line: &str) -> String {
    format!("\u{1b}[1m{line}\u{1b}[0m")
}

/// Writes one record; ages are relative to `now`.
pub(crate) fn write_record<T: DetailView>(
    record: &T,
    format: OutputFormat,
    (width, has_bold): (Option<usize>, bool),
    now: DateTime<Utc>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Table => {
            let title = |line: &str| if has_bold { bold(line) } else { line.to_owned() };
            let lines = record.detail(now).lines(width, &title);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        OutputFormat::Json => json::write_pretty(record, out),
        OutputFormat::Jsonl => json::write_line(record, out),
        OutputFormat::Csv { raw } => {
            let fields = csv_writer::all_fields::<T>();
            let rows = csv_writer::rows(std::slice::from_ref(record), &fields, raw);
            out.write_all((csv_writer::header(&fields) + &rows).as_bytes())
        }
        OutputFormat::Plain => list_writer::plain_record(record, out),
    }
}
