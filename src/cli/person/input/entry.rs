//! What reading a file of people yields: entries and mistakes.

use std::collections::BTreeMap;
use std::fmt;

use super::place::Place;
use crate::recruiting::person::{FieldKind, FieldValue, FormKind, JobChoice, PersonField};
use crate::wire::JobId;

/// More mistakes than anybody reads.
pub(super) const ENOUGH: usize = 200;

/// Somebody to be made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// Where it is.
    pub(crate) place: Place,
    /// What the file says of them.
    pub(crate) given: BTreeMap<PersonField, FieldValue>,
}

/// Something that cannot be taken as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// None where it is about the whole file.
    pub(crate) place: Option<Place>,
    /// The column or field there.
    pub(crate) at: Option<String>,
    /// What is wrong.
    pub(crate) told: String,
}

impl Mistake {
    pub(crate) fn whole(told: impl Into<String>) -> Self {
        Self { place: None, at: None, told: told.into() }
    }

    pub(crate) fn on(place: Place, told: impl Into<String>) -> Self {
        Self { place: Some(place), at: None, told: told.into() }
    }

    pub(crate) fn at(place: Place, at: impl Into<String>, told: impl Into<String>) -> Self {
        Self { place: Some(place), at: Some(at.into()), told: told.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place, &self.at) {
            (Some(place), Some(at)) => write!(f, "{place}, {at}: {}", self.told),
            (Some(place), None) => write!(f, "{place}: {}", self.told),
            (None, _) => f.write_str(&self.told),
        }
    }
}

/// How a file is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    /// The request that it fills.
    pub(crate) form: FormKind,
    /// Whether what nobody knows is passed over.
    pub(crate) ignore_unknown: bool,
}

/// What is in a file.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Whoever can be read, even if something is wrong with them.
    pub(crate) entries: Vec<Entry>,
    /// What is wrong, in the order of the file.
    pub(crate) mistakes: Vec<Mistake>,
    /// Whether a name in it is like that of no field: which there are is told once.
    pub(crate) has_strange: bool,
}

impl Found {
    /// Whether there is no use in reading on.
    pub(super) const fn is_hopeless(&self) -> bool {
        self.mistakes.len() >= ENOUGH
    }

    pub(super) fn wrong(&mut self, mistake: Mistake) {
        if !self.is_hopeless() {
            self.mistakes.push(mistake);
        }
    }
}

/// What a text in a file says of a field; nothing where it is empty.
pub(super) fn of_text(kind: FieldKind, text: &str) -> Result<Option<FieldValue>, &'static str> {
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
        FieldKind::Job => FieldValue::Job(Some(job(text.trim()))),
        FieldKind::Switch => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => FieldValue::Switch(true),
            "false" | "no" | "0" => FieldValue::Switch(false),
            _ => return Err("must be yes or no"),
        },
    };
    Ok(Some(value))
}

/// A job of which nothing but the id is known.
pub(crate) fn job(id: &str) -> JobChoice {
    JobChoice { id: JobId::from(id), name: id.to_owned() }
}
