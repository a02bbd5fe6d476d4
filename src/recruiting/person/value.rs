//! The value of a field, and how it is read from a record.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::fields::{PersonField, Readback};
use crate::wire::{Contact, JobId, Person, Texts};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldValue {
    Text(String),
    Contacts(Vec<Contact>),
    /// Contacts without a kind.
    Texts(Vec<String>),
    Job(Option<JobChoice>),
    Switch(bool),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobChoice {
    pub id: JobId,
    pub name: String,
}

impl FieldValue {
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Contacts(entries) => entries.is_empty(),
            Self::Texts(texts) => texts.is_empty(),
            Self::Job(job) => job.is_none(),
            Self::Switch(on) => !on,
        }
    }

    pub(crate) fn any_text(&self, is_match: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Text(text) => is_match(text),
            Self::Contacts(entries) => entries.any_text(is_match),
            Self::Texts(texts) => texts.any_text(is_match),
            Self::Job(job) => job.as_ref().is_some_and(|job| is_match(&job.name)),
            Self::Switch(_) => false,
        }
    }

    /// Kinds of contacts have several names, so this is not `==`.
    pub(crate) fn is_equivalent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Contacts(mine), Self::Contacts(others)) => {
                mine.len() == others.len()
                    && mine.iter().zip(others).all(|(mine, other)| is_same_entry(mine, other))
            }
            (Self::Job(mine), Self::Job(other)) => {
                mine.as_ref().map(|job| &job.id) == other.as_ref().map(|job| &job.id)
            }
            _ => self == other,
        }
    }

    /// The JSON of a request. An empty value is null, which clears the field.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Text(text) if text.is_empty() => serde_json::Value::Null,
            Self::Text(text) => json!(text),
            // Only the fields of the API; others belong to the server.
            Self::Contacts(entries) => entries
                .iter()
                .map(|entry| json!({"contact_data_type": entry.contact_data_type, "value": entry.value}))
                .collect(),
            Self::Texts(texts) => json!(texts),
            Self::Job(job) => job.as_ref().map_or(serde_json::Value::Null, |job| json!(job.id)),
            Self::Switch(on) => json!(on),
        }
    }

    /// One line for the user. Not sanitized.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Contacts(entries) => {
                let format_entry = |entry: &Contact| match entry.contact_data_type.as_str() {
                    "" => entry.value.clone(),
                    kind => format!("{} ({kind})", entry.value),
                };
                entries.iter().map(format_entry).collect::<Vec<_>>().join(", ")
            }
            Self::Texts(texts) => texts.join(", "),
            Self::Job(job) => job.as_ref().map_or_else(String::new, |job| job.name.clone()),
            Self::Switch(on) => if *on { "yes" } else { "no" }.to_owned(),
        }
    }
}

/// None for a write-only field.
pub(crate) fn read_field(person: &Person, field: PersonField) -> Option<FieldValue> {
    let text = |text: &String| Some(FieldValue::Text(text.clone()));
    match field {
        PersonField::Name => text(&person.name),
        PersonField::FirstName => text(&person.first_name),
        PersonField::LastName => text(&person.last_name),
        PersonField::CurrentJobTitle => text(&person.current_job_title),
        PersonField::CompanyName => text(&person.current_company_name),
        PersonField::SocialUrl => text(&person.social_public_id),
        PersonField::Emails => Some(FieldValue::Contacts(person.emails.clone())),
        PersonField::PhoneNumbers => Some(FieldValue::Contacts(person.phones.clone())),
        PersonField::ExternalSourceId => {
            Some(FieldValue::Text(person.external_source_id.clone().unwrap_or_default()))
        }
        _ => {
            debug_assert!(field.spec().readback != Readback::AsIs);
            let (list, kind) = field.entry_of()?;
            let list = if list == PersonField::Emails { &person.emails } else { &person.phones };
            let entry = list.iter().find(|entry| is_same_kind(&entry.contact_data_type, kind));
            Some(FieldValue::Text(entry.map_or_else(String::new, |entry| entry.value.clone())))
        }
    }
}

pub(crate) fn is_same_entry(first: &Contact, second: &Contact) -> bool {
    first.value == second.value && is_same_kind(&first.contact_data_type, &second.contact_data_type)
}

/// An email or phone number in the form in which two spellings of the same one are equal. The
/// letters of a number count, as in 1-800-FLOWERS.
///
/// `duplicates::contact_key` compares numbers more loosely: it finds possible duplicates, and there
/// the country code may be missing.
pub(crate) fn normalize_contact(text: &str) -> String {
    let text = text.trim().to_lowercase();
    if text.contains('@') { text } else { text.chars().filter(|c| c.is_alphanumeric()).collect() }
}

/// A server may return `work` for `work_email`.
#[must_use]
pub fn is_same_kind(first: &str, second: &str) -> bool {
    normalize_kind(first) == normalize_kind(second)
}

/// The kind of a contact in the form in which two spellings of the same one are equal.
pub(crate) fn normalize_kind(kind: &str) -> String {
    let kind = kind.trim().to_lowercase();
    let stem = kind.strip_suffix("_email").or_else(|| kind.strip_suffix("_phone"));
    stem.map_or_else(|| kind.clone(), str::to_owned)
}
