//! A form in progress: the server's values, and the user's input.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::career::current_location;
use super::fields::{FieldKind, FieldSpec, FormKind, PersonField, Readback};
use super::plan::Plan;
use super::value::{FieldValue, JobChoice, read_field};
use crate::text::{MAX_SHOWN, excerpt, is_long};
use crate::wire::{Contact, Person, PersonId};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Form {
    pub kind: FormKind,
    /// None for a create.
    pub(crate) person: Option<PersonId>,
    pub(crate) name: String,
    /// The values when the form was opened, without write-only fields except the location.
    pub(crate) base: BTreeMap<PersonField, FieldValue>,
    /// The changed fields. A value equal to the base is not in it.
    pub(crate) typed: BTreeMap<PersonField, FieldValue>,
}

impl Form {
    /// An edit of the person with this id, which the user chose; the id in the record is not used.
    #[must_use]
    pub fn update(id: &PersonId, record: &Person) -> Self {
        Self {
            kind: FormKind::Update,
            person: Some(id.clone()),
            name: record.name.clone(),
            base: readable_values(record),
            typed: BTreeMap::new(),
        }
    }

    /// `external_id` identifies the person if the response is lost.
    #[must_use]
    pub fn create(kind: FormKind, job: Option<JobChoice>, external_id: String) -> Self {
        let mut form = Self {
            kind,
            person: None,
            name: String::new(),
            base: BTreeMap::new(),
            typed: BTreeMap::new(),
        };
        form.set(PersonField::JobId, FieldValue::Job(job));
        form.set(PersonField::ExternalSourceId, FieldValue::Text(external_id));
        form
    }

