//! People as JSON: a document, or one a line.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::entry::{Entry, Found, Mistake, Reading, of_text};
use super::place::Place;
use crate::cli::person::fields;
use crate::recruiting::person::{FieldKind, FieldValue};
use crate::service::body;

/// An object, or an array of objects.
pub(super) fn document(text: &str, how: Reading, found: &mut Found) {
    if !text.trim_start().starts_with('[') {
        return object(text.trim(), Place::Record(1), how, found);
    }
    let objects: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(objects) => objects,
        Err(error) => {
            let line = u64::try_from(error.line()).unwrap_or(1);
            let column = format!("column {}", error.column());
            return found.wrong(Mistake::at(
                Place::Line(line),
                column,
                not_json(&error.to_string()),
            ));
        }
    };
    for (number, one) in (1..).zip(objects) {
        object(one.get(), Place::Record(number), how, found);
        if found.is_hopeless() {
            return;
        }
    }
}

/// An object a line; blank lines are passed over.
pub(super) fn lines(text: &str, how: Reading, found: &mut Found) {
    for (line, text) in (1..).zip(text.lines()) {
        if !text.trim().is_empty() {
            object(text.trim(), Place::Line(line), how, found);
        }
        if found.is_hopeless() {
            return;
        }
    }
}

fn object(text: &str, place: Place, how: Reading, found: &mut Found) {
    let object = match body::parse_json(text.as_bytes()) {
        Ok(Json::Object(object)) => object,
        Ok(_) => return found.wrong(Mistake::on(place, "must be a JSON object, {…}")),
        Err(error) => return found.wrong(Mistake::on(place, without_place(&error.to_string()))),
    };
    let mut given = BTreeMap::new();
    for (key, json) in object {
        match fields::sought(&key, how.form) {
            Ok(field) => match value(field.spec().kind, &json) {
                Ok(Some(value)) => {
                    if given.insert(field, value).is_some() {
                        found.wrong(Mistake::at(place, key, "is given twice"));
                    }
                }
                Ok(None) => {}
                Err(told) => found.wrong(Mistake::at(place, key, told)),
            },
            Err(_) if how.ignore_unknown => {}
            Err(unnamed) => {
                found.has_strange |= unnamed.is_strange;
                found.wrong(Mistake::at(place, key, unnamed.told));
            }
        }
    }
    found.entries.push(Entry { place, given });
}

/// What a JSON value says of a field; nothing where it is null or empty.
fn value(kind: FieldKind, json: &Json) -> Result<Option<FieldValue>, &'static str> {
    match (kind, json) {
        (_, Json::Null) => Ok(None),
        (FieldKind::Switch, Json::Bool(on)) => Ok(Some(FieldValue::Switch(*on))),
        (FieldKind::Switch, _) => Err("must be true or false"),
        (FieldKind::Emails | FieldKind::Phones, Json::Array(items)) => {
            let texts = items.iter().map(Json::as_str).collect::<Option<Vec<_>>>();
            let texts = texts.ok_or("must be a list of texts: a create takes no kinds here")?;
            let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            Ok(Some(FieldValue::Texts(texts)).filter(|value| !value.is_empty()))
        }
        (FieldKind::Emails | FieldKind::Phones, _) => Err("must be a list of texts"),
        (_, Json::String(text)) => of_text(kind, text),
        _ => Err("must be a text"),
    }
}

fn not_json(told: &str) -> String {
    format!("is not valid JSON: {}", without_place(told))
}

/// The place is told beside it, counted from the beginning of the file.
fn without_place(told: &str) -> String {
    told.split(" at line ").next().unwrap_or(told).to_owned()
}
