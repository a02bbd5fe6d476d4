//! What the server did with an update: each field, as a read after it shows.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::fields::{PersonField, Readback};
use super::plan::ServerQuirks;
use super::readable::shown;
use super::value::{FieldValue, is_same_entry, same_kind};
use crate::wire::{Contact, JobAssociation, Person};

#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub before: Box<Person>,
    pub now: Box<Person>,
    pub answered: ResponseKind,
    pub lines: Vec<FieldReport>,
    /// Changes that were not requested.
    pub unasked: Vec<UnrequestedChange>,
    /// Jobs from which the person was removed without a request.
    pub lost_jobs: Vec<JobAssociation>,
    pub learned: ServerQuirks,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseKind {
    /// The message of the server.
    Done(String),
    /// No answer came, for this reason; the record was read again.
    Lost(String),
    /// Nothing was sent: the server only adds to lists, so it cannot remove an entry.
    Unsent,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FieldReport {
    pub field: PersonField,
    /// None for a write-only field.
    pub before: Option<FieldValue>,
    pub wanted: FieldValue,
    /// None for a write-only field.
    pub now: Option<FieldValue>,
    pub verdict: FieldOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldOutcome {
    /// Saved and verified.
    Seen,
    /// Sent; write-only, so it cannot be verified.
    Unseen,
    /// The server kept the old value.
    Kept,
    /// The server stored another value.
    Other,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UnrequestedChange {
    pub field: PersonField,
    pub before: FieldValue,
    pub now: FieldValue,
}

impl UnrequestedChange {
    /// Whether the old value can be sent: a handle is no address.
    #[must_use]
    pub fn can_be_put_back(&self) -> bool {
        self.field.spec().shown != Readback::AsHandle
    }
}

/// What happened when no answer came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Settlement {
    Applied,
    NotApplied,
    Partly,
    /// All fields that were sent are write-only.
    Unknowable,
}

/// The fields that a record returns as they were written.
const WHOLE: [PersonField; 8] = [
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
    #[must_use]
    pub fn new(
        before: Person,
        wanted: &BTreeMap<PersonField, FieldValue>,
        now: Person,
        answered: ResponseKind,
    ) -> Self {
        let lines: Vec<FieldReport> =
            wanted.iter().map(|(field, value)| line(*field, value, &before, &now)).collect();
        let unasked: Vec<UnrequestedChange> =
            WHOLE.into_iter().filter_map(|field| unasked(field, wanted, &before, &now)).collect();
        let is_gone = |job: &&JobAssociation| {
            !now.jobs.iter().any(|now| now.candidate_id == job.candidate_id)
        };
        let lost_jobs = before.jobs.iter().filter(is_gone).cloned().collect();
        let learned = ServerQuirks {
            extends_lists: lines.iter().any(was_extended),
            clears_omitted: were_cleared(&unasked, wanted, &before),
        };
        let (before, now) = (Box::new(before), Box::new(now));
        Self { before, now, answered, lines, unasked, lost_jobs, learned }
    }

    /// Whether every visible field has the wanted value.
    #[must_use]
    pub fn is_as_meant(&self) -> bool {
        let fine =
            |line: &FieldReport| matches!(line.verdict, FieldOutcome::Seen | FieldOutcome::Unseen);
        self.lines.iter().all(fine) && self.unasked.is_empty() && self.lost_jobs.is_empty()
    }

    /// The fields that were not saved, or may not be: their input must be kept.
    pub fn unsaved(&self) -> impl Iterator<Item = PersonField> {
        let is_lost = matches!(self.answered, ResponseKind::Lost(_));
        let is_unsure = is_lost && self.settled() != Settlement::Applied;
        let is_unsaved = move |line: &&FieldReport| match line.verdict {
            FieldOutcome::Kept => true,
            FieldOutcome::Unseen => is_unsure,
            FieldOutcome::Seen | FieldOutcome::Other => false,
        };
        self.lines.iter().filter(is_unsaved).map(|line| line.field)
    }

    /// The lists that came back with the new entries only: a server that was thought to extend lists
    /// replaces them.
    pub fn replaced(&self) -> impl Iterator<Item = PersonField> {
        self.lines.iter().filter(|line| was_replaced(line)).map(|line| line.field)
    }

    /// Whether any unrequested change can be reverted.
    #[must_use]
    pub fn can_put_back(&self) -> bool {
        self.unasked.iter().any(UnrequestedChange::can_be_put_back)
    }

    /// After a lost answer: whether the update was applied.
    #[must_use]
    pub fn settled(&self) -> Settlement {
        // A field that had the wanted value before proves nothing.
        let tells =
            |line: &&FieldReport| line.verdict != FieldOutcome::Seen || line.before != line.now;
        let count = |verdict| {
            self.lines.iter().filter(tells).filter(|line| line.verdict == verdict).count()
        };
        let (seen, kept) = (count(FieldOutcome::Seen), count(FieldOutcome::Kept));
        match (seen, kept, count(FieldOutcome::Other)) {
            (0, 0, 0) => Settlement::Unknowable,
            (_, 0, 0) => Settlement::Applied,
            (0, _, 0) => Settlement::NotApplied,
            _ => Settlement::Partly,
        }
    }
}

fn line(field: PersonField, wanted: &FieldValue, before: &Person, now: &Person) -> FieldReport {
    let [was, is] = [before, now].map(|person| seen(person, field, wanted));
    let verdict = match (&was, &is) {
        (_, Some(is)) if is_shown(field, wanted, is) => FieldOutcome::Seen,
        (Some(was), Some(is)) if was.means(is) => FieldOutcome::Kept,
        (_, Some(_)) => FieldOutcome::Other,
        (_, None) => FieldOutcome::Unseen,
    };
    FieldReport { field, before: was, wanted: wanted.clone(), now: is, verdict }
}

/// The value of a field in a record; among the jobs, the wanted one.
fn seen(person: &Person, field: PersonField, wanted: &FieldValue) -> Option<FieldValue> {
    match wanted {
        FieldValue::Job(job) => {
            let is_there =
                |job: &&super::JobChoice| person.jobs.iter().any(|entry| entry.job_id == job.id);
            Some(FieldValue::Job(job.as_ref().filter(is_there).cloned()))
        }
        FieldValue::Text(wanted) if holds_entry(person, field, wanted) => {
            Some(FieldValue::Text(wanted.clone()))
        }
        _ => shown(person, field),
    }
}

/// Whether the list of a contact has this entry, maybe beside others of the kind.
fn holds_entry(person: &Person, field: PersonField, wanted: &str) -> bool {
    field.entry_of().is_some_and(|(list, kind)| {
        let list = if list == PersonField::Emails { &person.emails } else { &person.phones };
        list.iter().any(|entry| entry.value == wanted && same_kind(&entry.contact_data_type, kind))
    })
}

#[must_use]
pub(crate) fn is_shown(field: PersonField, wanted: &FieldValue, now: &FieldValue) -> bool {
    match (field.spec().shown, wanted, now) {
        (Readback::AsHandle, FieldValue::Text(wanted), FieldValue::Text(now)) => {
            wanted == now || handle(wanted).eq_ignore_ascii_case(now)
        }
        _ => wanted.means(now),
    }
}

/// The last path segment of a profile address, decoded.
pub(crate) fn handle(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    percent_decode_str(last).decode_utf8_lossy().into_owned()
}

/// An unrequested change of a field, if there is one.
fn unasked(
    field: PersonField,
    wanted: &BTreeMap<PersonField, FieldValue>,
    before: &Person,
    now: &Person,
) -> Option<UnrequestedChange> {
    if wanted.contains_key(&field) {
        return None;
    }
    let (was, is) = (shown(before, field)?, shown(now, field)?);
    // A contact that was set on its own appears in its list.
    let asked: Vec<&str> = wanted
        .keys()
        .filter_map(|one| one.entry_of().filter(|(list, _)| *list == field))
        .map(|(_, kind)| kind)
        .collect();
    let rest = |value: &FieldValue| match value {
        FieldValue::Contacts(entries) => {
            let is_asked = |entry: &&Contact| {
                asked.iter().any(|kind| same_kind(kind, &entry.contact_data_type))
            };
            FieldValue::Contacts(entries.iter().filter(|entry| !is_asked(entry)).cloned().collect())
        }
        value => value.clone(),
    };
    (!rest(&was).means(&rest(&is))).then_some(UnrequestedChange { field, before: was, now: is })
}

/// A list before, wanted, and now.
fn lists(line: &FieldReport) -> Option<(&[Contact], &[Contact], &[Contact])> {
    match (&line.before, &line.wanted, &line.now) {
        (
            Some(FieldValue::Contacts(was)),
            FieldValue::Contacts(wanted),
            Some(FieldValue::Contacts(is)),
        ) => Some((was, wanted, is)),
        _ => None,
    }
}

fn holds(list: &[Contact], entry: &Contact) -> bool {
    list.iter().any(|other| is_same_entry(other, entry))
}

/// Whether the server added the new list to the old one. An unchanged list proves nothing.
fn was_extended(line: &FieldReport) -> bool {
    let Some((was, wanted, is)) = lists(line) else { return false };
    let has_all = wanted.iter().chain(was).all(|entry| holds(is, entry));
    // Another user may have added entries meanwhile.
    let has_only = is.iter().all(|entry| holds(wanted, entry) || holds(was, entry));
    has_all && has_only && is.len() > wanted.len() && is.len() > was.len()
}

/// Whether a list has its new entries but lost old ones that should stay.
fn was_replaced(line: &FieldReport) -> bool {
    let Some((was, wanted, is)) = lists(line) else { return false };
    let (stays, new): (Vec<_>, Vec<_>) = wanted.iter().partition(|entry| holds(was, entry));
    let is_lost = !stays.is_empty() && !stays.iter().any(|entry| holds(is, entry));
    is_lost && !new.is_empty() && new.iter().all(|entry| holds(is, entry))
}

/// Whether all omitted fields are empty now. Some servers never clear a name.
fn were_cleared(
    unasked: &[UnrequestedChange],
    wanted: &BTreeMap<PersonField, FieldValue>,
    before: &Person,
) -> bool {
    let left_out = WHOLE.into_iter().filter(|field| {
        *field != PersonField::Name
            && !wanted.contains_key(field)
            && shown(before, *field).is_some_and(|value| !value.is_empty())
    });
    let is_cleared = |field: PersonField| {
        unasked.iter().any(|unasked| unasked.field == field && unasked.now.is_empty())
    };
    let left_out: Vec<PersonField> = left_out.collect();
    left_out.len() > 1 && left_out.into_iter().all(is_cleared)
}
