//! What each field of a request may hold: one table for each body.
//!
//! The tables check bodies and describe them in the OpenAPI document. That they
//! name exactly the fields of the wire's request types is held by a test.

use serde_json::{Map, Value};

use super::api_error::{ApiError, ErrorCode, FieldError};
use super::contacts;

/// The longest text taken, in characters.
pub const LONGEST_TEXT: usize = 10_000;
/// The most entries an array may have.
pub const MOST_ENTRIES: usize = 100;

/// What a field may hold. Null is always taken: it says nothing on create and
/// clears on update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    /// Any text.
    Text,
    /// An e-mail address.
    Email,
    /// A phone number.
    Phone,
    /// An address on the web.
    Url,
    /// True or false.
    Flag,
    /// An array of the same.
    List(&'static Self),
    /// An array of contact entries whose value is the same.
    Contacts(&'static Self),
}

use FieldRule::{Contacts, Email, Flag, List, Phone, Text, Url};

/// A request body: its fields and what each may hold.
pub type BodySchema = &'static [(&'static str, FieldRule)];

/// The body of create, version 1.
#[rustfmt::skip]
pub const CREATE_V1: BodySchema = &[
    ("name", Text), ("first_name", Text), ("last_name", Text), ("social_url", Url),
    ("current_job_title", Text), ("social_location", Text), ("company_name", Text),
    ("emails", List(&Email)), ("work_email", Email), ("work_phone", Phone),
    ("personal_email", Email), ("mobile_phone", Phone), ("phone_numbers", List(&Phone)),
    ("notes", Text), ("job_id", Text), ("job_name", Text), ("client_name", Text),
    ("client_id", Text), ("external_source_id", Text), ("enrich_record", Flag),
];

/// The body of create, version 0.
#[rustfmt::skip]
pub const CREATE_V0: BodySchema = &[
    ("name", Text), ("first_name", Text), ("last_name", Text), ("social_url", Url),
    ("current_job_title", Text), ("social_location", Text), ("company_name", Text),
    ("email", Email), ("emails", List(&Email)), ("phone_number", Phone),
    ("phone_numbers", List(&Phone)), ("notes", Text), ("job_id", Text), ("job_name", Text),
    ("client_name", Text), ("client_id", Text), ("external_source_id", Text),
];

/// The body of update.
#[rustfmt::skip]
pub const UPDATE: BodySchema = &[
    ("social_url", Url), ("emails", Contacts(&Email)), ("phone_numbers", Contacts(&Phone)),
    ("name", Text), ("first_name", Text), ("last_name", Text), ("current_job_title", Text),
    ("company_name", Text), ("social_location", Text), ("social_headline", Text),
    ("address", Text), ("enrich_record", Flag), ("work_email", Email),
    ("personal_email", Email), ("mobile_phone", Phone), ("work_phone", Phone), ("job_id", Text),
];

