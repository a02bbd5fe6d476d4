//! Validation of request bodies: one table of fields and rules for each body.
//!
//! The tables also describe the bodies in the OpenAPI document. A test keeps
//! them in step with the request types of `wire`.

use serde_json::{Map, Value};

use super::api_error::{ApiError, ErrorCode, InvalidField};
use super::contacts;
use super::store::record::MAX_CONTACTS;
use super::store::visible::is_visible_name;
pub(super) use super::store::visible::visible_class;

pub(super) const MAX_TEXT_CHARS: usize = 10_000;
pub(super) const MAX_ENTRIES: usize = MAX_CONTACTS;

/// What a field accepts. Null is always valid: it means absent on create and
/// clears the field on update. So does an empty string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    Text,
    /// A text that a reader can see.
    Name,
    Email,
    Phone,
    Url,
    Flag,
    /// An array of values under the same rule.
    List(&'static Self),
    /// An array of contacts whose `value` is under the rule.
    Contacts(&'static Self),
}

use FieldRule::{Contacts, Email, Flag, List, Name, Phone, Text, Url};

/// The name of a field, its rule and its description.
pub type FieldRow = (&'static str, FieldRule, &'static str);

/// The fields of a request body.
pub type BodySchema = &'static [FieldRow];

/// The rows that several bodies share.
#[rustfmt::skip]
mod rows {
    use super::{Email, FieldRow, Flag, List, Name, Phone, Text, Url};

    pub(super) const NAME: FieldRow = ("name", Name, "The full name. On create, it is joined from the parts if it is absent; it is never split.");
    pub(super) const FIRST_NAME: FieldRow = ("first_name", Name, "The first name.");
    pub(super) const LAST_NAME: FieldRow = ("last_name", Name, "The last name.");
    pub(super) const SOCIAL_URL: FieldRow = ("social_url", Url, "The profile on a professional social network. Its last segment is returned as `social_public_id`.");
    pub(super) const CURRENT_JOB_TITLE: FieldRow = ("current_job_title", Text, "The title of the current position.");
    pub(super) const SOCIAL_LOCATION: FieldRow = ("social_location", Text, "The location on the profile.");
    pub(super) const COMPANY_NAME: FieldRow = ("company_name", Name, "The current employer.");
    pub(super) const EMAILS: FieldRow = ("emails", List(&Email), "Email addresses of the type `work`.");
    pub(super) const WORK_EMAIL: FieldRow = ("work_email", Email, "The email address of the type `work`. On update, it replaces the first one after `emails` is applied.");
    pub(super) const PERSONAL_EMAIL: FieldRow = ("personal_email", Email, "The email address of the type `personal`. On update, it replaces the first one after `emails` is applied.");
    pub(super) const MOBILE_PHONE: FieldRow = ("mobile_phone", Phone, "The phone number of the type `mobile`. On update, it replaces the first one after `phone_numbers` is applied.");
    pub(super) const WORK_PHONE: FieldRow = ("work_phone", Phone, "The phone number of the type `work`. On update, it replaces the first one after `phone_numbers` is applied.");
    pub(super) const PHONE_NUMBERS: FieldRow = ("phone_numbers", List(&Phone), "Phone numbers of the type `mobile`.");
    pub(super) const NOTES: FieldRow = ("notes", Text, "Notes on the person. No operation returns them.");
    pub(super) const JOB_ID: FieldRow = ("job_id", Text, "The ID of a job that the person becomes a candidate for, in its first stage that is not a rejection stage.");
    pub(super) const JOB_NAME: FieldRow = ("job_name", Name, "The name of exactly one job that is not archived, in upper or lower case; an alternative to `job_id`.");
    pub(super) const CLIENT_NAME: FieldRow = ("client_name", Name, "The client of the job. Without a job, the person becomes a contact of this client, which is created if no client has the name.");
    pub(super) const CLIENT_ID: FieldRow = ("client_id", Text, "The ID of the client of the job. Without a job, the person becomes a contact of this client.");
    pub(super) const EXTERNAL_SOURCE_ID: FieldRow = ("external_source_id", Text, "The ID of the person in another system. If a person has it already, that person is returned and not created again.");
    pub(super) const ENRICH_RECORD: FieldRow = ("enrich_record", Flag, "Accepted and without effect: the service contacts no other system.");
}

use rows::{
    CLIENT_ID, CLIENT_NAME, COMPANY_NAME, CURRENT_JOB_TITLE, EMAILS, ENRICH_RECORD,
    EXTERNAL_SOURCE_ID, FIRST_NAME, JOB_ID, JOB_NAME, LAST_NAME, MOBILE_PHONE, NAME, NOTES,
    PERSONAL_EMAIL, PHONE_NUMBERS, SOCIAL_LOCATION, SOCIAL_URL, WORK_EMAIL, WORK_PHONE,
};

#[rustfmt::skip]
pub const CREATE_V1: BodySchema = &[
    NAME, FIRST_NAME, LAST_NAME, SOCIAL_URL, CURRENT_JOB_TITLE, SOCIAL_LOCATION, COMPANY_NAME,
    EMAILS, WORK_EMAIL, WORK_PHONE, PERSONAL_EMAIL, MOBILE_PHONE, PHONE_NUMBERS, NOTES, JOB_ID,
    JOB_NAME, CLIENT_NAME, CLIENT_ID, EXTERNAL_SOURCE_ID, ENRICH_RECORD,
];

#[rustfmt::skip]
pub const CREATE_V0: BodySchema = &[
    NAME, FIRST_NAME, LAST_NAME, SOCIAL_URL, CURRENT_JOB_TITLE, SOCIAL_LOCATION, COMPANY_NAME,
    ("email", Email, "An email address of the type `work`, listed before `emails`."), EMAILS,
    ("phone_number", Phone, "A phone number of the type `mobile`, listed before `phone_numbers`."),
    PHONE_NUMBERS, NOTES, JOB_ID, JOB_NAME, CLIENT_NAME, CLIENT_ID, EXTERNAL_SOURCE_ID,
];

#[rustfmt::skip]
pub const UPDATE: BodySchema = &[
    SOCIAL_URL,
    ("emails", Contacts(&Email), "The email addresses; they replace those stored."),
    ("phone_numbers", Contacts(&Phone), "The phone numbers; they replace those stored."),
    NAME, FIRST_NAME, LAST_NAME, CURRENT_JOB_TITLE, COMPANY_NAME, SOCIAL_LOCATION,
    ("social_headline", Text, "The headline on the profile. No operation returns it."),
    ("address", Text, "The postal address. No operation returns it."),
    ENRICH_RECORD, WORK_EMAIL, PERSONAL_EMAIL, MOBILE_PHONE, WORK_PHONE,
    ("job_id", Text, "The ID of a job that is added to those of the person; no job is removed and no candidate is moved."),
];

/// The fields of which create requires at least one.
pub(super) const IDENTIFYING: [&str; 8] = [
    "name",
    "first_name",
    "last_name",
    "social_url",
    "emails",
    "email",
    "work_email",
    "personal_email",
];

/// Collects the errors of all fields. Unknown fields are ignored.
pub(super) fn validate(fields: BodySchema, body: &Map<String, Value>) -> Result<(), ApiError> {
    let mut errors = Errors::default();
    for (name, rule, _) in fields {
        if let Some(value) = body.get(*name) {
            errors.check(*rule, value, name);
        }
    }
    if errors.0.is_empty() { Ok(()) } else { Err(ApiError::fields(ErrorCode::Invalid, errors.0)) }
}

/// The fields of the body that the schema knows, for the audit log.
pub(super) fn known(fields: BodySchema, body: &Map<String, Value>) -> Map<String, Value> {
    let known = fields.iter().filter_map(|(name, ..)| body.get_key_value(*name));
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
            return self.push(path, "must not contain a NUL character");
        }
        match rule {
            _ if text.is_empty() => {}
            Name if !is_visible_name(text) => {
                self.push(path, "must contain a visible character");
            }
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
        let names = |fields: BodySchema| fields.iter().map(|(name, ..)| *name).collect::<Vec<_>>();
        assert_eq!(names(CREATE_V1), CreatePerson::FIELDS);
        assert_eq!(names(CREATE_V0), CreatePersonV0::FIELDS);
        assert_eq!(names(UPDATE), UpdatePerson::FIELDS);
    }

    #[test]
    fn the_error_names_a_field_of_the_wrong_type() {
        for fields in [CREATE_V1, CREATE_V0, UPDATE] {
            for (name, rule, _) in fields {
                for value in [json!(7), json!({"a": 1}), json!([7]), json!(true), json!("yes")] {
                    let is_valid = matches!(
                        (rule, &value),
                        (Flag, Value::Bool(_)) | (Text | Name, Value::String(_))
                    );
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
