//! Validation of request bodies: one table of fields and rules for each body.
//!
//! The tables also describe the bodies in the OpenAPI document. A test keeps
//! them in step with the request types of `wire`.

use serde_json::{Map, Value};

use super::api_error::{ApiError, ErrorCode, InvalidField};
use super::contacts;

pub(super) const MAX_TEXT_CHARS: usize = 10_000;
pub(super) const MAX_ENTRIES: usize = 100;

/// What a field accepts. Null is always valid: it means absent on create and
/// clears the field on update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    Text,
    Email,
    Phone,
    Url,
    Flag,
    /// An array of values under the same rule.
    List(&'static Self),
    /// An array of contacts whose `value` is under the rule.
    Contacts(&'static Self),
}

use FieldRule::{Contacts, Email, Flag, List, Phone, Text, Url};

/// The fields of a request body.
pub type BodySchema = &'static [(&'static str, FieldRule)];

#[rustfmt::skip]
pub const CREATE_V1: BodySchema = &[
    ("name", Text), ("first_name", Text), ("last_name", Text), ("social_url", Url),
    ("current_job_title", Text), ("social_location", Text), ("company_name", Text),
    ("emails", List(&Email)), ("work_email", Email), ("work_phone", Phone),
    ("personal_email", Email), ("mobile_phone", Phone), ("phone_numbers", List(&Phone)),
    ("notes", Text), ("job_id", Text), ("job_name", Text), ("client_name", Text),
    ("client_id", Text), ("external_source_id", Text), ("enrich_record", Flag),
];

#[rustfmt::skip]
pub const CREATE_V0: BodySchema = &[
    ("name", Text), ("first_name", Text), ("last_name", Text), ("social_url", Url),
    ("current_job_title", Text), ("social_location", Text), ("company_name", Text),
    ("email", Email), ("emails", List(&Email)), ("phone_number", Phone),
    ("phone_numbers", List(&Phone)), ("notes", Text), ("job_id", Text), ("job_name", Text),
    ("client_name", Text), ("client_id", Text), ("external_source_id", Text),
];

#[rustfmt::skip]
pub const UPDATE: BodySchema = &[
    ("social_url", Url), ("emails", Contacts(&Email)), ("phone_numbers", Contacts(&Phone)),
    ("name", Text), ("first_name", Text), ("last_name", Text), ("current_job_title", Text),
    ("company_name", Text), ("social_location", Text), ("social_headline", Text),
    ("address", Text), ("enrich_record", Flag), ("work_email", Email),
    ("personal_email", Email), ("mobile_phone", Phone), ("work_phone", Phone), ("job_id", Text),
];

/// Collects the errors of all fields. Unknown fields are ignored.
pub(super) fn validate(fields: BodySchema, body: &Map<String, Value>) -> Result<(), ApiError> {
    let mut errors = Errors::default();
    for (name, rule) in fields {
        if let Some(value) = body.get(*name) {
            errors.check(*rule, value, name);
        }
    }
    if errors.0.is_empty() { Ok(()) } else { Err(ApiError::fields(ErrorCode::Invalid, errors.0)) }
}

