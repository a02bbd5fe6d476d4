//! Whether a value is exactly what the document says.
//!
//! The opposite of [`tolerant`](super::tolerant): imports are held against it
//! before anything is stored, and the service's own answers in the tests.

use std::fmt::Write as _;

use chrono::NaiveDate;
use serde_json::Value;

use super::record::{Field, Shape};
use super::time::Timestamp;

/// Where a value departs from its shape, and how.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Mismatch {
    /// The path to it, as in `emails[0].value`.
    pub path: String,
    /// What should have been there.
    pub message: String,
}

/// Checks a value against a shape, field by field; the first misfit is named.
pub fn validate(shape: Shape, value: &Value) -> Result<(), Mismatch> {
    at(shape, value, &mut String::new())
}

fn at(shape: Shape, value: &Value, place: &mut String) -> Result<(), Mismatch> {
    let text = value.as_str();
    let (fits, wanted) = match shape {
        Shape::Nullable(_) if value.is_null() => (true, ""),
        Shape::Nullable(inner) => return at(*inner, value, place),
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
        Shape::List(item) => return list(*item, value, place),
        Shape::Record { fields, .. } => return record(fields, value, place),
    };
    if fits { Ok(()) } else { Err(misfit(place, format!("must be {wanted}"))) }
}

fn list(item: Shape, value: &Value, place: &mut String) -> Result<(), Mismatch> {
    let Some(items) = value.as_array() else {
        return Err(misfit(place, "must be an array".to_owned()));
    };
    let outer = place.len();
    for (index, value) in items.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(place, "[{index}]");
        at(item, value, place)?;
        place.truncate(outer);
    }
    Ok(())
}

fn record(fields: &[Field], value: &Value, place: &mut String) -> Result<(), Mismatch> {
    let Some(object) = value.as_object() else {
        return Err(misfit(place, "must be an object".to_owned()));
    };
    let outer = place.len();
    for Field { name, shape } in fields {
        if outer > 0 {
            place.push('.');
        }
        place.push_str(name);
        match object.get(*name) {
            Some(value) => at(*shape, value, place)?,
            None => return Err(misfit(place, "is missing".to_owned())),
        }
        place.truncate(outer);
    }
    let known = |key: &&String| !fields.iter().any(|field| field.name == key.as_str());
    object.keys().find(known).map_or(Ok(()), |key| {
        let place = if outer > 0 { format!("{place}.{key}") } else { key.clone() };
        Err(Mismatch { path: place, message: "is not a field of this record".to_owned() })
    })
}

fn misfit(place: &str, what: String) -> Mismatch {
    Mismatch {
        path: if place.is_empty() { "record".to_owned() } else { place.to_owned() },
        message: what,
    }
}
