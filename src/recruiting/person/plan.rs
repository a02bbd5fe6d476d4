//! What is to be changed, and the body that says so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::fields::{FormKind, PersonField};
use super::readable::shown;
use super::value::{FieldValue, is_same_entry};
use crate::wire::{Person, PersonId, UpdatePerson};

/// What is to be changed about a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Whom.
    pub person: PersonId,
    /// What they are called, for people.
    pub name: String,
    /// What the fields held when the change was begun.
    pub base: BTreeMap<PersonField, FieldValue>,
    /// What they shall hold. Only what was changed.
    pub wanted: BTreeMap<PersonField, FieldValue>,
}

/// What a server does with an update beyond what the interface says, once it
/// was seen to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerQuirks {
    /// A list that is sent is added to the one there.
    pub extends_lists: bool,
    /// What is left out is cleared.
    pub clears_omitted: bool,
}

impl ServerQuirks {
    /// What is known after something more was seen.
    #[must_use]
    pub const fn and(self, seen: Self) -> Self {
        Self {
            extends_lists: self.extends_lists || seen.extends_lists,
            clears_omitted: self.clears_omitted || seen.clears_omitted,
        }
    }

    /// What is known after some of it was seen not to hold.
    #[must_use]
    pub const fn but(self, wrong: Self) -> Self {
        Self {
            extends_lists: self.extends_lists && !wrong.extends_lists,
            clears_omitted: self.clears_omitted && !wrong.clears_omitted,
        }
    }
}

impl Plan {
    /// What is left to be sent when the record is as it is now: not what it
    /// holds already, and no job it is put forward for.
    #[must_use]
    pub fn left(&self, now: &Person) -> BTreeMap<PersonField, FieldValue> {
        let is_so = |field: PersonField, value: &FieldValue| match value {
            FieldValue::Job(Some(job)) => now.jobs.iter().any(|entry| entry.job_id == job.id),
            FieldValue::Job(None) => true,
            value => shown(now, field).is_some_and(|now| now.means(value)),
        };
        let wanted = self.wanted.iter().filter(|(field, value)| !is_so(**field, value));
        wanted.map(|(field, value)| (*field, value.clone())).collect()
    }
}

/// The body that changes a record from what it is now to what is wanted, for a
/// server of these habits: only what was changed, unless it clears the rest.
/// None where nothing can be said: a server that only adds removes nothing.
#[must_use]
pub fn body(
    wanted: &BTreeMap<PersonField, FieldValue>,
    now: &Person,
    habits: ServerQuirks,
) -> Option<UpdatePerson> {
    let mut body = Map::new();
    for (field, value) in wanted {
        let value = match value {
            FieldValue::Contacts(mine) if habits.extends_lists => {
                let Some(FieldValue::Contacts(there)) = shown(now, *field) else { continue };
                let is_there = |entry: &&_| there.iter().any(|there| is_same_entry(there, entry));
                let new: Vec<_> = mine.iter().filter(|entry| !is_there(entry)).cloned().collect();
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
    if habits.clears_omitted {
        for spec in FormKind::Update.fields() {
            // A handle is no address: it cannot be sent back.
            let is_whole = spec.field.entry_of().is_none() && spec.field != PersonField::SocialUrl;
            if is_whole
                && !body.contains_key(spec.wire)
                && let Some(value) = shown(now, spec.field).filter(|value| !value.is_empty())
            {
                let adds = habits.extends_lists && matches!(value, FieldValue::Contacts(_));
                if !adds {
                    body.insert(spec.wire.to_owned(), value.to_json());
                }
            }
        }
    }
    // Made of the table's own fields: it always fits.
    serde_json::from_value(serde_json::Value::Object(body)).ok()
}
