//! A file of people to be made: JSON, JSON Lines or CSV.
//!
//! Everything is read before anything is sent. Every mistake is told with its
//! line or record and its column or field, all of them at once, up to a bound: a file of
//! another kind is wrong on every line.

mod csv;
mod json;
mod place;
mod source;
#[cfg(test)]
mod tests;

pub(super) use place::Place;
pub(super) use source::{Format, Source};

use std::collections::BTreeMap;
use std::fmt;

use crate::recruiting::person::{FieldKind, FieldValue, FormKind, JobChoice, PersonField};
use crate::wire::JobId;

/// More mistakes than anybody reads.
const ENOUGH: usize = 200;

/// Somebody to be made.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    /// Where it is.
    pub(super) place: Place,
    /// What the file says of them.
    pub(super) given: BTreeMap<PersonField, FieldValue>,
}

/// Something that cannot be taken as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mistake {
    /// None where it is about the whole file.
    pub(super) place: Option<Place>,
    /// The column or field there.
    pub(super) at: Option<String>,
    /// What is wrong.
    pub(super) told: String,
}

impl Mistake {
    pub(super) fn whole(told: impl Into<String>) -> Self {
        Self { place: None, at: None, told: told.into() }
    }

    pub(super) fn on(place: Place, told: impl Into<String>) -> Self {
        Self { place: Some(place), at: None, told: told.into() }
    }

    pub(super) fn at(place: Place, at: impl Into<String>, told: impl Into<String>) -> Self {
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
pub(super) struct Reading {
    /// The request that it fills.
    pub(super) form: FormKind,
    /// Whether what nobody knows is passed over.
    pub(super) ignore_unknown: bool,
}

/// The people of a file, and all that is wrong with it.
pub(super) fn read(text: &str, format: Format, how: Reading) -> Found {
    let mut found = Found::default();
    match format {
        Format::Json => json::document(text, how, &mut found),
        Format::Jsonl => json::lines(text, how, &mut found),
        Format::Csv => csv::rows(text, how, &mut found),
    }
    if found.mistakes.is_empty() && found.entries.is_empty() {
        found.mistakes.push(Mistake::whole("there is nobody in it"));
    }
    found
}

/// What is in a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Whoever can be read, even if something is wrong with them.
    pub(super) entries: Vec<Entry>,
    /// What is wrong, in the order of the file.
    pub(super) mistakes: Vec<Mistake>,
    /// Whether a name in it is like that of no field: which there are is told once.
    pub(super) has_strange: bool,
}

impl Found {
    /// Whether there is no use in reading on.
    const fn is_hopeless(&self) -> bool {
        self.mistakes.len() >= ENOUGH
    }

    fn wrong(&mut self, mistake: Mistake) {
        if !self.is_hopeless() {
            self.mistakes.push(mistake);
        }
    }
}

/// What a text in a file says of a field; nothing where it is empty.
fn of_text(kind: FieldKind, text: &str) -> Result<Option<FieldValue>, &'static str> {
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
pub(super) fn job(id: &str) -> JobChoice {
    JobChoice { id: JobId::from(id), name: id.to_owned() }
}
