//! People as CSV: a header of field names, and one row per person.

use std::collections::BTreeMap;

use csv::{Position, ReaderBuilder, StringRecord};

use super::entry::{
    EntryPosition, FileContents, InputMistake, PersonEntry, ReadOptions, parse_text,
};
use crate::cli::csv_text::{line_of_row, separator};
use crate::cli::person::fields;
use crate::recruiting::person::PersonField;

pub(super) fn read_rows(text: &str, options: ReadOptions, contents: &mut FileContents) {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(text))
        .from_reader(text.as_bytes());
    let mut row = StringRecord::new();
    let mut columns: Option<Vec<Option<PersonField>>> = None;
    loop {
        match reader.read_record(&mut row) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return contents.add_mistake(InputMistake::in_file(error.to_string())),
        }
        let position =
            EntryPosition::Line(row.position().map_or(1, |position| line_number(text, position)));
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        match &columns {
            None => {
                let header = read_header(&row, position, options, contents);
                if !contents.mistakes.is_empty() {
                    return;
                }
                columns = Some(header);
            }
            Some(columns) => read_person(&row, columns, position, contents),
        }
        if contents.is_full() {
            return;
        }
    }
}

/// The first line of a row.
fn line_number(text: &str, position: &Position) -> u64 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    line_of_row(position.line(), text.as_bytes().get(from..).unwrap_or_default())
}

/// The field of each column; `None` for an ignored column.
fn read_header(
    row: &StringRecord,
    position: EntryPosition,
    options: ReadOptions,
    contents: &mut FileContents,
) -> Vec<Option<PersonField>> {
    let mut columns: Vec<Option<PersonField>> = Vec::new();
    for (number, name) in (1..).zip(row) {
        let in_column =
            |message: String| InputMistake::at_field(position, format!("column {number}"), message);
        match fields::find_field(name, options.form) {
            Ok(field) if columns.contains(&Some(field)) => {
                contents.add_mistake(in_column(format!("{name:?} appears twice")));
                columns.push(None);
            }
            Ok(field) => columns.push(Some(field)),
            Err(unknown) => {
                if !options.ignore_unknown {
                    contents.has_unknown_field |= unknown.is_unknown;
                    contents.add_mistake(in_column(unknown.message));
                }
                columns.push(None);
            }
        }
    }
    columns
}

fn read_person(
    row: &StringRecord,
    columns: &[Option<PersonField>],
    position: EntryPosition,
    contents: &mut FileContents,
) {
    if row.len() != columns.len() {
        let message = format!("has {} columns, but the header has {}", row.len(), columns.len());
        return contents.add_mistake(InputMistake::at_entry(position, message));
    }
    let mut values = BTreeMap::new();
    for ((number, cell), field) in (1..).zip(row).zip(columns) {
        let Some(field) = field else { continue };
        match parse_text(field.spec().kind, cell) {
            Ok(Some(value)) => {
                values.insert(*field, value);
            }
            Ok(None) => {}
            Err(message) => {
                let column = format!("column {number} ({})", field.spec().wire);
                contents.add_mistake(InputMistake::at_field(position, column, message));
            }
        }
    }
    contents.entries.push(PersonEntry { position, values });
}
