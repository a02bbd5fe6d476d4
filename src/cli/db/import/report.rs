//! What `db import` prints: the preview, the counts, or every mistake by its line.

use serde::Serialize;

use super::inputs::Inputs;
use super::table::Header;
use crate::cli::db::change::ChangeArgs;
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::output::{Output, aligned};
use crate::service::store::import_report::{ImportReport, RecordCounts};
use crate::text::{self, pluralize};

/// How an import ended that changed nothing.
pub(super) const NOTHING: &str = "nothing was imported";

const MAX_EXAMPLE_WIDTH: usize = 40;

#[derive(Serialize)]
struct JsonReport<'a> {
    dry_run: bool,
    changed: bool,
    #[serde(flatten)]
    report: &'a ImportReport,
    files: Vec<JsonFile<'a>>,
}

#[derive(Serialize)]
struct JsonFile<'a> {
    name: &'a str,
    columns: Vec<JsonColumn<'a>>,
}

#[derive(Serialize)]
struct JsonColumn<'a> {
    column: &'a str,
    /// `None` if it is not imported.
    field: Option<String>,
}

pub(super) fn print(
    inputs: &Inputs,
    report: &ImportReport,
    change: &ChangeArgs,
    out: &Output,
) -> Result<(), Exit> {
    let dry_run = change.is_dry_run();
    if change.is_json() {
        let files = inputs.sources.iter().map(|(source, header)| JsonFile {
            name: &source.name,
            columns: header.as_ref().map(json_columns).unwrap_or_default(),
        });
        let changed = report.changes() > 0;
        let report = JsonReport { dry_run, changed, report, files: files.collect() };
        return out.write_data(|to| json::write_line(&report, to));
    }
    if dry_run {
        for (source, header) in &inputs.sources {
            let Some(header) = header else { continue };
            out.print_line(&format!("{}:", source.name))?;
            preview(header).iter().try_for_each(|line| out.print_line(line))?;
            out.print_line("")?;
        }
    }
    counts(report).iter().try_for_each(|line| out.print_line(line))?;
    if dry_run && !report.examples.is_empty() {
        out.print_line("")?;
        for (place, fields) in &report.examples {
            out.print_line(&format!("{}: {fields}", inputs.describe(*place)))?;
        }
    }
    if dry_run {
        out.print_message("dry run: nothing was imported");
    } else if report.changes() == 0 {
        out.print_message("unchanged");
    }
    Ok(())
}

fn json_columns(header: &Header) -> Vec<JsonColumn<'_>> {
    let column = |(index, name)| JsonColumn { column: name, field: field(header, index) };
    header.names.iter().map(String::as_str).enumerate().map(column).collect()
}

/// A mapping may give a column to several fields.
fn field(header: &Header, index: usize) -> Option<String> {
    let columns = header.columns.iter().filter(|(column, _)| *column == index);
    let names: Vec<&str> = columns.map(|(_, column)| column.name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Each column with its field and its value in the first row.
fn preview(header: &Header) -> Vec<String> {
    let row = |(index, name): (usize, &String)| {
        let example = header.example.get(index).map(String::as_str).unwrap_or_default();
        vec![
            format!("  {name}"),
            field(header, index).unwrap_or_else(|| "(not imported)".to_owned()),
            text::truncate(example, MAX_EXAMPLE_WIDTH).into_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = header.names.iter().enumerate().map(row).collect();
    aligned(&rows)
}

fn counts(report: &ImportReport) -> Vec<String> {
    let row = |name: &str, counts: &RecordCounts| {
        let RecordCounts { added, changed, unchanged, skipped } = counts;
        let mut row = vec![name.to_owned()];
        let words = [
            (added, "added"),
            (changed, "changed"),
            (unchanged, "unchanged"),
            (skipped, "skipped"),
        ];
        row.extend(words.iter().map(|(count, word)| format!("{count} {word}")));
        row
    };
    let mut lines = aligned(&[
        row("jobs", &report.jobs),
        row("people", &report.people),
        row("candidates", &report.candidates),
    ]);
    if report.clients_added > 0 {
        lines.push(format!("{} added", pluralize(report.clients_added, "client", "clients")));
    }
    if report.stages_added > 0 {
        lines.push(format!("{} added", pluralize(report.stages_added, "stage", "stages")));
    }
    if report.people.skipped > 0 {
        lines.push("Skipped people were deleted here, or merged into others.".to_owned());
    }
    lines
}

/// Fails if the report has mistakes, and prints them.
pub(super) fn check(inputs: &Inputs, report: &ImportReport, out: &Output) -> Result<(), Exit> {
    if report.mistake_count == 0 {
        return Ok(());
    }
    Err(mistakes(inputs, report, NOTHING, out))
}

/// Prints every mistake on a line of its own.
pub(super) fn mistakes(
    inputs: &Inputs,
    report: &ImportReport,
    outcome: &str,
    out: &Output,
) -> Exit {
    for (place, mistake) in &report.mistakes {
        let separator = if mistake.field.is_empty() { "" } else { ", " };
        out.print_message(&format!(
            "{}{separator}{}: {}",
            inputs.describe(*place),
            inputs.column(*place, &mistake.field),
            mistake.message
        ));
    }
    let shown = u64::try_from(report.mistakes.len()).unwrap_or(u64::MAX);
    if let Some(more) = report.mistake_count.checked_sub(shown).filter(|more| *more > 0) {
        out.print_message(&format!("and {more} more"));
    }
    let count = pluralize(report.mistake_count, "error", "errors");
    Exit::failure(format!("{outcome}: {count}"))
}
