//! The content of a file of people: entries and mistakes with their positions.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::recruiting::person::{FieldKind, FieldValue, FormKind, JobChoice, PersonField};
use crate::wire::JobId;

pub(super) const MAX_MISTAKES: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PersonEntry {
    pub(crate) position: EntryPosition,
    pub(crate) values: BTreeMap<PersonField, FieldValue>,
}

/// From 1. Entries of a JSON document, which may be one long line, are counted instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryPosition {
    Line(u64),
    Record(u64),
}

impl EntryPosition {
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Record(number) => number,
        }
    }
}

impl fmt::Display for EntryPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Record(number) => write!(f, "record {number}"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InputMistake {
    /// `None` if it concerns the whole file.
    pub(crate) position: Option<EntryPosition>,
    pub(crate) field: Option<String>,
    pub(crate) message: String,
}

impl InputMistake {
    pub(crate) fn in_file(message: impl Into<String>) -> Self {
        Self { position: None, field: None, message: message.into() }
    }

    pub(crate) fn at_entry(position: EntryPosition, message: impl Into<String>) -> Self {
        Self { position: Some(position), field: None, message: message.into() }
    }

    pub(crate) fn at_field(
        position: EntryPosition,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { position: Some(position), field: Some(field.into()), message: message.into() }
    }
}

impl fmt::Display for InputMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.position, &self.field) {
            (Some(position), Some(field)) => write!(f, "{position}, {field}: {}", self.message),
            (Some(position), None) => write!(f, "{position}: {}", self.message),
            (None, _) => f.write_str(&self.message),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadOptions {
    pub(crate) form: FormKind,
    pub(crate) ignore_unknown: bool,
}

#[derive(Debug, Default)]
pub(crate) struct FileContents {
    /// Includes entries with mistakes.
    pub(crate) entries: Vec<PersonEntry>,
    /// In the order of the file.
    pub(crate) mistakes: Vec<InputMistake>,
    /// Whether a field name resembles no known field: the known names are printed once.
    pub(crate) has_unknown_field: bool,
}

impl FileContents {
    pub(super) const fn is_full(&self) -> bool {
        self.mistakes.len() >= MAX_MISTAKES
    }

    pub(super) fn add_mistake(&mut self, mistake: InputMistake) {
        if !self.is_full() {
            self.mistakes.push(mistake);
        }
    }
}

/// The value of a field; `None` for blank text.
pub(super) fn parse_text(kind: FieldKind, text: &str) -> Result<Option<FieldValue>, &'static str> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let value = match kind {
        FieldKind::Text
        | FieldKind::Prose
        | FieldKind::Email
        | FieldKind::Phone
        | FieldKind::Url => FieldValue::Text(text.to_owned()),
        FieldKind::Emails | FieldKind::Phones => {
            let items = text.split(';').map(str::trim).filter(|item| !item.is_empty());
            FieldValue::Texts(items.map(str::to_owned).collect())
        }
        FieldKind::Job => FieldValue::Job(Some(job_choice(text.trim()))),
        FieldKind::Switch => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => FieldValue::Switch(true),
            "false" | "no" | "0" => FieldValue::Switch(false),
            _ => return Err("must be yes or no"),
        },
    };
    Ok(Some(value))
}

/// A job whose name is not known yet.
pub(crate) fn job_choice(id: &str) -> JobChoice {
    JobChoice { id: JobId::from(id), name: id.to_owned() }
}
