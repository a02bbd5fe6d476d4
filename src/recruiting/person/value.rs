//! What a field holds, or shall hold.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::wire::{Contact, JobId};

/// What a field holds, or shall hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldValue {
    /// A text; empty where there is none.
    Text(String),
    /// Addresses or numbers, each with its kind.
    Contacts(Vec<Contact>),
    /// Addresses or numbers without a kind.
    Texts(Vec<String>),
    /// A job that was picked.
    Job(Option<JobChoice>),
    /// Yes or no.
    Switch(bool),
}

/// A job that was picked from the jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobChoice {
    /// Which one.
    pub id: JobId,
    /// What it is called.
    pub name: String,
}

impl FieldValue {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Contacts(entries) => entries.is_empty(),
            Self::Texts(texts) => texts.is_empty(),
            Self::Job(job) => job.is_none(),
            Self::Switch(on) => !on,
        }
    }

    /// Whether the two mean the same: kinds of contacts have several names.
    #[must_use]
    pub fn means(&self, other: &Self) -> bool {
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

    /// As a request says it. Nothing is null: it clears the field.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Text(text) if text.is_empty() => serde_json::Value::Null,
            Self::Text(text) => json!(text),
            // Only what the interface names: what else a server shows is its own.
            Self::Contacts(entries) => entries
                .iter()
                .map(|entry| json!({"contact_data_type": entry.contact_data_type, "value": entry.value}))
                .collect(),
            Self::Texts(texts) => json!(texts),
            Self::Job(job) => job.as_ref().map_or(serde_json::Value::Null, |job| json!(job.id)),
            Self::Switch(on) => json!(on),
        }
    }

    /// On one line, for people. Raw: to be made safe where it is shown.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Contacts(entries) => {
                let told = |entry: &Contact| match entry.contact_data_type.as_str() {
                    "" => entry.value.clone(),
                    kind => format!("{} ({kind})", entry.value),
                };
                entries.iter().map(told).collect::<Vec<_>>().join(", ")
            }
            Self::Texts(texts) => texts.join(", "),
            Self::Job(job) => job.as_ref().map_or_else(String::new, |job| job.name.clone()),
            Self::Switch(on) => if *on { "yes" } else { "no" }.to_owned(),
        }
    }
}

/// Whether two entries are the same address or number of the same kind.
#[must_use]
pub(crate) fn is_same_entry(one: &Contact, other: &Contact) -> bool {
    one.value == other.value && same_kind(&one.contact_data_type, &other.contact_data_type)
}

/// Whether two names of a kind mean the same: a server may show `work` where
/// `work_email` was written.
#[must_use]
pub fn same_kind(one: &str, other: &str) -> bool {
    fn plain(kind: &str) -> String {
        let kind = kind.trim().to_lowercase();
        let plain = kind.strip_suffix("_email").or_else(|| kind.strip_suffix("_phone"));
        plain.map_or_else(|| kind.clone(), str::to_owned)
    }
    plain(one) == plain(other)
}
