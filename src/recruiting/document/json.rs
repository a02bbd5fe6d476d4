//! JSON for programs: the sections with their rows as objects.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::model::{Document, DocumentSection};
use crate::text;

pub(crate) fn write(document: &Document) -> String {
    // Serializing texts and lists cannot fail.
    let json = serde_json::to_string_pretty(&JsonDocument(document)).unwrap_or_default();
    let mut out = String::with_capacity(json.len() + 1);
    // Apart from the line breaks of the layout, an unsafe character can only be inside a string.
    for letter in json.chars() {
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

struct JsonDocument<'a>(&'a Document);
struct JsonSection<'a>(&'a DocumentSection);
struct JsonRow<'a>(&'a DocumentSection, &'a [String]);

impl Serialize for JsonDocument<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("title", &self.0.title)?;
        map.serialize_entry("preface", &self.0.preface)?;
        map.serialize_entry("parts", &self.0.parts.iter().map(JsonSection).collect::<Vec<_>>())?;
        if !self.0.closing.is_empty() {
            map.serialize_entry("closing", &self.0.closing)?;
        }
        map.end()
    }
}

impl Serialize for JsonSection<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let DocumentSection { heading, paragraphs: words, rows, .. } = self.0;
        let rows: Vec<JsonRow<'_>> = rows.iter().map(|cells| JsonRow(self.0, cells)).collect();
        let mut map = to.serialize_map(Some(3))?;
        map.serialize_entry("heading", heading)?;
        map.serialize_entry("words", words)?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

impl Serialize for JsonRow<'_> {
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
