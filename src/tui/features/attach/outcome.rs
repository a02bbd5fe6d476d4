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
    pub fate: AttachOutcome,
    /// Why the batch must pause.
    pub pause: Option<String>,
}

impl AttachOutcome {
    #[must_use]
    pub fn told(&self) -> &str {
        match self {
            Self::Waiting => "waits",
            Self::Out(_, SaveStep::Reading | SaveStep::Looking) => "being read",
            Self::Out(_, SaveStep::Sending) => "being sent",
            Self::Out(_, SaveStep::Proving) => "sent, being read again",
            Self::Out(_, SaveStep::Settling) => "no clear answer came, being read again",
            Self::Attached => "attached",
            Self::Already => "was a candidate there already",
            Self::Other(told) | Self::Failed(told) | Self::Unknown(told) => told,
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
pub fn judge(outcome: &SaveOutcome) -> AttachAssessment {
    match outcome {
        SaveOutcome::Already(_) => AttachAssessment { fate: AttachOutcome::Already, pause: None },
        SaveOutcome::Clash { .. } => {
            let told = "somebody else changed them meanwhile: nothing was sent";
            AttachAssessment { fate: AttachOutcome::Failed(told.to_owned()), pause: None }
        }
        SaveOutcome::Done(report) => reported(report),
        SaveOutcome::Failed(failed) => {
            let told = failed.failure.told.clone();
            // The cause affects every other person, too.
            let stops = matches!(
                failed.failure.kind,
                FailureKind::Key | FailureKind::Network | FailureKind::Waiting | FailureKind::Busy
            );
            let pause = stops.then(|| told.clone());
            let fate = match (failed.maybe, stops) {
                (true, _) => {
                    AttachOutcome::Unknown(format!("nobody knows whether attached: {told}"))
                }
                (false, true) => AttachOutcome::Waiting,
                (false, false) => AttachOutcome::Failed(told),
            };
            AttachAssessment { fate, pause }
        }
    }
}

fn reported(report: &Report) -> AttachAssessment {
    let line = report.lines.iter().find(|line| line.field == PersonField::JobId);
    let is_there = line.is_some_and(|line| line.verdict == FieldOutcome::Seen);
    let lost: Vec<_> = report.lost_jobs.iter().map(|job| sanitize(&job.job_name)).collect();
    let mut told = Vec::new();
    if !lost.is_empty() {
        told.push(format!("no longer in for {}", lost.join(", ")));
    }
    let unasked: Vec<_> = report.unasked.iter().map(|field| field.field.spec().label).collect();
    if !unasked.is_empty() {
        told.push(format!("changed without being asked: {}", unasked.join(", ")));
    }
    let pause = (!told.is_empty())
        .then(|| "the server changed more than was asked for: look at the row".to_owned());
    let fate = match (is_there, &report.answered) {
        (true, _) if told.is_empty() => AttachOutcome::Attached,
        (true, _) => AttachOutcome::Other(format!("attached, but {}", told.join("; "))),
        (false, ResponseKind::Lost(why)) if told.is_empty() => {
            AttachOutcome::Failed(format!("not attached, no clear answer came: {}", sanitize(why)))
        }
        (false, _) => {
            told.insert(0, "the server shows no such job".to_owned());
            AttachOutcome::Other(format!("sent, but {}", told.join("; ")))
        }
    };
    AttachAssessment { fate, pause }
}
