//! State of attaching people to a job in the background: who waits, who is in flight, and each
//! outcome.

use super::outcome::AttachOutcome;
use crate::recruiting::person::{JobChoice, Report};
use crate::tui::app::request::Ticket;
use crate::tui::features::job_picker::state::PickedPeople;
use crate::wire::PersonId;

/// Requests in flight. Low, because the user browses through the same rate limiter.
pub(crate) const MAX_IN_FLIGHT: usize = 4;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AttachBatch {
    pub(crate) job: JobChoice,
    /// Each person once.
    pub(crate) rows: Vec<AttachRow>,
    /// How many of them the filter hid.
    pub(crate) hidden: usize,
    pub(crate) progress: AttachProgress,
    /// Whether the user was warned on quitting.
    pub(crate) has_warned: bool,
    /// Whether the server showed an attachment late: the rest is not waited for.
    pub(crate) shows_late: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AttachRow {
    pub(crate) person: PersonId,
    /// Sanitized.
    pub(crate) name: String,
    pub(crate) outcome: AttachOutcome,
    /// Only where the server did something else or more.
    pub(crate) report: Option<Box<Report>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AttachProgress {
    /// Waits for the user's confirmation.
    Unconfirmed,
    Running,
    /// Holds the reason.
    Paused(String),
    /// Some requests may still be in flight.
    Cancelled,
    Finished,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AttachCounts {
    /// Rows with a final outcome.
    pub(crate) finished: usize,
    pub(crate) attached: usize,
    pub(crate) already: usize,
    pub(crate) other: usize,
    pub(crate) failed: usize,
    /// Rows that may be attached.
    pub(crate) unknown: usize,
    pub(crate) not_started: usize,
    pub(crate) in_flight: usize,
    pub(crate) waiting: usize,
}

impl AttachBatch {
    pub(crate) fn new(job: JobChoice, people: PickedPeople) -> Self {
        let row = |(person, name)| AttachRow {
            person,
            name,
            outcome: AttachOutcome::Waiting,
            report: None,
        };
        let rows = people.all.into_iter().map(row).collect();
        Self {
            job,
            rows,
            hidden: people.hidden,
            progress: AttachProgress::Unconfirmed,
            has_warned: false,
            shows_late: false,
        }
    }

    pub(crate) const fn is_under_way(&self) -> bool {
        !matches!(self.progress, AttachProgress::Unconfirmed | AttachProgress::Finished)
    }

    pub(crate) fn counts(&self) -> AttachCounts {
        let mut counts = AttachCounts::default();
        for row in &self.rows {
            let count = match row.outcome {
                AttachOutcome::Waiting => &mut counts.waiting,
                AttachOutcome::InFlight(..) => &mut counts.in_flight,
                AttachOutcome::Attached => &mut counts.attached,
                AttachOutcome::Already => &mut counts.already,
                AttachOutcome::Other(_) => &mut counts.other,
                AttachOutcome::Failed(_) => &mut counts.failed,
                AttachOutcome::Unknown(_) => &mut counts.unknown,
                AttachOutcome::NotStarted => &mut counts.not_started,
            };
            *count += 1;
        }
        counts.finished = self.rows.len() - counts.waiting - counts.in_flight;
        counts
    }

    /// The next row to send. Until one person is attached, only one request is in flight, so that a
    /// misbehaving server affects one person.
    pub(crate) fn next(&self) -> Option<usize> {
        let counts = self.counts();
        let limit = if counts.attached > 0 { MAX_IN_FLIGHT } else { 1 };
        if self.progress != AttachProgress::Running || counts.in_flight >= limit {
            return None;
        }
        self.rows.iter().position(|row| row.outcome == AttachOutcome::Waiting)
    }

    pub(crate) fn index_of(&self, ticket: Ticket) -> Option<usize> {
        self.rows.iter().position(
            |row| matches!(row.outcome, AttachOutcome::InFlight(other, _) if other == ticket),
        )
    }

    pub(crate) fn describe_progress(&self) -> String {
        let AttachCounts { finished, in_flight, .. } = self.counts();
        let all = self.rows.len();
        let message = match self.progress {
            AttachProgress::Paused(_) => format!("Adding people paused at {finished} of {all}"),
            AttachProgress::Cancelled => {
                format!("Adding people canceled, {in_flight} still in progress")
            }
            _ => format!("Adding {finished} of {all}"),
        };
        [vec![message], self.problems()].concat().join(", ")
    }

    pub(crate) fn summary(&self) -> String {
        let AttachCounts { attached, already, not_started, .. } = self.counts();
        if let [AttachRow { name, outcome, .. }] = self.rows.as_slice() {
            match outcome {
                AttachOutcome::Attached => return format!("Added {name} to {}", self.job.name),
                AttachOutcome::Already => {
                    return format!("{name} is already a candidate for {}", self.job.name);
                }
                _ => {}
            }
        }
        let mut message =
            vec![format!("Added {attached} of {} to {}", self.rows.len(), self.job.name)];
        if already > 0 {
            message.push(format!("{already} already candidates there"));
        }
        message.extend(self.problems());
        if not_started > 0 {
            message.push(format!("{not_started} not started"));
        }
        message.join(", ")
    }

    pub(crate) fn problems(&self) -> Vec<String> {
        let AttachCounts { other, failed, unknown, .. } = self.counts();
        let problems = [(other, "not as requested"), (failed, "failed"), (unknown, "unknown")];
        let problems = problems.into_iter().filter(|(count, _)| *count > 0);
        problems.map(|(count, words)| format!("{count} {words}")).collect()
    }
}
