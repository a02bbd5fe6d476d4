//! The changes of an update, and the request body for them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::field_report::is_stored_as;
use super::fields::{FormKind, PersonField};
use super::value::{FieldValue, JobChoice, is_same_entry, read_field};
use crate::wire::{Person, PersonId, UpdatePerson};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub person: PersonId,
    pub name: String,
    /// The values when the edit began.
    pub base: BTreeMap<PersonField, FieldValue>,
    /// The new values, of changed fields only.
    pub wanted: BTreeMap<PersonField, FieldValue>,
    /// Sends also the values that the record already shows. An undo needs it: a record that lags
    /// behind shows the values from before the edit that is undone.
    pub resends: bool,
    /// The last edit of each field in this session: a record that shows its values was not changed
    /// by another user.
    pub own_edits: BTreeMap<PersonField, OwnEdit>,
    /// Does not wait until the server shows the change: for the rest of a batch on a server that
    /// shows changes late.
    pub is_hasty: bool,
}

/// The values before and after an edit of this session.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnEdit {
    pub before: FieldValue,
    pub after: FieldValue,
}

/// Behaviour of a server that the API does not specify, learned from its answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerQuirks {
    /// Adds a list to the existing one instead of replacing it.
    pub extends_lists: bool,
    /// Clears fields that the request omits.
    pub clears_omitted: bool,
}

impl ServerQuirks {
    pub(crate) const fn union(self, other: Self) -> Self {
        Self {
            extends_lists: self.extends_lists || other.extends_lists,
            clears_omitted: self.clears_omitted || other.clears_omitted,
        }
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self {
            extends_lists: self.extends_lists && !other.extends_lists,
            clears_omitted: self.clears_omitted && !other.clears_omitted,
        }
    }
}

impl Plan {
    /// Attaches a person to a job and changes nothing else.
    pub(crate) fn attach(person: PersonId, name: String, job: JobChoice) -> Self {
        let job = FieldValue::Job(Some(job));
        let wanted = BTreeMap::from([(PersonField::JobId, job)]);
        Self { person, name, wanted, ..Self::default() }
    }

    /// The changes that remain for the current record: without values that it already has, and
    /// without a job in which the person is a candidate.
    pub(crate) fn remaining(&self, current: &Person) -> BTreeMap<PersonField, FieldValue> {
        let is_current = |field: PersonField, value: &FieldValue| match value {
            FieldValue::Job(Some(job)) => current.jobs.iter().any(|entry| entry.job_id == job.id),
            FieldValue::Job(None) => true,
            value => {
                !self.resends
                    && read_field(current, field).is_some_and(|now| now.is_equivalent(value))
            }
        };
        let wanted = self.wanted.iter().filter(|(field, value)| !is_current(**field, value));
        wanted.map(|(field, value)| (*field, value.clone())).collect()
    }

    /// Whether the record shows every wanted value.
    pub(crate) fn is_visible_in(&self, current: &Person) -> bool {
        self.wanted.iter().all(|(field, value)| match value {
            FieldValue::Job(_) => !self.remaining(current).contains_key(field),
            value => {
                read_field(current, *field).is_some_and(|now| is_stored_as(*field, value, &now))
            }
        })
    }
}

/// The body that turns the current record into the wanted one: only changed fields, unless the
/// server clears omitted ones. None if no body can do that: a server that only extends lists
/// removes nothing.
#[must_use]
pub fn body(
    wanted: &BTreeMap<PersonField, FieldValue>,
    current: &Person,
    quirks: ServerQuirks,
) -> Option<UpdatePerson> {
    let mut body = Map::new();
    for (field, value) in wanted {
        let value = match value {
            FieldValue::Contacts(mine) if quirks.extends_lists => {
                let Some(FieldValue::Contacts(existing)) = read_field(current, *field) else {
                    continue;
                };
                let exists = |entry: &&_| existing.iter().any(|other| is_same_entry(other, entry));
                let new: Vec<_> = mine.iter().filter(|entry| !exists(entry)).cloned().collect();
                if new.is_empty() {
                    continue;
                }
                FieldValue::Contacts(new)
            }
            value => value.clone(),
        };
        body.insert(field.spec().wire.to_owned(), value.to_json());
    }
    if body.is_empty() {
        return None;
    }
    if quirks.clears_omitted {
        for spec in FormKind::Update.fields() {
            // The record has only the handle, which is not an address to send.
            let is_whole = spec.field.entry_of().is_none() && spec.field != PersonField::SocialUrl;
            if is_whole
                && !body.contains_key(spec.wire)
                && let Some(value) =
                    read_field(current, spec.field).filter(|value| !value.is_empty())
            {
                let adds = quirks.extends_lists && matches!(value, FieldValue::Contacts(_));
                if !adds {
                    body.insert(spec.wire.to_owned(), value.to_json());
                }
            }
        }
    }
    // The body has only fields of the table, so this cannot fail.
    serde_json::from_value(serde_json::Value::Object(body)).ok()
}
