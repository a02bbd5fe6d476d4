//! What the server did with an update, field by field, according to a read after it.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::fields::{PersonField, Readback};
use super::plan::ServerQuirks;
use super::value::{FieldValue, is_same_entry, is_same_kind, read_field};
use crate::wire::{Contact, JobAssociation, Person};

#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub(crate) before: Box<Person>,
    pub now: Box<Person>,
    pub response: ResponseKind,
    pub fields: Vec<FieldReport>,
    /// Changes that the request did not ask for.
    pub unrequested: Vec<UnrequestedChange>,
    /// Jobs that lost the person although the request did not ask for it.
    pub(crate) lost_jobs: Vec<JobAssociation>,
    /// The quirks that this update shows.
    pub quirks: ServerQuirks,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseKind {
    /// The message of the server.
    Accepted(String),
    /// No response came, for this reason; the record was read again.
    Lost(String),
    /// The server refused the update with this message; the record was read again.
    Refused(String),
    /// Nothing was sent: the server only adds to lists, so it cannot remove an entry.
    Unsent,
}

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

impl ResponseKind {
    /// Whether only the record tells what happened.
    pub(crate) const fn is_unconfirmed(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::Refused(_))
    }
}

impl UnrequestedChange {
    /// Whether the old value can be sent again: a handle cannot, since it is not an address.
    pub(crate) fn can_restore(&self) -> bool {
        self.field.spec().readback != Readback::AsHandle
    }
}

/// What happened to a request that the server did not confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Settlement {
    Applied,
    NotApplied,
    Partly,
    /// All fields that were sent are write-only, or had their value before.
    Unknowable,
}

/// The fields that a record returns as they were written.
const COMPARED_FIELDS: [PersonField; 8] = [
    PersonField::Name,
    PersonField::FirstName,
    PersonField::LastName,
    PersonField::CurrentJobTitle,
    PersonField::CompanyName,
    PersonField::Emails,
    PersonField::PhoneNumbers,
    PersonField::SocialUrl,
];

impl Report {
    /// Compares the request with the record before and after.
    pub(crate) fn new(
        before: Person,
        wanted: &BTreeMap<PersonField, FieldValue>,
        now: Person,
        response: ResponseKind,
    ) -> Self {
        Self::with_base(before, (wanted, &BTreeMap::new()), now, response)
    }

    /// The same for an edit that was based on other values than the record before shows, because
    /// that record lagged behind: these values are old, too.
    pub(crate) fn with_base(
        before: Person,
        (wanted, base): (&BTreeMap<PersonField, FieldValue>, &BTreeMap<PersonField, FieldValue>),
        now: Person,
        response: ResponseKind,
    ) -> Self {
        let mut fields: Vec<FieldReport> = wanted
            .iter()
            .map(|(field, value)| compare_field((*field, value), base.get(field), &before, &now))
            .collect();
        let unrequested: Vec<UnrequestedChange> = COMPARED_FIELDS
            .into_iter()
            .filter_map(|field| find_unrequested(field, wanted, &before, &now))
            .collect();
        let is_lost = |job: &&JobAssociation| {
            !now.jobs.iter().any(|now| now.candidate_id == job.candidate_id)
        };
        let lost_jobs: Vec<JobAssociation> = before.jobs.iter().filter(is_lost).cloned().collect();
        let is_sent = matches!(response, ResponseKind::Accepted(_) | ResponseKind::Lost(_));
        let is_invisible = is_sent && mark_invisible(&mut fields);
        // A record that lags behind says nothing about the change.
        let quirks = ServerQuirks {
            extends_lists: fields.iter().any(was_extended),
            clears_omitted: !is_invisible && were_cleared(&unrequested, wanted, &before),
        };
        let (before, now) = (Box::new(before), Box::new(now));
        Self { before, now, response, fields, unrequested, lost_jobs, quirks }
    }

    /// Whether every visible field has the wanted value.
    #[must_use]
    pub fn is_as_requested(&self) -> bool {
        let is_fine = |report: &FieldReport| !report.outcome.is_bad();
        self.fields.iter().all(is_fine) && self.unrequested.is_empty() && self.lost_jobs.is_empty()
    }

    /// Whether the fields have their old values, so that the server may show the change later.
    #[must_use]
    pub fn is_invisible(&self) -> bool {
        self.fields.iter().any(|report| report.outcome == FieldOutcome::NotVisible)
    }

