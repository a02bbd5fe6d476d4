//! What the server did with a change: each field, as a read shows it afterwards.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::fields::{PersonField, Readback};
use super::plan::ServerQuirks;
use super::readable::shown;
use super::value::{FieldValue, is_same_entry, same_kind};
use crate::wire::{Contact, JobAssociation, Person};

/// What the server did with a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The record before it was sent.
    pub before: Box<Person>,
    /// The record as it is now.
    pub now: Box<Person>,
    /// How the request was answered.
    pub answered: ResponseKind,
    /// What became of each field that was sent.
    pub lines: Vec<FieldReport>,
    /// What changed although nobody asked for it.
    pub unasked: Vec<UnrequestedChange>,
    /// Jobs that the person no longer stands in for, although nobody asked.
    pub lost_jobs: Vec<JobAssociation>,
    /// What was learned of the server by it.
    pub learned: ServerQuirks,
}

/// How a request was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResponseKind {
    /// The server says it is done, in these words.
    Done(String),
    /// No answer came, because of this; the record was read again.
    Lost(String),
    /// Nothing was sent: a server that only adds to lists takes nothing away.
    Unsent,
}

/// What became of one field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldReport {
    /// Which one.
    pub field: PersonField,
    /// What it held; nothing where the server never shows it.
    pub before: Option<FieldValue>,
    /// What it should hold.
    pub wanted: FieldValue,
    /// What it holds now, where that can be seen.
    pub now: Option<FieldValue>,
    /// What that means.
    pub verdict: FieldOutcome,
}

/// What became of a field that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldOutcome {
    /// Saved, and seen.
    Seen,
    /// Sent; this server never shows it.
    Unseen,
    /// The server kept what it had.
    Kept,
    /// The server made something else of it.
    Other,
}

/// A field that changed although nobody asked for it.
#[derive(Debug, Clone, PartialEq)]
pub struct UnrequestedChange {
    /// Which one.
    pub field: PersonField,
    /// What it held.
    pub before: FieldValue,
    /// What it holds now.
    pub now: FieldValue,
}

impl UnrequestedChange {
    /// Whether it can be sent as it was: a handle is no address.
    #[must_use]
    pub fn can_be_put_back(&self) -> bool {
        self.field.spec().shown != Readback::AsHandle
    }
}

/// Which of the two happened when no answer came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Settlement {
    /// It was carried out.
    Applied,
    /// It was not.
    NotApplied,
    /// Some of it was.
    Partly,
    /// Nothing that was sent is ever shown: it cannot be told.
    Unknowable,
}

/// The fields that a record shows whole, each for itself.
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
    /// Holds what was sent against the record before and after.
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

    /// Whether all of it is as it was meant, as far as that can be seen.
    #[must_use]
    pub fn is_as_meant(&self) -> bool {
        let fine =
            |line: &FieldReport| matches!(line.verdict, FieldOutcome::Seen | FieldOutcome::Unseen);
        self.lines.iter().all(fine) && self.unasked.is_empty() && self.lost_jobs.is_empty()
    }

    /// The fields that were not saved, or of which nobody knows: what was typed
    /// there must not go.
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

    /// The lists that came back with the new entries alone: a server that was
    /// thought to add to lists replaces them.
    pub fn replaced(&self) -> impl Iterator<Item = PersonField> {
        self.lines.iter().filter(|line| was_replaced(line)).map(|line| line.field)
    }

    /// Whether anything that changed without being asked for can be put back.
    #[must_use]
    pub fn can_put_back(&self) -> bool {
        self.unasked.iter().any(UnrequestedChange::can_be_put_back)
    }

    /// Which of the two happened, where no answer came.
    #[must_use]
    pub fn settled(&self) -> Settlement {
        // What looked as it was wanted before tells nothing.
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

/// What a record shows of a field; of the jobs, the one that is wanted.
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

/// Whether the list that a field is an entry of holds it, beside others of its
/// kind.
fn holds_entry(person: &Person, field: PersonField, wanted: &str) -> bool {
    field.entry_of().is_some_and(|(list, kind)| {
        let list = if list == PersonField::Emails { &person.emails } else { &person.phones };
        list.iter().any(|entry| entry.value == wanted && same_kind(&entry.contact_data_type, kind))
    })
}

/// Whether a field shows what was wanted.
#[must_use]
pub(crate) fn is_shown(field: PersonField, wanted: &FieldValue, now: &FieldValue) -> bool {
    match (field.spec().shown, wanted, now) {
        (Readback::AsHandle, FieldValue::Text(wanted), FieldValue::Text(now)) => {
            wanted == now || handle(wanted).eq_ignore_ascii_case(now)
        }
        _ => wanted.means(now),
    }
}

/// The last part of the address of a page, as people write it.
pub(crate) fn handle(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    percent_decode_str(last).decode_utf8_lossy().into_owned()
}

/// A field that nobody asked to change, if it did.
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
    // An entry that was set on its own shows in its list.
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

/// A list as it was, as it should be, and as it is.
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

/// Whether a list came back with what was there before added to it. One that
/// came back as it was tells nothing: it may have been left alone.
fn was_extended(line: &FieldReport) -> bool {
    let Some((was, wanted, is)) = lists(line) else { return false };
    let has_all = wanted.iter().chain(was).all(|entry| holds(is, entry));
    // What somebody else added meanwhile is not the server's doing.
    let has_only = is.iter().all(|entry| holds(wanted, entry) || holds(was, entry));
    has_all && has_only && is.len() > wanted.len() && is.len() > was.len()
}

/// Whether a list holds what was new in it, and lost what should have stayed.
fn was_replaced(line: &FieldReport) -> bool {
    let Some((was, wanted, is)) = lists(line) else { return false };
    let (stays, new): (Vec<_>, Vec<_>) = wanted.iter().partition(|entry| holds(was, entry));
    let is_lost = !stays.is_empty() && !stays.iter().any(|entry| holds(is, entry));
    is_lost && !new.is_empty() && new.iter().all(|entry| holds(is, entry))
}

/// Whether everything that was left out is empty now. A name may be something
/// that a server never lets go.
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