/// The fields of the body that the schema knows, for the audit log.
pub(super) fn known(fields: BodySchema, body: &Map<String, Value>) -> Map<String, Value> {
    let known = fields.iter().filter_map(|(name, _)| body.get_key_value(*name));
    known.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The errors found so far. A path names a field as in `emails[0].value`.
#[derive(Default)]
pub(super) struct Errors(pub(super) Vec<InvalidField>);

impl Errors {
    fn check(&mut self, rule: FieldRule, value: &Value, path: &str) {
        match (rule, value) {
            (_, Value::Null) | (Flag, Value::Bool(_)) => {}
            (Flag, _) => self.push(path, "must be true or false"),
            (List(item), Value::Array(items)) => {
                self.check_items(items, path, |errors, value, path| {
                    errors.check_entry(*item, value, path);
                });
            }
            (Contacts(item), Value::Array(items)) => {
                self.check_items(items, path, |errors, value, path| {
                    errors.check_contact(*item, value, path);
                });
            }
            (List(_) | Contacts(_), _) => self.push(path, "must be an array"),
            (_, Value::String(text)) => self.check_text(rule, text, path),
            (_, _) => self.push(path, "must be a string"),
        }
    }

    fn check_items(
        &mut self,
        items: &[Value],
        path: &str,
        check: impl Fn(&mut Self, &Value, &str),
    ) {
        if items.len() > MAX_ENTRIES {
            let message = format!("must have at most {MAX_ENTRIES} entries, not {}", items.len());
            return self.push(path, message);
        }
        for (index, item) in items.iter().enumerate() {
            check(self, item, &format!("{path}[{index}]"));
        }
    }

    /// An entry of an array must not be empty.
    fn check_entry(&mut self, rule: FieldRule, value: &Value, path: &str) {
        match value {
            Value::String(text) if text.is_empty() => self.push(path, "must not be empty"),
            Value::String(text) => self.check_text(rule, text, path),
            _ => self.push(path, "must be a string"),
        }
    }

    fn check_contact(&mut self, rule: FieldRule, value: &Value, path: &str) {
        let Value::Object(contact) = value else {
            return self.push(path, "must be an object with contact_data_type and value");
        };
        let contact_type = contact.get("contact_data_type").unwrap_or(&Value::Null);
        self.check(Text, contact_type, &format!("{path}.contact_data_type"));
        let missing = Value::String(String::new());
        let value = contact.get("value").unwrap_or(&missing);
        self.check_entry(rule, value, &format!("{path}.value"));
    }

    /// Empty text is always valid: it means absent or clears the field.
    pub(super) fn check_text(&mut self, rule: FieldRule, text: &str, path: &str) {
        if text.chars().nth(MAX_TEXT_CHARS).is_some() {
            return self.push(path, format!("must have at most {MAX_TEXT_CHARS} characters"));
        }
        if text.contains('\0') {
            return self.push(path, "must not contain the character NUL");
        }
        match rule {
            _ if text.is_empty() => {}
            Email if !contacts::is_email(text) => self
                .push(path, "must be an email address: one @, something on both sides, no spaces"),
            Phone if !contacts::is_phone(text) => {
                self.push(path, "must be a phone number with 3 digits or more");
            }
            Url if contacts::social_handle(text).is_none() => {
                self.push(path, "must be a web address such as https://social.example/in/name");
            }
            _ => {}
        }
    }

    pub(super) fn push(&mut self, path: &str, message: impl Into<String>) {
        self.0.push(InvalidField { field: path.to_owned(), message: message.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{CreatePerson, CreatePersonV0, UpdatePerson};
    use serde_json::json;

    fn invalid_fields(fields: BodySchema, body: &Value) -> Vec<String> {
        validate(fields, body.as_object().unwrap())
            .err()
            .map(|error| error.errors.into_iter().map(|error| error.field).collect())
            .unwrap_or_default()
    }

    #[test]
    fn the_schemas_list_exactly_the_fields_of_the_request_types() {
        let names = |fields: BodySchema| fields.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names(CREATE_V1), CreatePerson::FIELDS);
        assert_eq!(names(CREATE_V0), CreatePersonV0::FIELDS);
        assert_eq!(names(UPDATE), UpdatePerson::FIELDS);
    }

    #[test]
    fn the_error_names_a_field_of_the_wrong_type() {
        for fields in [CREATE_V1, CREATE_V0, UPDATE] {
            for (name, rule) in fields {
                for value in [json!(7), json!({"a": 1}), json!([7]), json!(true), json!("yes")] {
                    let is_valid =
                        matches!((rule, &value), (Flag, Value::Bool(_)) | (Text, Value::String(_)));
                    let invalid = invalid_fields(fields, &json!({*name: value}));
                    assert_eq!(invalid.is_empty(), is_valid, "{name} = {value}");
                    assert!(invalid.iter().all(|field| field.starts_with(name)), "{invalid:?}");
                }
                assert_eq!(invalid_fields(fields, &json!({*name: null})), [""; 0], "{name} = null");
            }
        }
    }

    #[test]
    fn the_error_names_every_invalid_entry_by_its_path() {
        let body = json!({
            "emails": ["a@b.example", "", "no at", "two@@b.example", 7],
            "phone_numbers": ["12"],
            "unknown": {"is": "ignored"},
        });
        assert_eq!(
            invalid_fields(CREATE_V1, &body),
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
            invalid_fields(UPDATE, &body),
            ["emails[2].contact_data_type", "emails[3].value", "emails[4]"]
        );
    }

    #[test]
    fn text_length_and_entry_count_are_limited() {
        assert_eq!(invalid_fields(UPDATE, &json!({"name": "ä".repeat(MAX_TEXT_CHARS)})), [""; 0]);
        assert_eq!(
            invalid_fields(UPDATE, &json!({"name": "ä".repeat(MAX_TEXT_CHARS + 1)})),
            ["name"]
        );
        assert_eq!(
            invalid_fields(CREATE_V1, &json!({"emails": vec!["a@b.example"; 101]})),
            ["emails"]
        );
        assert_eq!(invalid_fields(UPDATE, &json!({"name": "a\u{0}b"})), ["name"]);
    }
}
