//! The words for the outcome of a save or a create.
//!
//! The editor, the edit log, the attach dialog and the commands share them, so that one outcome
//! reads the same everywhere. A text starts in lower case and has no full stop, so a caller can put
//! it behind a name. All texts are safe to show.

use super::conflict::Conflict;
use super::field_report::{FieldOutcome, FieldReport};
use super::fields::FormKind;
use super::outcome::{CreatedPerson, SaveOutcome, WriteFailure};
use super::plan::ServerQuirks;
use super::report::{Report, ResponseKind, Settlement};
use super::value::FieldValue;
use crate::text::sanitize;

pub(crate) const NOT_SAVED: &str = "not saved";

const MAYBE_SAVED: &str = "may have been saved";

const MORE_CHANGED: &str = "saved, but the server changed more than requested";

/// Why the record does not prove that a value was written.
pub(crate) const HAD_VALUES: &str = "the record had these values before, too";

const NOT_AS_REQUESTED: &str = "saved, but not as requested";

pub(crate) const ALREADY_SAVED: &str =
    "already saved: the server has these values; nothing was sent";

/// Said once in a batch of attachments.
pub(crate) const LATE_CHANGES: &str =
    "this server shows changes late: the following people are not checked again";

/// The server accepted a change or a create, but reads do not show it.
pub(crate) const NOT_VISIBLE: &str = "the server accepted the change but does not show it yet";

/// The same for a new person.
pub(crate) const CREATED_NOT_VISIBLE: &str =
    "the server accepted the new person but does not show the record yet";

/// Precedes the fields that changed without a request.
pub(crate) const ALSO_CHANGED: &str = "also changed by the server";

/// Precedes the jobs that lost the person without a request.
pub(crate) const NO_LONGER_CANDIDATE: &str = "no longer a candidate for";

/// The person of a create without a clear response was found.
pub(crate) const RECOVERED: &str =
    "the server did not confirm it, but the person was found by external ID";

impl SaveOutcome {
    /// Whether the record has what was requested, and nothing else changed.
    pub(crate) fn is_fine(&self) -> bool {
        match self {
            Self::AlreadySaved(_) => true,
            Self::Conflict { .. } => false,
            Self::Saved(report) => report.is_fine(),
        }
    }

    pub(crate) fn describe(&self) -> String {
        match self {
            Self::AlreadySaved(_) => ALREADY_SAVED.to_owned(),
            Self::Conflict { conflicts, .. } => describe_conflicts(conflicts),
            Self::Saved(report) => report.describe(),
        }
    }
}

pub(crate) fn describe_conflicts(conflicts: &[Conflict]) -> String {
    let labels: Vec<&str> = conflicts.iter().map(|conflict| conflict.field.spec().label).collect();
    let fields = if labels.is_empty() { "the same fields".to_owned() } else { labels.join(", ") };
    if !conflicts.is_empty() && conflicts.iter().all(|conflict| conflict.is_stale) {
        return format!(
            "not saved: the server still shows {fields} as before your last change; nothing was overwritten"
        );
    }
    format!("not saved: another user changed {fields} meanwhile; nothing was overwritten")
}

/// What a write that failed should have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteKind {
    Save,
    Create,
    Attach,
}

impl From<FormKind> for WriteKind {
    fn from(kind: FormKind) -> Self {
        if kind == FormKind::Update { Self::Save } else { Self::Create }
    }
}

impl WriteFailure {
    pub(crate) fn describe(&self, kind: WriteKind) -> String {
        let participle = match kind {
            WriteKind::Save => "saved",
            WriteKind::Create => "created",
            WriteKind::Attach => "added",
        };
        let message = &self.failure.message;
        if self.is_uncertain {
            format!("may have been {participle}: {message}")
        } else if self.is_sent {
            // The server may have applied it and show it late.
            format!("probably not {participle}: {message}")
        } else {
            format!("not {participle}: {message}")
        }
    }
}

