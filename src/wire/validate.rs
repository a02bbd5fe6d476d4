//! Strict validation: whether a value is exactly what the API says.
//!
//! The opposite of [`tolerant`](super::tolerant). The service validates imports
//! with it before storing anything, and the tests validate the service's own
//! responses.

use std::fmt::Write as _;

use chrono::NaiveDate;
use serde_json::Value;

use super::shape::{Field, Shape};
use super::time::Timestamp;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Mismatch {
    /// As in `emails[0].value`.
    pub path: String,
    pub message: String,
}

/// Checks a value field by field; fails at the first mismatch.
pub fn validate(shape: Shape, value: &Value) -> Result<(), Mismatch> {
    validate_at(shape, value, &mut String::new())
}

fn validate_at(shape: Shape, value: &Value, path: &mut String) -> Result<(), Mismatch> {
    let text = value.as_str();
    let (is_valid, expected) = match shape {
        Shape::Nullable(_) if value.is_null() => (true, ""),
        Shape::Nullable(inner) => return validate_at(*inner, value, path),
        // PostgreSQL cannot store it.
        Shape::Text if text.is_some_and(|text| text.contains('\0')) => {
            (false, "a string without NUL characters")
        }
        Shape::Text => (value.is_string(), "a string"),
        Shape::Integer => (value.is_i64(), "a whole number"),
        Shape::Boolean => (value.is_boolean(), "true or false"),
        Shape::Timestamp => (
            text.is_some_and(|text| text.contains('T') && Timestamp::parse(text).is_some()),
            "an ISO 8601 timestamp such as 2026-03-12T09:30:00Z",
        ),
        Shape::Date => (
            text.is_some_and(|text| {
                text.len() == 10 && NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok()
            }),
            "a date YYYY-MM-DD",
        ),
        Shape::List(item) => return validate_list(*item, value, path),
        Shape::Record { fields, .. } => return validate_record(fields, value, path),
    };
    if is_valid { Ok(()) } else { Err(mismatch(path, format!("must be {expected}"))) }
}

fn validate_list(item: Shape, value: &Value, path: &mut String) -> Result<(), Mismatch> {
    let Some(items) = value.as_array() else {
        return Err(mismatch(path, "must be an array".to_owned()));
    };
    let outer = path.len();
    for (index, value) in items.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(path, "[{index}]");
        validate_at(item, value, path)?;
        path.truncate(outer);
    }
    Ok(())
}

fn validate_record(fields: &[Field], value: &Value, path: &mut String) -> Result<(), Mismatch> {
    let Some(object) = value.as_object() else {
        return Err(mismatch(path, "must be an object".to_owned()));
    };
    let outer = path.len();
    let push = |path: &mut String, key: &str| {
        if outer > 0 {
            path.push('.');
        }
        path.push_str(key);
    };
    for Field { name, shape, .. } in fields {
        push(path, name);
        match object.get(*name) {
            Some(value) => validate_at(*shape, value, path)?,
            None => return Err(mismatch(path, "is missing".to_owned())),
        }
        path.truncate(outer);
    }
    let is_unknown = |key: &&String| !fields.iter().any(|field| field.name == key.as_str());
    object.keys().find(is_unknown).map_or(Ok(()), |key| {
        push(path, key);
        Err(mismatch(path, "is not a field of this record".to_owned()))
    })
}

fn mismatch(path: &str, message: String) -> Mismatch {
    let path = if path.is_empty() { "record" } else { path };
    Mismatch { path: path.to_owned(), message }
}
