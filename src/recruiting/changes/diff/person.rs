//! What changed in the record of a person, field by field.

use std::collections::BTreeSet;

use super::career::{Entry, diff_entries};
use super::{ReadTimes, is_other_text};
use crate::recruiting::changes::{Change, ChangeKind};
use crate::recruiting::person::value::{normalize_contact, normalize_kind};
use crate::wire::{Contact, Person};

/// One change for each field. The jobs of a person are compared in the lists of the jobs.
pub(crate) fn diff_person(before: &Person, after: &Person, times: ReadTimes) -> Vec<Change> {
    let text = |field: &'static str, read: fn(&Person) -> &str| {
        let [before, after] = [read(before), read(after)];
        is_other_text(before, after).then(|| (field, before.to_owned(), after.to_owned()))
    };
    let contacts = |field: &'static str, read: fn(&Person) -> &[Contact]| {
        let [before, after] = diff_contacts(read(before), read(after));
        (before != after).then_some((field, before, after))
    };
    let entries = |field: &'static str, read: fn(&Person) -> Vec<Entry>| {
        let [before, after] = diff_entries(&read(before), &read(after));
        (before != after).then_some((field, before, after))
    };
    let fields = [
        text("name", |person| &person.name),
        text("first_name", |person| &person.first_name),
        text("last_name", |person| &person.last_name),
        text("current_job_title", |person| &person.current_job_title),
        text("current_company_name", |person| &person.current_company_name),
        text("external_source_id", |person| person.external_source_id.as_deref().unwrap_or("")),
        text("social_public_id", |person| &person.social_public_id),
        contacts("emails", |person| &person.emails),
        contacts("phones", |person| &person.phones),
        entries("work_experience", Entry::of_work),
        entries("education_experience", Entry::of_education),
        entries("certifications", Entry::of_certifications),
    ];
    let change = |(field, old, new): (&str, String, String)| Change {
        person: after.id.clone(),
        name: after.name.clone(),
        field: field.to_owned(),
        ..times.change(ChangeKind::PersonChanged, &old, &new)
    };
    fields.into_iter().flatten().map(change).collect()
}

/// Only the entries that differ. The order and the spelling of a number do not count, nor does an
/// entry that is repeated.
fn diff_contacts(before: &[Contact], after: &[Contact]) -> [String; 2] {
    let key = |contact: &Contact| {
        (normalize_kind(&contact.contact_data_type), normalize_contact(&contact.value))
    };
    let without = |contacts: &[Contact], others: &[Contact]| {
        let others: BTreeSet<(String, String)> = others.iter().map(key).collect();
        let changed = contacts.iter().filter(|contact| !others.contains(&key(contact)));
        let changed = changed.filter(|contact| !contact.value.trim().is_empty());
        let texts = changed.map(|contact| match contact.contact_data_type.trim() {
            "" => contact.value.trim().to_owned(),
            kind => format!("{kind}: {}", contact.value.trim()),
        });
        texts.collect::<Vec<_>>().join(", ")
    };
    [without(before, after), without(after, before)]
}