impl CreatedPerson {
    pub(crate) fn describe(&self) -> String {
        if self.was_recovered { format!("created; {RECOVERED}") } else { "created".to_owned() }
    }
}

impl ServerQuirks {
    pub(crate) fn describe(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.extends_lists, "this server adds to lists instead of replacing them"),
            (self.clears_omitted, "this server clears fields that an update leaves out"),
        ];
        all.into_iter().filter(|(is_known, _)| *is_known).map(|(_, text)| text)
    }

    /// The message for quirks that no longer hold.
    pub(crate) fn describe_refuted(self) -> Option<&'static str> {
        self.extends_lists.then_some(
            "this server replaces lists now, which it did not before: send the whole list again",
        )
    }
}

impl FieldOutcome {
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Verified => "saved and verified",
            Self::Unverifiable => "sent, not verified (write-only)",
            Self::Unproven => "sent, not verified (the record had this value before)",
            Self::Unchanged => "not saved, the old value is still there",
            Self::NotVisible => "sent, not visible yet",
            Self::Different => "saved as another value",
        }
    }

    /// Whether the record differs from what was requested.
    pub(crate) const fn is_bad(self) -> bool {
        matches!(self, Self::Unchanged | Self::NotVisible | Self::Different)
    }
}

impl FieldReport {
    /// The requested job that the person did not get, in words.
    pub(crate) fn describe_missing_job(&self) -> Option<String> {
        match &self.wanted {
            FieldValue::Job(Some(job)) if self.outcome == FieldOutcome::NotVisible => {
                Some(format!("sent, not visible yet: {}", sanitize(&job.name)))
            }
            FieldValue::Job(Some(job)) if self.outcome.is_bad() => {
                Some(format!("not added to {}", sanitize(&job.name)))
            }
            _ => None,
        }
    }
}

impl Report {
    /// Whether the server did what was requested and no more, as far as this can be known.
    pub(crate) fn is_fine(&self) -> bool {
        let is_settled = match self.response {
            ResponseKind::Accepted(_) => true,
            ResponseKind::Lost(_) | ResponseKind::Refused(_) => {
                self.settlement() == Settlement::Applied
            }
            ResponseKind::Unsent => false,
        };
        is_settled && self.is_as_requested()
    }

    /// The outcome in one sentence, without texts of the server.
    pub(crate) fn headline(&self) -> String {
        self.describe_with(match self.response {
            ResponseKind::Refused(_) => "the server refused the change",
            _ => "no clear response came",
        })
    }

    /// The outcome in one sentence, with the cause if the server did not confirm the update.
    pub(crate) fn describe(&self) -> String {
        match &self.response {
            ResponseKind::Lost(cause) | ResponseKind::Refused(cause)
                if !cause.trim().is_empty() =>
            {
                self.describe_with(&sanitize(cause))
            }
            _ => self.headline(),
        }
    }

    fn describe_with(&self, cause: &str) -> String {
        let (lead, evidence) = match (&self.response, self.settlement()) {
            (ResponseKind::Accepted(_), _) => return self.accepted_headline().to_owned(),
            (ResponseKind::Unsent, _) => {
                return "not saved: this server only adds to lists, and there is nothing to add"
                    .to_owned();
            }
            (ResponseKind::Refused(_), Settlement::Applied) if self.is_as_requested() => {
                return format!("saved, although {cause}: the record shows it");
            }
            (_, Settlement::Applied) if self.is_as_requested() => {
                ("saved", "the record shows the change")
            }
            (_, Settlement::Applied) => (MORE_CHANGED, "the record shows the change"),
            (_, Settlement::NotApplied) => (MAYBE_SAVED, "the record does not show the change yet"),
            (_, Settlement::Partly) => (NOT_AS_REQUESTED, "the record shows only part of it"),
            (_, Settlement::Unknowable) if self.has_unproven() => (MAYBE_SAVED, HAD_VALUES),
            (_, Settlement::Unknowable) => (MAYBE_SAVED, "the server does not return these fields"),
        };
        format!("{lead}: {cause}; {evidence}")
    }

