//! What the server did with an update, field by field, according to a read after it.

use std::collections::BTreeMap;

use super::field_report::{
    COMPARED_FIELDS, FieldOutcome, FieldReport, UnrequestedChange, compare_field, find_unrequested,
    mark_invisible, was_extended, was_replaced, were_cleared,
};
use super::fields::PersonField;
use super::plan::ServerQuirks;
use super::value::FieldValue;
use crate::wire::{JobAssociation, Person};

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

impl ResponseKind {
    /// Whether only the record tells what happened.
    pub(crate) const fn is_unconfirmed(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::Refused(_))
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

    /// Whether the server accepted the change and does not show it: its reads lag behind its writes.
    #[must_use]
    pub fn is_late(&self) -> bool {
        matches!(self.response, ResponseKind::Accepted(_)) && self.is_invisible()
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
