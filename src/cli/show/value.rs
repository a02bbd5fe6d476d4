//! A record as JSON values by field name, for CSV, plain text and sorting.
//!
//! Works for every record type. Keeps what the server sent even if it does not fit the field.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::json;
use crate::wire::surrogates;
use crate::wire::{Field, Shape};

/// The fields of the record, including unknown ones.
pub(super) fn to_map<T: Serialize>(record: &T) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// A value as unsanitized text; lists and objects as JSON.
pub(super) fn text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => {
            surrogates::escape_lone(text).map_or(Cow::Borrowed(text.as_str()), Cow::Owned)
        }
        Value::Array(items) if items.is_empty() => Cow::Borrowed(""),
        other => Cow::Owned(json::to_text(other)),
    }
}

/// Visits every value of a record with its path, such as `emails[0].value`: known fields in order,
/// then the others. The flag says whether the API defines such a value there.
pub(super) fn visit_fields(
    fields: &[Field],
    object: &Map<String, Value>,
    visit: &mut impl FnMut(&str, &Value, bool),
) {
    visit_record(fields, object, "", visit);
}

fn visit_record(
    fields: &[Field],
    object: &Map<String, Value>,
    path: &str,
    visit: &mut impl FnMut(&str, &Value, bool),
) {
    let join_path =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    for Field { name, shape, .. } in fields {
        visit_value(*shape, object.get(*name).unwrap_or(&Value::Null), &join_path(name), visit);
    }
    for (key, value) in object {
        if !fields.iter().any(|field| field.name == key) {
            visit(&join_path(key), value, false);
        }
    }
}

fn visit_value(
    shape: Shape,
    value: &Value,
    path: &str,
    visit: &mut impl FnMut(&str, &Value, bool),
) {
    match (shape, value) {
        (Shape::Nullable(inner), _) => visit_value(*inner, value, path, visit),
        (Shape::List(item), Value::Array(items)) if !items.is_empty() => {
            for (index, value) in items.iter().enumerate() {
                visit_value(*item, value, &format!("{path}[{index}]"), visit);
            }
        }
        (Shape::Record { fields, .. }, Value::Object(object)) => {
            visit_record(fields, object, path, visit);
        }
        _ => visit(path, value, matches_shape(shape, value)),
    }
}

/// Whether the typed record can hold the value.
fn matches_shape(shape: Shape, value: &Value) -> bool {
    use crate::wire::{Date, Timestamp};
    match (shape, value) {
        (Shape::Nullable(inner), _) => matches_shape(*inner, value),
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
