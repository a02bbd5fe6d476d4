//! The outcome of attaching one person.

use crate::recruiting::person::wording::{WriteKind, describe_conflicts};
use crate::recruiting::person::{
    FieldOutcome, PersonField, Report, SaveOutcome, SaveStep, WriteFailure,
};
use crate::tui::app::request::Ticket;

/// Texts are sanitized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AttachOutcome {
    Waiting,
    InFlight(Ticket, SaveStep),
    Attached,
    /// Was a candidate of the job before; nothing was sent.
    Already,
    /// The server did something else, or more.
    Other(String),
    Failed(String),
    /// The response was lost, or the record does not show it yet: the person may be attached.
    Unknown(String),
    /// Not started when the batch was cancelled.
    NotStarted,
}

/// What a save means for its row and for the rest of the batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttachAssessment {
    pub(crate) outcome: AttachOutcome,
    /// Why the batch must pause.
    pub(crate) pause: Option<String>,
}

impl AttachOutcome {
    pub(crate) fn describe(&self) -> &str {
        match self {
            Self::Waiting => "waiting",
            Self::InFlight(_, SaveStep::Reading | SaveStep::Searching) => "reading the record",
            Self::InFlight(_, SaveStep::Sending) => "sending",
            Self::InFlight(_, SaveStep::Verifying) => "sent, verifying",
            Self::InFlight(_, SaveStep::Awaiting) => "accepted, not visible yet, checking again",
            Self::InFlight(_, SaveStep::Settling) => "not confirmed, checking",
            Self::Attached => "added",
            Self::Already => "already a candidate there",
            Self::Other(message) | Self::Failed(message) | Self::Unknown(message) => message,
            Self::NotStarted => "not started",
        }
    }

    /// Retrying is safe: the record is read first, so a person is never attached twice.
    pub(crate) const fn can_retry(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Unknown(_) | Self::NotStarted)
    }
}

pub(crate) fn assess(result: &Result<SaveOutcome, WriteFailure>) -> AttachAssessment {
    match result {
        Ok(SaveOutcome::AlreadySaved(_)) => {
            AttachAssessment { outcome: AttachOutcome::Already, pause: None }
        }
        Ok(SaveOutcome::Conflict { conflicts, .. }) => {
            let message = describe_conflicts(conflicts);
            AttachAssessment { outcome: AttachOutcome::Failed(message), pause: None }
        }
        Ok(SaveOutcome::Saved(report)) => assess_report(report),
        Err(failed) => {
            let pauses = failed.failure.kind.affects_all_requests();
            let pause = pauses.then(|| failed.failure.message.clone());
            let outcome = match (failed.is_uncertain, pauses) {
                (true, _) => AttachOutcome::Unknown(failed.describe(WriteKind::Attach)),
                (false, true) => AttachOutcome::Waiting,
                (false, false) => AttachOutcome::Failed(failed.describe(WriteKind::Attach)),
            };
            AttachAssessment { outcome, pause }
        }
    }
}

fn assess_report(report: &Report) -> AttachAssessment {
    let field_report =
        report.fields.iter().find(|field_report| field_report.field == PersonField::JobId);
    let is_attached =
        field_report.is_some_and(|field_report| field_report.outcome == FieldOutcome::Verified);
    let problems = report.describe_unrequested();
    let pause = (!problems.is_empty())
        .then(|| "the server changed more than requested: see the row".to_owned());
    let texts = |lead: &str| [vec![lead.to_owned()], problems.clone()].concat().join("; ");
    let outcome = match (is_attached, &report.response) {
        (true, _) if problems.is_empty() => AttachOutcome::Attached,
        (true, _) => AttachOutcome::Other(texts("added")),
        (false, _) if report.is_invisible() => AttachOutcome::Unknown(report.describe()),
        (false, response) if response.is_unconfirmed() && problems.is_empty() => {
            AttachOutcome::Failed(report.describe())
        }
        (false, _) => AttachOutcome::Other(texts(&report.describe())),
    };
    AttachAssessment { outcome, pause }
}
