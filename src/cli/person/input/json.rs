//! People as JSON: one document, or one object per line.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::entry::{
    EntryPosition, FileContents, InputMistake, PersonEntry, ReadOptions, parse_text,
};
use crate::cli::person::fields;
use crate::recruiting::person::{FieldKind, FieldValue};
use crate::service::body;

/// An object, or an array of objects.
pub(super) fn read_document(text: &str, options: ReadOptions, contents: &mut FileContents) {
    if !text.trim_start().starts_with('[') {
        return read_object(text.trim(), EntryPosition::Record(1), options, contents);
    }
    let objects: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(objects) => objects,
        Err(error) => {
            let line = u64::try_from(error.line()).unwrap_or(1);
            let column = format!("column {}", error.column());
            return contents.add_mistake(InputMistake::at_field(
                EntryPosition::Line(line),
                column,
                invalid_json(&error.to_string()),
            ));
        }
    };
    for (number, raw) in (1..).zip(objects) {
        read_object(raw.get(), EntryPosition::Record(number), options, contents);
        if contents.is_full() {
            return;
        }
    }
}

/// One object per line; ignores blank lines.
pub(super) fn read_lines(text: &str, options: ReadOptions, contents: &mut FileContents) {
    for (line, text) in (1..).zip(text.lines()) {
        if !text.trim().is_empty() {
            read_object(text.trim(), EntryPosition::Line(line), options, contents);
        }
        if contents.is_full() {
            return;
        }
    }
}

fn read_object(
    text: &str,
    position: EntryPosition,
    options: ReadOptions,
    contents: &mut FileContents,
) {
    let object = match body::parse_json(text.as_bytes()) {
        Ok(Json::Object(object)) => object,
        Ok(_) => {
            return contents
                .add_mistake(InputMistake::at_entry(position, "must be a JSON object, {…}"));
        }
        Err(error) => {
            return contents
                .add_mistake(InputMistake::at_entry(position, strip_position(&error.to_string())));
        }
    };
    let mut values = BTreeMap::new();
    for (key, json) in object {
        match fields::find_field(&key, options.form) {
            Ok(field) => match parse_value(field.spec().kind, &json) {
                Ok(Some(value)) => {
                    if values.insert(field, value).is_some() {
                        contents.add_mistake(InputMistake::at_field(
                            position,
                            key,
                            "is given twice",
                        ));
                    }
                }
                Ok(None) => {}
                Err(message) => {
                    contents.add_mistake(InputMistake::at_field(position, key, message));
                }
            },
            Err(_) if options.ignore_unknown => {}
            Err(unknown) => {
                contents.has_unknown_field |= unknown.is_unknown;
                contents.add_mistake(InputMistake::at_field(position, key, unknown.message));
            }
        }
    }
    contents.entries.push(PersonEntry { position, values });
}

/// The value of a field; `None` for null and empty values.
fn parse_value(kind: FieldKind, json: &Json) -> Result<Option<FieldValue>, &'static str> {
    match (kind, json) {
        (_, Json::Null) => Ok(None),
        (FieldKind::Switch, Json::Bool(on)) => Ok(Some(FieldValue::Switch(*on))),
        (FieldKind::Switch, _) => Err("must be true or false"),
        (FieldKind::Emails | FieldKind::Phones, Json::Array(items)) => {
            let texts = items.iter().map(Json::as_str).collect::<Option<Vec<_>>>();
            let texts =
                texts.ok_or("must be a list of strings: a create request has no kinds here")?;
            let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            Ok(Some(FieldValue::Texts(texts)).filter(|value| !value.is_empty()))
        }
        (FieldKind::Emails | FieldKind::Phones, _) => Err("must be a list of strings"),
        (_, Json::String(text)) => parse_text(kind, text),
        _ => Err("must be a string"),
    }
}

fn invalid_json(message: &str) -> String {
    format!("is not valid JSON: {}", strip_position(message))
}

/// Without the position in the message: the caller adds one relative to the file.
fn strip_position(message: &str) -> String {
    message.split(" at line ").next().unwrap_or(message).to_owned()
}
