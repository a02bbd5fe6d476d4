//! JSON for programs: the sections with their rows as objects.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::model::{Document, DocumentSection};
use crate::text;

pub(crate) fn write(paper: &Document) -> String {
    // Serializing texts and lists cannot fail.
    let written = serde_json::to_string_pretty(&Whole(paper)).unwrap_or_default();
    let mut out = String::with_capacity(written.len() + 1);
    // Apart from the line ends of the layout, such a character can only be inside a string.
    for letter in written.chars() {
        if letter != '\n' && text::is_unsafe(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
    out.push('\n');
    out
}

struct Whole<'a>(&'a Document);
struct Section<'a>(&'a DocumentSection);
struct Row<'a>(&'a DocumentSection, &'a [String]);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry("title", &self.0.title)?;
        map.serialize_entry("preface", &self.0.preface)?;
        map.serialize_entry("parts", &self.0.parts.iter().map(Section).collect::<Vec<_>>())?;
        map.end()
    }
}

impl Serialize for Section<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let DocumentSection { heading, words, rows, .. } = self.0;
        let rows: Vec<Row<'_>> = rows.iter().map(|cells| Row(self.0, cells)).collect();
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry("heading", heading)?;
        map.serialize_entry("words", words)?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(part, cells) = self;
        let mut map = to.serialize_map(Some(cells.len()))?;
        for (column, cell) in part.columns.iter().zip(*cells) {
            let key = column.to_lowercase().replace(' ', "_");
            match cell.parse::<i64>() {
                Ok(number) if part.numbers.contains(column) => {
                    map.serialize_entry(&key, &number)?;
                }
                _ => map.serialize_entry(&key, cell)?,
            }
        }
        map.end()
    }
}
