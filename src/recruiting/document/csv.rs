//! CSV: a document as one table of all sections, and the rows and guarded cells of commands.
//!
//! Spreadsheets execute a cell that looks like a formula, even a name that a stranger typed, so
//! such a cell gets a leading apostrophe.

use super::model::{Document, DocumentSection};
use crate::text;

/// The first characters of a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Which cells a row puts in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// Only cells that a reader would misread otherwise.
    Minimal,
    /// Also cells that a spreadsheet may split at a semicolon or trim, or whose apostrophe it
    /// drops.
    Spreadsheet,
}

pub(crate) fn write(document: &Document) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for column in document.parts.iter().flat_map(|part| &part.columns) {
        if !columns.contains(&column.as_str()) {
            columns.push(column);
        }
    }
    // A column may already repeat the headings.
    let has_parts = document.parts.len() > 1
        && document.parts.iter().all(|part| part.hidden_columns.is_empty());
    let mut out = String::new();
    let head = has_parts.then_some("Part").into_iter().chain(columns.iter().copied());
    write_row(&mut out, head.map(neutralize), Quoting::Spreadsheet);
    for part in &document.parts {
        for cells in &part.rows {
            let heading = has_parts.then_some(part.heading.as_str());
            let cells = columns.iter().map(|column| cell(part, cells, column));
            let cells = heading.into_iter().chain(cells);
            write_row(&mut out, cells.map(neutralize), Quoting::Spreadsheet);
        }
    }
    out
}

/// Empty in the columns of other sections.
fn cell<'a>(part: &DocumentSection, cells: &'a [String], column: &str) -> &'a str {
    let at = part.columns.iter().position(|name| name == column);
    at.and_then(|at| cells.get(at)).map_or("", String::as_str)
}

pub(crate) fn write_row<S: AsRef<str>>(
    out: &mut String,
    cells: impl IntoIterator<Item = S>,
    quoting: Quoting,
) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let cell = cell.as_ref();
        if needs_quotes(cell, quoting) {
            out.extend(["\"", &cell.replace('"', "\"\""), "\""]);
        } else {
            out.push_str(cell);
        }
    }
    // Every spreadsheet reads \n, and Unix tools read nothing else.
    out.push('\n');
}

fn needs_quotes(cell: &str, quoting: Quoting) -> bool {
    cell.contains([',', '"', '\n', '\r'])
        || quoting == Quoting::Spreadsheet && (cell.contains([';', '\'']) || cell.trim() != cell)
}

/// The cell as text that no spreadsheet executes: sanitized, with an apostrophe before anything
/// that looks like a formula. Every CSV file that the program writes for spreadsheets goes through
/// here.
pub(crate) fn neutralize(cell: &str) -> String {
    // Sanitizing turns these into spaces, which some spreadsheets skip before a formula.
    let is_hidden = cell.starts_with(['\t', '\r', '\n']);
    let clean = text::sanitize(cell);
    let is_formula = is_hidden || clean.trim_start().starts_with(FORMULA);
    if is_formula { format!("'{clean}") } else { clean.into_owned() }
}
