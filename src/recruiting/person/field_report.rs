//! What an update did to each field: compares the request with the record before and after.
//! [`Report`](super::Report) sums it up.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::fields::{PersonField, Readback};
use super::value::{FieldValue, JobChoice, is_same_entry, is_same_kind, read_field};
use crate::wire::{Contact, Person};

#[derive(Debug, Clone, PartialEq)]
pub struct FieldReport {
    pub field: PersonField,
    /// None for a write-only field.
    pub(crate) before: Option<FieldValue>,
    pub(crate) wanted: FieldValue,
    /// None for a write-only field.
    pub(crate) now: Option<FieldValue>,
    pub outcome: FieldOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldOutcome {
    /// Saved and verified.
    Verified,
    /// Sent; write-only, so it cannot be verified.
    Unverifiable,
    /// Sent; the record had this value before, too, so it proves nothing.
    Unproven,
    /// The server kept the old value.
    Unchanged,
    /// All fields that can show the change have their old values: the server may show it later.
    NotVisible,
    /// The server stored another value.
    Different,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UnrequestedChange {
    pub field: PersonField,
    pub(crate) before: FieldValue,
    pub now: FieldValue,
}

impl UnrequestedChange {
    /// Whether the old value can be sent again: a handle cannot, since it is not an address.
    pub(crate) fn can_restore(&self) -> bool {
        self.field.spec().readback != Readback::AsHandle
    }
}

/// The fields that a record returns as they were written.
pub(super) const COMPARED_FIELDS: [PersonField; 8] = [
    PersonField::Name,
    PersonField::FirstName,
    PersonField::LastName,
    PersonField::CurrentJobTitle,
    PersonField::CompanyName,
    PersonField::Emails,
    PersonField::PhoneNumbers,
    PersonField::SocialUrl,
];

/// If every field that can show the change has its old value, the change may still appear, whatever
/// else differs. Returns whether that is so.
pub(super) fn mark_invisible(fields: &mut [FieldReport]) -> bool {
    let is_new = |report: &FieldReport| {
        matches!(report.outcome, FieldOutcome::Verified | FieldOutcome::Different)
    };
    let is_old = |report: &FieldReport| report.outcome == FieldOutcome::Unchanged;
    if fields.iter().any(is_new) || !fields.iter().any(is_old) {
        return false;
    }
    for report in fields.iter_mut().filter(|report| is_old(report)) {
        report.outcome = FieldOutcome::NotVisible;
    }
    true
}

pub(super) fn compare_field(
    (field, wanted): (PersonField, &FieldValue),
    base: Option<&FieldValue>,
    before: &Person,
    now: &Person,
) -> FieldReport {
    let [was, is] = [before, now].map(|person| read_requested(person, field, wanted));
    let outcome = match (&was, &is) {
        (Some(was), Some(is)) if was == is && is_stored_as(field, wanted, is) => {
            FieldOutcome::Unproven
        }
        (_, Some(is)) if is_stored_as(field, wanted, is) => FieldOutcome::Verified,
        (Some(was), Some(is)) if was.is_equivalent(is) => FieldOutcome::Unchanged,
        (_, Some(is)) if base.is_some_and(|base| base.is_equivalent(is)) => FieldOutcome::Unchanged,
        (_, Some(_)) => FieldOutcome::Different,
        (_, None) => FieldOutcome::Unverifiable,
    };
    FieldReport { field, before: was, wanted: wanted.clone(), now: is, outcome }
}

/// The value of a field in a record; for a job, only the wanted one.
fn read_requested(person: &Person, field: PersonField, wanted: &FieldValue) -> Option<FieldValue> {
    match wanted {
        FieldValue::Job(job) => {
            let is_there =
                |job: &&JobChoice| person.jobs.iter().any(|entry| entry.job_id == job.id);
            Some(FieldValue::Job(job.as_ref().filter(is_there).cloned()))
        }
        FieldValue::Text(wanted) if holds_entry(person, field, wanted) => {
            Some(FieldValue::Text(wanted.clone()))
        }
        _ => read_field(person, field),
    }
}

/// Whether the contact list has this entry, maybe beside others of its kind.
fn holds_entry(person: &Person, field: PersonField, wanted: &str) -> bool {
    field.entry_of().is_some_and(|(list, kind)| {
        let list = if list == PersonField::Emails { &person.emails } else { &person.phones };
        list.iter()
            .any(|entry| entry.value == wanted && is_same_kind(&entry.contact_data_type, kind))
    })
}

pub(crate) fn is_stored_as(field: PersonField, wanted: &FieldValue, now: &FieldValue) -> bool {
    match (field.spec().readback, wanted, now) {
        (Readback::AsHandle, FieldValue::Text(wanted), FieldValue::Text(now)) => {
            wanted == now || handle(wanted).eq_ignore_ascii_case(now)
        }
        _ => wanted.is_equivalent(now),
    }
}

/// The last path segment of a profile address, decoded.
pub(crate) fn handle(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    percent_decode_str(last).decode_utf8_lossy().into_owned()
}

/// The change of a field that was not requested, if any.
pub(super) fn find_unrequested(
    field: PersonField,
    wanted: &BTreeMap<PersonField, FieldValue>,
    before: &Person,
    now: &Person,
) -> Option<UnrequestedChange> {
    if wanted.contains_key(&field) {
        return None;
    }
    let (was, is) = (read_field(before, field)?, read_field(now, field)?);
    // A contact that has its own field also appears in its list.
    let requested_kinds: Vec<&str> = wanted
        .keys()
        .filter_map(|key| key.entry_of().filter(|(list, _)| *list == field))
        .map(|(_, kind)| kind)
        .collect();
    let rest = |value: &FieldValue| match value {
        FieldValue::Contacts(entries) => {
            let is_requested = |entry: &&Contact| {
                requested_kinds.iter().any(|kind| is_same_kind(kind, &entry.contact_data_type))
            };
            FieldValue::Contacts(
                entries.iter().filter(|entry| !is_requested(entry)).cloned().collect(),
            )
        }
        value => value.clone(),
    };
    (!rest(&was).is_equivalent(&rest(&is))).then_some(UnrequestedChange {
        field,
        before: was,
        now: is,
    })
}

/// The list before, as wanted, and now.
fn contact_lists(report: &FieldReport) -> Option<(&[Contact], &[Contact], &[Contact])> {
    match (&report.before, &report.wanted, &report.now) {
        (
            Some(FieldValue::Contacts(was)),
            FieldValue::Contacts(wanted),
            Some(FieldValue::Contacts(is)),
        ) => Some((was, wanted, is)),
        _ => None,
    }
}

fn contains_entry(list: &[Contact], entry: &Contact) -> bool {
    list.iter().any(|other| is_same_entry(other, entry))
}

/// Whether the server appended the new list to the old one. An unchanged list proves nothing.
pub(super) fn was_extended(report: &FieldReport) -> bool {
    let Some((was, wanted, is)) = contact_lists(report) else { return false };
    let has_all = wanted.iter().chain(was).all(|entry| contains_entry(is, entry));
    // Another user may have added entries meanwhile.
    let has_only =
        is.iter().all(|entry| contains_entry(wanted, entry) || contains_entry(was, entry));
    has_all && has_only && is.len() > wanted.len() && is.len() > was.len()
}

/// Whether a list has its new entries but lost old ones that should stay.
pub(super) fn was_replaced(report: &FieldReport) -> bool {
    let Some((was, wanted, is)) = contact_lists(report) else { return false };
    let (stays, new): (Vec<_>, Vec<_>) =
        wanted.iter().partition(|entry| contains_entry(was, entry));
    let is_lost = !stays.is_empty() && !stays.iter().any(|entry| contains_entry(is, entry));
    is_lost && !new.is_empty() && new.iter().all(|entry| contains_entry(is, entry))
}

/// Whether all omitted fields are empty now. Some servers never clear a name.
pub(super) fn were_cleared(
    unrequested: &[UnrequestedChange],
    wanted: &BTreeMap<PersonField, FieldValue>,
    before: &Person,
) -> bool {
    let omitted = COMPARED_FIELDS.into_iter().filter(|field| {
        *field != PersonField::Name
            && !wanted.contains_key(field)
            && read_field(before, *field).is_some_and(|value| !value.is_empty())
    });
    let is_cleared = |field: PersonField| {
        unrequested.iter().any(|change| change.field == field && change.now.is_empty())
    };
    let omitted: Vec<PersonField> = omitted.collect();
    omitted.len() > 1 && omitted.into_iter().all(is_cleared)
}