    /// Whether a field has its old value.
    pub(crate) fn shows_old_values(&self) -> bool {
        let is_old =
            |outcome| matches!(outcome, FieldOutcome::Unchanged | FieldOutcome::NotVisible);
        self.fields.iter().any(|report| is_old(report.outcome))
    }

    /// Whether the server took the value of a field, as far as it says.
    pub(crate) fn is_accepted(&self, report: &FieldReport) -> bool {
        match report.outcome {
            FieldOutcome::Unchanged => false,
            FieldOutcome::NotVisible => matches!(self.response, ResponseKind::Accepted(_)),
            FieldOutcome::Unverifiable | FieldOutcome::Unproven => self.is_sure(),
            FieldOutcome::Verified | FieldOutcome::Different => true,
        }
    }

    /// Whether the server confirmed the update, or the record does.
    fn is_sure(&self) -> bool {
        !self.response.is_unconfirmed() || self.settlement() == Settlement::Applied
    }

    /// The fields that were not saved, or may not be: the form must keep their input.
    pub(crate) fn unsaved(&self) -> impl Iterator<Item = PersonField> {
        let is_unsaved = |report: &&FieldReport| {
            report.outcome == FieldOutcome::NotVisible || !self.is_accepted(report)
        };
        self.fields.iter().filter(is_unsaved).map(|report| report.field)
    }

    /// Those of the known quirks that this update disproves. A server that extends lists receives
    /// only the new entries; if it then returns only those, it replaces lists.
    pub(crate) fn refuted(&self, known: ServerQuirks) -> ServerQuirks {
        let extends_lists = known.extends_lists && self.replaced().next().is_some();
        ServerQuirks { extends_lists, clears_omitted: false }
    }

    /// The lists that returned with only the new entries.
    pub(crate) fn replaced(&self) -> impl Iterator<Item = PersonField> {
        self.fields.iter().filter(|report| was_replaced(report)).map(|report| report.field)
    }

    /// Whether the record speaks against a success response.
    pub(crate) fn contradicts_response(&self) -> bool {
        matches!(self.settlement(), Settlement::NotApplied | Settlement::Partly)
    }

    /// Whether a field was sent that had its value before.
    pub(crate) fn has_unproven(&self) -> bool {
        self.fields.iter().any(|report| report.outcome == FieldOutcome::Unproven)
    }

    /// Whether any unrequested change can be reverted.
    pub(crate) fn can_restore(&self) -> bool {
        self.unrequested.iter().any(UnrequestedChange::can_restore)
    }

    /// After an unconfirmed update: whether the server applied it.
    #[must_use]
    pub fn settlement(&self) -> Settlement {
        let count = |outcome| self.fields.iter().filter(|report| report.outcome == outcome).count();
        let unchanged = count(FieldOutcome::Unchanged) + count(FieldOutcome::NotVisible);
        match (count(FieldOutcome::Verified), unchanged, count(FieldOutcome::Different)) {
            (0, 0, 0) => Settlement::Unknowable,
            (_, 0, 0) => Settlement::Applied,
            (0, _, 0) => Settlement::NotApplied,
            _ => Settlement::Partly,
        }
    }
}

/// If every field that can show the change has its old value, the change may still appear, whatever
/// else differs. Returns whether that is so.
fn mark_invisible(fields: &mut [FieldReport]) -> bool {
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

fn compare_field(
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
                |job: &&super::JobChoice| person.jobs.iter().any(|entry| entry.job_id == job.id);
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
fn find_unrequested(
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
fn was_extended(report: &FieldReport) -> bool {
    let Some((was, wanted, is)) = contact_lists(report) else { return false };
    let has_all = wanted.iter().chain(was).all(|entry| contains_entry(is, entry));
    // Another user may have added entries meanwhile.
    let has_only =
        is.iter().all(|entry| contains_entry(wanted, entry) || contains_entry(was, entry));
    has_all && has_only && is.len() > wanted.len() && is.len() > was.len()
}

/// Whether a list has its new entries but lost old ones that should stay.
fn was_replaced(report: &FieldReport) -> bool {
    let Some((was, wanted, is)) = contact_lists(report) else { return false };
    let (stays, new): (Vec<_>, Vec<_>) =
        wanted.iter().partition(|entry| contains_entry(was, entry));
    let is_lost = !stays.is_empty() && !stays.iter().any(|entry| contains_entry(is, entry));
    is_lost && !new.is_empty() && new.iter().all(|entry| contains_entry(is, entry))
}

/// Whether all omitted fields are empty now. Some servers never clear a name.
fn were_cleared(
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
