//! The outcome of attaching one person.

use crate::recruiting::failure::FailureKind;
use crate::recruiting::person::{
    FieldOutcome, PersonField, Report, ResponseKind, SaveOutcome, SaveStep,
};
use crate::text::sanitize;
use crate::tui::app::request::Ticket;

/// Texts are sanitized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachOutcome {
    Waiting,
    /// On its way.
    Out(Ticket, SaveStep),
    Attached,
    /// Was a candidate of the job before; nothing was sent.
    Already,
    /// The server did something else, or more.
    Other(String),
    Failed(String),
    /// Nobody knows whether the person is attached.
    Unknown(String),
    /// Not begun when the batch was cancelled.
    Left,
}

/// What a save means for its row and for the rest of the batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachAssessment {
    pub outcome: AttachOutcome,
    /// Why the batch must pause.
    pub pause: Option<String>,
}

impl AttachOutcome {
    #[must_use]
    pub fn describe(&self) -> &str {
        match self {
            Self::Waiting => "waits",
            Self::Out(_, SaveStep::Reading | SaveStep::Looking) => "being read",
            Self::Out(_, SaveStep::Sending) => "being sent",
            Self::Out(_, SaveStep::Proving) => "sent, being read again",
            Self::Out(_, SaveStep::Settling) => "no clear answer came, being read again",
            Self::Attached => "attached",
            Self::Already => "was a candidate there already",
            Self::Other(message) | Self::Failed(message) | Self::Unknown(message) => message,
            Self::Left => "not begun",
        }
    }

    /// Retrying is safe: the record is read first, so a person is never attached twice.
    #[must_use]
    pub const fn can_be_tried_again(&self) -> bool {
        matches!(self, Self::Failed(_) | Self::Unknown(_) | Self::Left)
    }
}

#[must_use]
pub fn assess(outcome: &SaveOutcome) -> AttachAssessment {
    match outcome {
        SaveOutcome::Already(_) => {
            AttachAssessment { outcome: AttachOutcome::Already, pause: None }
        }
        SaveOutcome::Clash { .. } => {
            let message = "somebody else changed them meanwhile: nothing was sent";
            AttachAssessment { outcome: AttachOutcome::Failed(message.to_owned()), pause: None }
        }
        SaveOutcome::Done(report) => assess_report(report),
        SaveOutcome::Failed(failed) => {
            let message = failed.failure.told.clone();
            // The cause affects every other person, too.
            let stops = matches!(
                failed.failure.kind,
                FailureKind::Key | FailureKind::Network | FailureKind::Waiting | FailureKind::Busy
            );
            let pause = stops.then(|| message.clone());
            let outcome = match (failed.maybe, stops) {
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
    let line = report.lines.iter().find(|line| line.field == PersonField::JobId);
    let is_there = line.is_some_and(|line| line.verdict == FieldOutcome::Seen);
    let lost: Vec<_> = report.lost_jobs.iter().map(|job| sanitize(&job.job_name)).collect();
    let mut message = Vec::new();
    if !lost.is_empty() {
        message.push(format!("no longer in for {}", lost.join(", ")));
    }
    let unasked: Vec<_> = report.unasked.iter().map(|field| field.field.spec().label).collect();
    if !unasked.is_empty() {
        message.push(format!("changed without being asked: {}", unasked.join(", ")));
    }
    let pause = (!message.is_empty())
        .then(|| "the server changed more than was asked for: look at the row".to_owned());
    let outcome = match (is_there, &report.answered) {
        (true, _) if message.is_empty() => AttachOutcome::Attached,
        (true, _) => AttachOutcome::Other(format!("attached, but {}", message.join("; "))),
        (false, ResponseKind::Lost(why)) if message.is_empty() => {
            AttachOutcome::Failed(format!("not attached, no clear answer came: {}", sanitize(why)))
        }
        (false, _) => {
            message.insert(0, "the server shows no such job".to_owned());
            AttachOutcome::Other(format!("sent, but {}", message.join("; ")))
        }
    };
    AttachAssessment { outcome, pause }
}
