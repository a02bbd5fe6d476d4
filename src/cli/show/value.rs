//! A record as its values, by the names of the interface.
//!
//! Where a server sent something that does not fit a field, this is what it
//! sent. CSV, the lines of one record and sorting read records through here, so
//! that they work for every record there is and will be.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::json;
use crate::wire::surrogates;
use crate::wire::{Field, Shape};

/// The record's fields and whatever came with them.
pub(super) fn of<T: Serialize>(record: &T) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// A value as text, not yet cleaned; lists and objects as JSON.
pub(super) fn text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => {
            surrogates::escape_lone(text).map_or(Cow::Borrowed(text.as_str()), Cow::Owned)
        }
        Value::Array(items) if items.is_empty() => Cow::Borrowed(""),
        other => Cow::Owned(json::line(other)),
    }
}

/// Every place of a record with its path, as in `emails[0].value`: the fields
/// in the order of the document, then what else came. `known` says whether the
/// interface has such a value in such a place.
pub(super) fn places(
    fields: &[Field],
    object: &Map<String, Value>,
    see: &mut impl FnMut(&str, &Value, bool),
) {
    record(fields, object, "", see);
}

fn record(
    fields: &[Field],
    object: &Map<String, Value>,
    path: &str,
    see: &mut impl FnMut(&str, &Value, bool),
) {
    let inner =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    for Field { name, shape } in fields {
        place(*shape, object.get(*name).unwrap_or(&Value::Null), &inner(name), see);
    }
    for (key, value) in object {
        if !fields.iter().any(|field| field.name == key) {
            see(&inner(key), value, false);
        }
    }
}

fn place(shape: Shape, value: &Value, path: &str, see: &mut impl FnMut(&str, &Value, bool)) {
    match (shape, value) {
        (Shape::Nullable(inner), _) => place(*inner, value, path, see),
        (Shape::List(item), Value::Array(items)) if !items.is_empty() => {
            for (at, value) in items.iter().enumerate() {
                place(*item, value, &format!("{path}[{at}]"), see);
            }
        }
        (Shape::Record { fields, .. }, Value::Object(object)) => record(fields, object, path, see),
        _ => see(path, value, fits(shape, value)),
    }
}

/// Whether the typed record can hold the value, and so show it.
fn fits(shape: Shape, value: &Value) -> bool {
    use crate::wire::{Date, Timestamp};
    match (shape, value) {
        (Shape::Nullable(inner), _) => fits(*inner, value),
        (Shape::Record { .. }, _) => false,
        (_, Value::Null)
        | (Shape::Text, Value::String(_))
        | (Shape::Boolean, Value::Bool(_))
        | (Shape::List(_), Value::Array(_)) => true,
        (Shape::Integer, Value::Number(number)) => number.is_i64(),
        (Shape::Timestamp, Value::String(text)) => Timestamp::parse(text).is_some(),
        (Shape::Date, Value::String(text)) => Date::parse(text).is_some(),
        _ => false,
    }
}
