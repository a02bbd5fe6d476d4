//! Parses a form from TOML; errors carry their position.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

use super::{TomlError, with_article};
use crate::recruiting::person::fields::{FieldKind, FieldSpec, FormKind, PersonField, Readback};
use crate::recruiting::person::form::Form;
use crate::recruiting::person::value::{FieldValue, JobChoice};
use crate::recruiting::query::suggest;
use crate::text::sanitize;
use crate::wire::Contact;

type TomlKey<'t> = Spanned<DeString<'t>>;
type TomlItem<'t> = Spanned<DeValue<'t>>;

/// The keys of a list entry.
const ENTRY: [&str; 2] = ["kind", "value"];

/// None for an empty text: the user abandons the edit. `form` is the form that was written.
pub(crate) fn from_toml(text: &str, form: &Form) -> Result<Option<Form>, Vec<TomlError>> {
    // Some editors write CRLF and a byte order mark.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut reader = FormReader { text: &text, form, mistakes: Vec::new() };
    let root = match DeTable::parse(&text) {
        Ok(root) => root.into_inner(),
        Err(error) => {
            let at = error.span().map_or(text.len(), |span| span.start);
            reader.add_mistake(at, error.message());
            return Err(reader.mistakes);
        }
    };
    if root.is_empty() {
        return Ok(None);
    }
    let mut read = Form { typed: BTreeMap::new(), ..form.clone() };
    for (key, item) in &root {
        let Some(spec) = reader.field(key) else { continue };
        let Some(value) = reader.value(spec, item) else { continue };
        let is_unseen = form.kind == FormKind::Update && spec.readback == Readback::Never;
        if is_unseen && value == FieldValue::Text(String::new()) {
            read.clear(spec.field);
        } else {
            read.set(spec.field, value);
        }
    }
    let mut mistakes = reader.mistakes;
    mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
    if mistakes.is_empty() { Ok(Some(read)) } else { Err(mistakes) }
}

struct FormReader<'t> {
    text: &'t str,
    form: &'t Form,
    mistakes: Vec<TomlError>,
}

impl FormReader<'_> {
    fn add_mistake(&mut self, byte: usize, message: &str) {
        let before = self.text.get(..byte).unwrap_or(self.text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        self.mistakes.push(TomlError {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            message: sanitize(message).into_owned(),
        });
    }

    fn add_type_mistake(&mut self, name: &str, wanted: &str, item: &TomlItem<'_>) {
        let actual = with_article(item.get_ref().type_str());
        self.add_mistake(item.span().start, &format!("{name}: expected {wanted}, found {actual}"));
    }

    fn add_unknown_field(&mut self, key: &TomlKey<'_>, names: &[&'static str]) {
        let guess = suggest(key.get_ref(), names);
        let word = key.get_ref().escape_debug();
        self.add_mistake(key.span().start, &format!("unknown field `{word}`{guess}"));
    }

    fn field(&mut self, key: &TomlKey<'_>) -> Option<&'static FieldSpec> {
        let fields: Vec<&FieldSpec> = self.form.kind.fields().collect();
        let spec = fields.iter().find(|spec| spec.wire == key.get_ref().as_ref());
        if spec.is_none() {
            let names: Vec<&str> = fields.iter().map(|spec| spec.wire).collect();
            self.add_unknown_field(key, &names);
        }
        spec.copied()
    }

    fn value(&mut self, spec: &FieldSpec, item: &TomlItem<'_>) -> Option<FieldValue> {
        let name = spec.wire;
        let is_change = self.form.kind == FormKind::Update;
        match (spec.kind, item.get_ref()) {
            (FieldKind::Switch, DeValue::Boolean(on)) => Some(FieldValue::Switch(*on)),
            (FieldKind::Switch, _) => {
                self.add_type_mistake(name, "true or false", item);
                None
            }
            (FieldKind::Emails | FieldKind::Phones, DeValue::Array(entries)) if is_change => {
                self.contacts(spec.field, entries).map(FieldValue::Contacts)
            }
            (FieldKind::Emails | FieldKind::Phones, DeValue::Array(entries)) => {
                let texts = entries.iter().map(|entry| self.text(name, entry));
                // Collects the errors of all entries.
                let texts: Vec<Option<String>> = texts.collect();
                texts.into_iter().collect::<Option<_>>().map(FieldValue::Texts)
            }
            (FieldKind::Emails | FieldKind::Phones, _) => {
                self.add_type_mistake(name, "a list in brackets", item);
                None
            }
            (FieldKind::Job, _) => self.text(name, item).map(|id| FieldValue::Job(self.job(id))),
            _ => self.text(name, item).map(FieldValue::Text),
        }
    }

    fn text(&mut self, name: &str, item: &TomlItem<'_>) -> Option<String> {
        let text = item.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.add_type_mistake(name, "text in quotes", item);
        }
        text
    }

    /// The same job keeps its name; for another job only the id is known.
    fn job(&self, id: String) -> Option<JobChoice> {
        match &*self.form.value(PersonField::JobId) {
            FieldValue::Job(Some(job)) if job.id.as_str() == id => Some(job.clone()),
            _ if id.is_empty() => None,
            _ => Some(JobChoice { id: id.as_str().into(), name: id }),
        }
    }

    fn contacts(&mut self, field: PersonField, entries: &DeArray<'_>) -> Option<Vec<Contact>> {
        let name = field.spec().wire;
        let contacts: Vec<Option<Contact>> = (0..)
            .zip(entries.iter())
            .map(|(at, entry)| {
                let contact = self.contact(name, entry)?;
                Some(self.existing_contact(field, at, &contact).unwrap_or(contact))
            })
            .collect();
        contacts.into_iter().collect()
    }

    fn contact(&mut self, name: &str, item: &TomlItem<'_>) -> Option<Contact> {
        let Some(table) = item.get_ref().as_table() else {
            self.add_type_mistake(name, r#"{ kind = "…", value = "…" }"#, item);
            return None;
        };
        let (mut contact, before) = (Contact::default(), self.mistakes.len());
        let mut has_value = false;
        for (key, item) in table {
            let path = format!("{name}: {}", key.get_ref().escape_debug());
            match key.get_ref().as_ref() {
                "kind" => contact.contact_data_type = self.text(&path, item).unwrap_or_default(),
                "value" => {
                    contact.value = self.text(&path, item).unwrap_or_default();
                    has_value = true;
                }
                _ => self.add_unknown_field(key, &ENTRY),
            }
        }
        if !has_value && self.mistakes.len() == before {
            self.add_mistake(item.span().start, &format!("{name}: this entry has no value"));
        }
        (self.mistakes.len() == before).then_some(contact)
    }

    /// The original entry, with its unknown fields.
    fn existing_contact(
        &self,
        field: PersonField,
        at: usize,
        contact: &Contact,
    ) -> Option<Contact> {
        let is_same = |other: &&Contact| {
            other.contact_data_type == contact.contact_data_type && other.value == contact.value
        };
        let find_in = |value: &FieldValue| match value {
            FieldValue::Contacts(entries) => {
                let same_index = entries.get(at).filter(is_same);
                same_index.or_else(|| entries.iter().find(is_same)).cloned()
            }
            _ => None,
        };
        find_in(&self.form.value(field)).or_else(|| find_in(&self.form.base_value(field)))
    }
}