/// Checks every field of a body; unknown ones are ignored. All that is wrong is
/// told at once.
pub fn check(fields: BodySchema, body: &Map<String, Value>) -> Result<(), ApiError> {
    let mut errors = Vec::new();
    for (name, rule) in fields {
        if let Some(value) = body.get(*name) {
            examine(*rule, value, name, &mut errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(ApiError::of_fields(ErrorCode::Invalid, errors)) }
}

fn examine(rule: FieldRule, value: &Value, place: &str, errors: &mut Vec<FieldError>) {
    let wrong = match (rule, value) {
        (_, Value::Null) | (Flag, Value::Bool(_)) => None,
        (Flag, _) => Some("must be true or false".to_owned()),
        (List(item), Value::Array(items)) => {
            return each(items, place, errors, |value, place, errors| {
                entry(*item, value, place, errors);
            });
        }
        (Contacts(item), Value::Array(items)) => {
            return each(items, place, errors, |value, place, errors| {
                contact(*item, value, place, errors);
            });
        }
        (List(_) | Contacts(_), _) => Some("must be an array".to_owned()),
        (_, Value::String(text)) => text_wrong(rule, text),
        (_, _) => Some("must be a string".to_owned()),
    };
    if let Some(message) = wrong {
        errors.push(FieldError { field: place.to_owned(), message });
    }
}

fn each(
    items: &[Value],
    place: &str,
    errors: &mut Vec<FieldError>,
    examine: impl Fn(&Value, &str, &mut Vec<FieldError>),
) {
    if items.len() > MOST_ENTRIES {
        let message = format!("must have at most {MOST_ENTRIES} entries, not {}", items.len());
        errors.push(FieldError { field: place.to_owned(), message });
        return;
    }
    for (index, item) in items.iter().enumerate() {
        examine(item, &format!("{place}[{index}]"), errors);
    }
}

/// An entry of a plain list: a text that is there.
fn entry(rule: FieldRule, value: &Value, place: &str, errors: &mut Vec<FieldError>) {
    let wrong = match value {
        Value::String(text) if text.is_empty() => Some("must not be empty".to_owned()),
        Value::String(text) => text_wrong(rule, text),
        _ => Some("must be a string".to_owned()),
    };
    if let Some(message) = wrong {
        errors.push(FieldError { field: place.to_owned(), message });
    }
}

fn contact(rule: FieldRule, value: &Value, place: &str, errors: &mut Vec<FieldError>) {
    let Value::Object(contact) = value else {
        let message = "must be an object with contact_data_type and value".to_owned();
        errors.push(FieldError { field: place.to_owned(), message });
        return;
    };
    let kind = contact.get("contact_data_type").unwrap_or(&Value::Null);
    examine(Text, kind, &format!("{place}.contact_data_type"), errors);
    let missing = Value::String(String::new());
    let value = contact.get("value").unwrap_or(&missing);
    entry(rule, value, &format!("{place}.value"), errors);
}

/// The same for a text that is known to be one.
pub fn examine_text(rule: FieldRule, text: &str, place: &str, errors: &mut Vec<FieldError>) {
    if let Some(message) = text_wrong(rule, text) {
        errors.push(FieldError { field: place.to_owned(), message });
    }
}

/// What is wrong with a text. An empty one says nothing or clears: never wrong.
fn text_wrong(rule: FieldRule, text: &str) -> Option<String> {
    if text.chars().nth(LONGEST_TEXT).is_some() {
        return Some(format!("must have at most {LONGEST_TEXT} characters"));
    }
    if text.contains('\0') {
        return Some("must not contain the character NUL".to_owned());
    }
    let wrong = match rule {
        _ if text.is_empty() => None,
        Email if !contacts::is_email(text) => {
            Some("must be an e-mail address: one @, something on both sides, no spaces")
        }
        Phone if !contacts::is_phone(text) => Some("must be a phone number with 3 digits or more"),
        Url if contacts::handle(text).is_none() => {
            Some("must be an address on the web such as https://social.example/in/name")
        }
        _ => None,
    };
    wrong.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{CreatePerson, CreatePersonV0, UpdatePerson};
    use serde_json::json;

    fn wrong(fields: BodySchema, body: &Value) -> Vec<String> {
        check(fields, body.as_object().unwrap())
            .err()
            .map(|problem| problem.errors.into_iter().map(|error| error.field).collect())
            .unwrap_or_default()
    }

    #[test]
    fn the_tables_name_exactly_the_fields_of_the_requests() {
        let names = |fields: BodySchema| fields.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(CREATE_V1), CreatePerson::FIELDS);
        assert_eq!(names(CREATE_V0), CreatePersonV0::FIELDS);
        assert_eq!(names(UPDATE), UpdatePerson::FIELDS);
    }

    #[test]
    fn a_wrong_type_in_any_field_is_named() {
        for fields in [CREATE_V1, CREATE_V0, UPDATE] {
            for (name, rule) in fields {
                for odd in [json!(7), json!({"a": 1}), json!([7]), json!(true), json!("yes")] {
                    let fits =
                        matches!((rule, &odd), (Flag, Value::Bool(_)) | (Text, Value::String(_)));
                    let named = wrong(fields, &json!({*name: odd}));
                    assert_eq!(named.is_empty(), fits, "{name} = {odd}");
                    assert!(named.iter().all(|field| field.starts_with(name)), "{named:?}");
                }
                assert_eq!(wrong(fields, &json!({*name: null})), [""; 0], "{name} = null");
            }
        }
    }

    #[test]
    fn every_bad_entry_is_told_by_its_path() {
        let body = json!({
            "emails": ["a@b.example", "", "no at", "two@@b.example", 7],
            "phone_numbers": ["12"],
            "unknown": {"is": "ignored"},
        });
        assert_eq!(
            wrong(CREATE_V1, &body),
            ["emails[1]", "emails[2]", "emails[3]", "emails[4]", "phone_numbers[0]"]
        );
        let body = json!({"emails": [
            {"contact_data_type": "work", "value": "a@b.example"},
            {"value": "a@b.example"},
            {"contact_data_type": 7, "value": "a@b.example"},
            {"contact_data_type": "work"},
            "a@b.example",
        ]});
        assert_eq!(
            wrong(UPDATE, &body),
            ["emails[2].contact_data_type", "emails[3].value", "emails[4]"]
        );
    }

    #[test]
    fn lengths_and_counts_are_bounded() {
        assert_eq!(wrong(UPDATE, &json!({"name": "ä".repeat(LONGEST_TEXT)})), [""; 0]);
        assert_eq!(wrong(UPDATE, &json!({"name": "ä".repeat(LONGEST_TEXT + 1)})), ["name"]);
        assert_eq!(wrong(CREATE_V1, &json!({"emails": vec!["a@b.example"; 101]})), ["emails"]);
        assert_eq!(wrong(UPDATE, &json!({"name": "a\u{0}b"})), ["name"]);
    }
}
