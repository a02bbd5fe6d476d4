//! How records are shown on stdout.
//!
//! The commands that read jobs, candidates and people hand their records here
//! with a format, the width of the terminal and the time, and what is written
//! is a function of these: nothing here asks the terminal, the clock or the
//! network. Text from outside is made safe on the way, in every format but raw
//! CSV.

mod columns;
mod format;
mod grid;
mod lines;
mod sheet;
mod sort;
mod spreadsheet;
#[cfg(test)]
mod tests;
mod value;

use std::io::{self, Write};

use chrono::{DateTime, Utc};

pub(crate) use columns::{Column, Listed, column, day};
pub(crate) use format::{Format, FormatArguments};
pub(crate) use lines::Lines;
pub(crate) use sheet::Sheeted;
pub(crate) use sort::{SortBy, sort};

use super::json;
pub(crate) use grid::{SPARE, WHOLE};

use grid::Grid;

/// Writes a whole list. Without a width, no terminal is there to fit it to.
pub(crate) fn list<T: Listed>(
    records: &[T],
    format: Format,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if let Some(lines) = Lines::start::<T>(format, out)? {
        return lines.write(records, out);
    }
    if format == Format::Json {
        json::pretty(records, &mut *out)?;
        return writeln!(out);
    }
    let row = |record: &T| T::COLUMNS.iter().map(|column| (column.cell)(record)).collect();
    let specs = T::COLUMNS.iter().map(|column| column.spec).collect();
    let grid = Grid::new(specs, records.iter().map(row));
    grid.lines(width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes one record; ages in it are counted up to `now`.
pub(crate) fn one<T: Sheeted>(
    record: &T,
    format: Format,
    width: Option<usize>,
    now: DateTime<Utc>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Table => {
            let lines = record.sheet(now).lines(width);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        }
        Format::Json => {
            json::pretty(record, &mut *out)?;
            writeln!(out)
        }
        Format::Jsonl => {
            json::compact(record, &mut *out)?;
            writeln!(out)
        }
        Format::Csv { raw } => {
            // Whole first: the library forgets why a writer failed.
            let mut page = Vec::new();
            spreadsheet::heading::<T>(&mut page)?;
            spreadsheet::rows(std::slice::from_ref(record), raw, &mut page)?;
            out.write_all(&page)
        }
        Format::Plain => lines::plain_record(record, out),
    }
}
