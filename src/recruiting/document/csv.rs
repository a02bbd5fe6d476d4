//! CSV for spreadsheets: one table of all sections.
//!
//! Spreadsheets execute what looks like a formula, even in a name that a stranger typed: such a cell
//! gets an apostrophe in front.

use super::model::{Document, DocumentSection};
use crate::text;

/// The first characters of a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

pub(crate) fn write(document: &Document) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for column in document.parts.iter().flat_map(|part| &part.columns) {
        if !columns.contains(&column.as_str()) {
            columns.push(column);
        }
    }
    // A column may repeat the headings already.
    let has_parts = document.parts.len() > 1
        && document.parts.iter().all(|part| part.hidden_columns.is_empty());
    let mut out = String::new();
    let head = has_parts.then_some("Part").into_iter().chain(columns.iter().copied());
    write_row(&mut out, head);
    for part in &document.parts {
        for cells in &part.rows {
            let heading = has_parts.then_some(part.heading.as_str());
            let cells = columns.iter().map(|column| cell(part, cells, column));
            write_row(&mut out, heading.into_iter().chain(cells));
        }
    }
    out
}

/// Empty in the columns of other sections.
fn cell<'a>(part: &DocumentSection, cells: &'a [String], column: &str) -> &'a str {
    let at = part.columns.iter().position(|name| name == column);
    at.and_then(|at| cells.get(at)).map_or("", String::as_str)
}

fn write_row<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_quoted(out, &neutralize(cell));
    }
    out.push('\n');
}

fn write_quoted(out: &mut String, cell: &str) {
    if !cell.contains([',', '"', ';', '\'']) && cell.trim() == cell {
        return out.push_str(cell);
    }
    out.push('"');
    out.push_str(&cell.replace('"', "\"\""));
    out.push('"');
}

/// The cell as text that no spreadsheet runs: sanitized, and with an apostrophe in front of what
/// looks like a formula. Every CSV that the program writes for spreadsheets goes through here.
pub(crate) fn neutralize(cell: &str) -> String {
    // Sanitizing turns these into spaces, which some spreadsheets skip before a formula.
    let is_hidden = cell.starts_with(['\t', '\r', '\n']);
    let clean = text::sanitize(cell);
    let is_formula = is_hidden || clean.trim_start().starts_with(FORMULA);
    if is_formula { format!("'{clean}") } else { clean.into_owned() }
}