    pub(crate) fn value(&self, field: PersonField) -> Cow<'_, FieldValue> {
        match self.typed.get(&field).or_else(|| self.base.get(&field)) {
            Some(value) => Cow::Borrowed(value),
            None => Cow::Owned(self.empty_value(field)),
        }
    }

    pub(crate) fn base_value(&self, field: PersonField) -> Cow<'_, FieldValue> {
        match self.base.get(&field) {
            Some(value) => Cow::Borrowed(value),
            None => Cow::Owned(self.empty_value(field)),
        }
    }

    pub fn set(&mut self, field: PersonField, value: FieldValue) {
        if value == *self.base_value(field) {
            self.typed.remove(&field);
        } else {
            self.typed.insert(field, value);
        }
        if self.kind.is_create() {
            self.name = self.display_name();
        }
    }

    /// Empties a field. For a write-only field that is always a change, since its value is unknown.
    pub(crate) fn clear(&mut self, field: PersonField) {
        let empty = self.empty_value(field);
        let is_write_only =
            self.kind == FormKind::Update && field.spec().readback == Readback::Never;
        if is_write_only && matches!(empty, FieldValue::Text(_)) {
            self.typed.insert(field, empty);
        } else {
            self.set(field, empty);
        }
    }

    /// In the order of the form.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &'static FieldSpec> {
        self.kind.fields().filter(|spec| self.typed.contains_key(&spec.field))
    }

    /// Ignores the prefilled values of a new form.
    pub(crate) fn is_untouched(&self) -> bool {
        self.typed.keys().all(|field| self.is_prefilled(*field))
    }

    /// Whether a new form has a value for the field that the user did not type.
    pub(crate) const fn is_prefilled(&self, field: PersonField) -> bool {
        self.kind.is_create() && matches!(field, PersonField::JobId | PersonField::ExternalSourceId)
    }

    /// Removes spaces around the typed values. Entries that the record has stay as they are.
    pub(crate) fn trim(&mut self) {
        for (field, value) in self.typed.clone() {
            let trimmed = match (&value, &*self.base_value(field)) {
                (FieldValue::Text(text), _) => FieldValue::Text(text.trim().to_owned()),
                (FieldValue::Texts(texts), _) => {
                    FieldValue::Texts(texts.iter().map(|text| text.trim().to_owned()).collect())
                }
                (FieldValue::Contacts(entries), FieldValue::Contacts(before)) => {
                    FieldValue::Contacts(entries.iter().map(|it| trim_entry(it, before)).collect())
                }
                _ => continue,
            };
            // A write-only field that was cleared equals its base, and must stay.
            if trimmed != value {
                self.set(field, trimmed);
            }
        }
    }

    /// Replaces the base and keeps the user's input.
    pub(crate) fn rebase(&mut self, person: &Person) {
        self.base = readable_values(person);
        self.name.clone_from(&person.name);
        self.drop_unchanged();
    }

    /// For an update only.
    #[must_use]
    pub fn plan(&self) -> Option<Plan> {
        let person = self.person.clone()?;
        let is_changed = |(field, _): &(&PersonField, &FieldValue)| self.typed.contains_key(field);
        let base = self.base.iter().filter(is_changed);
        let base = base.map(|(field, value)| (*field, value.clone())).collect();
        let (name, wanted) = (self.name.clone(), self.typed.clone());
        Some(Plan { person, name, base, wanted, ..Plan::default() })
    }

    /// Drops the long texts that the user did not change: a closed form does not need them, and
    /// [`Self::complete`] brings them back.
    pub(crate) fn drop_long_texts(&mut self) {
        let Self { name, base, typed, .. } = self;
        base.retain(|field, value| typed.contains_key(field) || !value.any_text(&is_long));
        *name = excerpt(name, MAX_SHOWN);
    }

    /// Drops the base of all other fields.
    pub(crate) fn keep_bases(&mut self, fields: &BTreeSet<PersonField>) {
        self.base.retain(|field, _| fields.contains(field));
    }

    /// Takes the values of the record for fields that have no base.
    pub(crate) fn complete(&mut self, person: &Person) {
        let mut base = readable_values(person);
        base.append(&mut self.base);
        self.base = base;
        self.name.clone_from(&person.name);
        self.drop_unchanged();
    }

    fn drop_unchanged(&mut self) {
        let base = &self.base;
        self.typed
            .retain(|field, value| base.get(field).is_none_or(|base| !base.is_equivalent(value)));
    }

    /// Whether the record has a value for this field, and the form does not know it.
    pub(crate) fn is_unknown(&self, field: PersonField) -> bool {
        let is_readable = matches!(field.spec().readback, Readback::AsIs | Readback::AsHandle);
        self.kind == FormKind::Update && is_readable && !self.base.contains_key(&field)
    }

    /// Whether it knows all values of the record.
    pub(crate) fn is_complete(&self) -> bool {
        !self.kind.fields().any(|spec| self.is_unknown(spec.field))
    }

    /// The body of a create, without empty fields.
    #[must_use]
    pub fn body(&self) -> serde_json::Map<String, serde_json::Value> {
        let fields = self.changed().map(|spec| (spec, &self.typed[&spec.field]));
        fields
            .filter(|(_, value)| !value.is_empty())
            .map(|(spec, value)| (spec.wire.to_owned(), value.to_json()))
            .collect()
    }

    fn empty_value(&self, field: PersonField) -> FieldValue {
        match field.spec().kind {
            FieldKind::Emails | FieldKind::Phones if self.kind == FormKind::Update => {
                FieldValue::Contacts(Vec::new())
            }
            FieldKind::Emails | FieldKind::Phones => FieldValue::Texts(Vec::new()),
            FieldKind::Job => FieldValue::Job(None),
            FieldKind::Switch => FieldValue::Switch(false),
            _ => FieldValue::Text(String::new()),
        }
    }

    fn display_name(&self) -> String {
        let text = |field| match &*self.value(field) {
            FieldValue::Text(text) => text.trim().to_owned(),
            _ => String::new(),
        };
        match text(PersonField::Name) {
            name if name.is_empty() => {
                let full_name =
                    [text(PersonField::FirstName), text(PersonField::LastName)].join(" ");
                full_name.trim().to_owned()
            }
            name => name,
        }
    }
}

fn trim_entry(entry: &Contact, before: &[Contact]) -> Contact {
    if before.contains(entry) {
        return entry.clone();
    }
    let [contact_data_type, value] =
        [&entry.contact_data_type, &entry.value].map(|text| text.trim().to_owned());
    Contact { contact_data_type, value, ..entry.clone() }
}

fn readable_values(person: &Person) -> BTreeMap<PersonField, FieldValue> {
    let fields = FormKind::Update.fields();
    let values = fields.filter_map(|spec| Some((spec.field, read_field(person, spec.field)?)));
    // A record has no location of its own: the form starts from what the details show.
    let location = current_location(person).map(|text| FieldValue::Text(text.to_owned()));
    values.chain(location.map(|location| (PersonField::SocialLocation, location))).collect()
}