    fn accepted_headline(&self) -> &'static str {
        let count = |outcome| self.fields.iter().filter(|report| report.outcome == outcome).count();
        let (verified, write_only) =
            (count(FieldOutcome::Verified), count(FieldOutcome::Unverifiable));
        let (unproven, all) = (count(FieldOutcome::Unproven), self.fields.len());
        match self.is_as_requested() {
            true if unproven == all => {
                "sent, but not verified: the record had these values before, too"
            }
            true if unproven > 0 => "sent, but not every field could be verified",
            true if verified == 0 => {
                "sent, but not verified: the server does not return these fields"
            }
            true if write_only == 0 => "saved and verified",
            true => "saved; every field that the server returns is verified",
            false if self.is_invisible() => NOT_VISIBLE,
            false if count(FieldOutcome::Unchanged) == all => {
                "not saved: the server accepted the change but kept the old values"
            }
            false if verified + write_only + unproven == all => MORE_CHANGED,
            false => NOT_AS_REQUESTED,
        }
    }

    /// The outcome of an update that the server confirmed and did exactly, in a few words. None if
    /// the user should read the whole report.
    pub(crate) fn describe_success(&self) -> Option<String> {
        let is_confirmed = matches!(self.response, ResponseKind::Accepted(_));
        let is_plain = is_confirmed
            && self.is_as_requested()
            && !self.has_unproven()
            && self.quirks == ServerQuirks::default();
        let is_write_only = |report: &&FieldReport| report.outcome == FieldOutcome::Unverifiable;
        let write_only = self.fields.iter().filter(is_write_only);
        let labels: Vec<&str> = write_only.map(|report| report.field.spec().label).collect();
        let lead = if labels.len() == self.fields.len() { "sent" } else { "saved and verified" };
        is_plain.then(|| match labels.as_slice() {
            [] => lead.to_owned(),
            labels => format!("{lead} · this server does not return the {}", labels.join(", ")),
        })
    }

    /// The message of the server, or why it did not confirm the update.
    pub(crate) fn reply(&self) -> Option<String> {
        let (lead, text) = match &self.response {
            ResponseKind::Accepted(text) => ("server message", text),
            ResponseKind::Lost(text) | ResponseKind::Refused(text) => ("cause", text),
            ResponseKind::Unsent => return None,
        };
        (!text.trim().is_empty()).then(|| format!("{lead}: {}", sanitize(text)))
    }

    /// What changed without a request: jobs, then fields.
    pub(crate) fn describe_unrequested(&self) -> Vec<String> {
        let jobs: Vec<_> = self.lost_jobs.iter().map(|job| sanitize(&job.job_name)).collect();
        let fields: Vec<_> =
            self.unrequested.iter().map(|change| change.field.spec().label).collect();
        let mut texts = Vec::new();
        if !jobs.is_empty() {
            texts.push(format!("{NO_LONGER_CANDIDATE} {}", jobs.join(", ")));
        }
        if !fields.is_empty() {
            texts.push(format!("{ALSO_CHANGED}: {}", fields.join(", ")));
        }
        texts
    }

    /// The outcome of each field on one line.
    pub(crate) fn describe_fields(&self) -> String {
        let outcomes = [
            FieldOutcome::Verified,
            FieldOutcome::Unverifiable,
            FieldOutcome::Unproven,
            FieldOutcome::NotVisible,
            FieldOutcome::Unchanged,
            FieldOutcome::Different,
        ];
        let describe = |outcome: FieldOutcome| {
            let reports = self.fields.iter().filter(|report| report.outcome == outcome);
            let labels: Vec<_> = reports.map(|report| report.field.spec().label).collect();
            let text = || format!("{}: {}", labels.join(", "), outcome.describe());
            (!labels.is_empty()).then(text)
        };
        let outcomes = outcomes.into_iter().filter_map(describe);
        outcomes.chain(self.describe_unrequested()).collect::<Vec<_>>().join("; ")
    }
}
