//! The outcome of attaching one person.

use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::{
    FieldOutcome, PersonField, Report, ResponseKind, SaveOutcome, SaveStep, WriteFailure,
};
use crate::text::sanitize;
use crate::tui::app::request::Ticket;

/// Texts are sanitized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AttachOutcome {
    Waiting,
    /// On its way.
    InFlight(Ticket, SaveStep),
    Attached,
    /// Was a candidate of the job before; nothing was sent.
    Already,
    /// The server did something else, or more.
    Other(String),
    Failed(String),
    /// Nobody knows whether the person is attached.
    Unknown(String),
    /// Not begun when the batch was cancelled.
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
            Self::Waiting => "waits",
            Self::InFlight(_, SaveStep::Reading | SaveStep::Searching) => "being read",
            Self::InFlight(_, SaveStep::Sending) => "being sent",
            Self::InFlight(_, SaveStep::Verifying) => "sent, being read again",
            Self::InFlight(_, SaveStep::Settling) => "no clear answer came, being read again",
            Self::Attached => "attached",
            Self::Already => "was a candidate there already",
            Self::Other(message) | Self::Failed(message) | Self::Unknown(message) => message,
            Self::NotStarted => "not begun",
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
        Ok(SaveOutcome::Conflict { .. }) => {
            let message = "somebody else changed them meanwhile: nothing was sent";
            AttachAssessment { outcome: AttachOutcome::Failed(message.to_owned()), pause: None }
        }
        Ok(SaveOutcome::Saved(report)) => assess_report(report),
        Err(failed) => {
            let message = failed.failure.message.clone();
            // The cause affects every other person, too.
            let pauses = matches!(
                failed.failure.kind,
                FailureKind::InvalidKey
                    | FailureKind::Network
                    | FailureKind::RateLimited
                    | FailureKind::Busy
            );
            let pause = pauses.then(|| message.clone());
            let outcome = match (failed.is_uncertain, pauses) {
                (true, _) => {
                    AttachOutcome::Unknown(format!("nobody knows whether attached: {message}"))
                }
                (false, true) => AttachOutcome::Waiting,
                (false, false) => AttachOutcome::Failed(message),
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
    let lost: Vec<_> = report.lost_jobs.iter().map(|job| sanitize(&job.job_name)).collect();
    let mut problems = Vec::new();
    if !lost.is_empty() {
        problems.push(format!("no longer in for {}", lost.join(", ")));
    }
    let unrequested: Vec<_> =
        report.unrequested.iter().map(|field| field.field.spec().label).collect();
    if !unrequested.is_empty() {
        problems.push(format!("changed without being asked: {}", unrequested.join(", ")));
    }
    let pause = (!problems.is_empty())
        .then(|| "the server changed more than was asked for: look at the row".to_owned());
    let outcome = match (is_attached, &report.response) {
        (true, _) if problems.is_empty() => AttachOutcome::Attached,
        (true, _) => AttachOutcome::Other(format!("attached, but {}", problems.join("; "))),
        (false, ResponseKind::Lost(why)) if problems.is_empty() => {
            AttachOutcome::Failed(format!("not attached, no clear answer came: {}", sanitize(why)))
        }
        (false, _) => {
            problems.insert(0, "the server shows no such job".to_owned());
            AttachOutcome::Other(format!("sent, but {}", problems.join("; ")))
        }
    };
    AttachAssessment { outcome, pause }
}
