//! People as CSV: a heading of field names, and a row each.

use std::collections::BTreeMap;

use csv::{Position, ReaderBuilder, StringRecord};

use super::entry::{Entry, Found, Mistake, Reading, of_text};
use super::place::Place;
use crate::cli::person::fields;
use crate::recruiting::person::PersonField;

pub(super) fn rows(text: &str, how: Reading, found: &mut Found) {
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut row = StringRecord::new();
    let mut columns: Option<Vec<Option<PersonField>>> = None;
    loop {
        match reader.read_record(&mut row) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return found.wrong(Mistake::whole(error.to_string())),
        }
        let place = Place::Line(row.position().map_or(1, |position| line_of(text, position)));
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        match &columns {
            None => {
                let read = heading(&row, place, how, found);
                if !found.mistakes.is_empty() {
                    return;
                }
                columns = Some(read);
            }
            Some(columns) => person(&row, columns, place, found),
        }
        if found.is_hopeless() {
            return;
        }
    }
}

/// The line that a row begins on. The reader counts from the end of the row
/// before, blank lines not yet passed.
fn line_of(text: &str, position: &Position) -> u64 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let before = text.as_bytes().iter().skip(from);
    let blank = before.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let ends = blank.filter(|byte| **byte == b'\n').count();
    position.line().saturating_add(u64::try_from(ends).unwrap_or(0))
}

/// The field of each column; none where it is passed over.
fn heading(
    row: &StringRecord,
    place: Place,
    how: Reading,
    found: &mut Found,
) -> Vec<Option<PersonField>> {
    let mut columns: Vec<Option<PersonField>> = Vec::new();
    for (number, name) in (1..).zip(row) {
        let wrong = |told: String| Mistake::at(place, format!("column {number}"), told);
        match fields::sought(name, how.form) {
            Ok(field) if columns.contains(&Some(field)) => {
                found.wrong(wrong(format!("{name:?} is there twice")));
                columns.push(None);
            }
            Ok(field) => columns.push(Some(field)),
            Err(unnamed) => {
                if !how.ignore_unknown {
                    let is_apart = row.len() == 1 && name.contains([';', '\t']);
                    let hint = if is_apart { "; columns are separated by commas" } else { "" };
                    found.has_strange |= unnamed.is_strange;
                    found.wrong(wrong(format!("{}{hint}", unnamed.told)));
                }
                columns.push(None);
            }
        }
    }
    columns
}

fn person(row: &StringRecord, columns: &[Option<PersonField>], place: Place, found: &mut Found) {
    if row.len() != columns.len() {
        let told = format!("has {} columns, the heading {}", row.len(), columns.len());
        return found.wrong(Mistake::on(place, told));
    }
    let mut given = BTreeMap::new();
    for ((number, cell), field) in (1..).zip(row).zip(columns) {
        let Some(field) = field else { continue };
        match of_text(field.spec().kind, cell) {
            Ok(Some(value)) => {
                given.insert(*field, value);
            }
            Ok(None) => {}
            Err(told) => {
                let at = format!("column {number} ({})", field.spec().wire);
                found.wrong(Mistake::at(place, at, told));
            }
        }
    }
    found.entries.push(Entry { place, given });
}
