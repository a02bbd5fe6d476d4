//! State of attaching people to a job in the background: who waits, who is in flight, and each
//! outcome.

use super::outcome::AttachOutcome;
use crate::recruiting::person::{JobChoice, Report};
use crate::tui::app::request::Ticket;
use crate::tui::features::job_picker::state::PickedPeople;
use crate::wire::PersonId;

/// Requests in flight. Low, because the user browses through the same rate limiter.
pub const AT_ONCE: usize = 4;

#[derive(Debug, Clone, PartialEq)]
pub struct AttachBatch {
    pub job: JobChoice,
    /// Each person once.
    pub rows: Vec<AttachRow>,
    /// How many of them the filter hid.
    pub hidden: usize,
    pub progress: AttachProgress,
    /// Whether the user was warned on quitting.
    pub(crate) warned: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct AttachRow {
    pub person: PersonId,
    /// Sanitized.
    pub name: String,
    pub outcome: AttachOutcome,
    /// Only where the server did something else or more.
    pub report: Option<Box<Report>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachProgress {
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
pub struct AttachCounts {
    /// Rows with a final outcome.
    pub done: usize,
    pub attached: usize,
    pub already: usize,
    pub other: usize,
    pub failed: usize,
    pub left: usize,
    pub out: usize,
    pub waiting: usize,
}

impl AttachBatch {
    #[must_use]
    pub fn new(job: JobChoice, people: PickedPeople) -> Self {
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
            warned: false,
        }
    }

    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        !matches!(self.progress, AttachProgress::Unconfirmed | AttachProgress::Finished)
    }

    #[must_use]
    pub fn counts(&self) -> AttachCounts {
        let mut counts = AttachCounts::default();
        for row in &self.rows {
            let count = match row.outcome {
                AttachOutcome::Waiting => &mut counts.waiting,
                AttachOutcome::Out(..) => &mut counts.out,
                AttachOutcome::Attached => &mut counts.attached,
                AttachOutcome::Already => &mut counts.already,
                AttachOutcome::Other(_) => &mut counts.other,
                AttachOutcome::Failed(_) | AttachOutcome::Unknown(_) => &mut counts.failed,
                AttachOutcome::Left => &mut counts.left,
            };
            *count += 1;
        }
        counts.done = self.rows.len() - counts.waiting - counts.out;
        counts
    }

    /// The first person goes alone: what the server does wrong to one it would do to all.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let counts = self.counts();
        let most = if counts.attached > 0 { AT_ONCE } else { 1 };
        if self.progress != AttachProgress::Running || counts.out >= most {
            return None;
        }
        self.rows.iter().position(|row| row.outcome == AttachOutcome::Waiting)
    }

    #[must_use]
    pub fn place_of(&self, ticket: Ticket) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| matches!(row.outcome, AttachOutcome::Out(out, _) if out == ticket))
    }

    #[must_use]
    pub fn progress(&self) -> String {
        let AttachCounts { done, out, .. } = self.counts();
        let all = self.rows.len();
        let message = match self.progress {
            AttachProgress::Paused(_) => format!("attaching is paused at {done} of {all}"),
            AttachProgress::Cancelled => format!("attaching is cancelled, {out} still out"),
            _ => format!("attaching {done} of {all}"),
        };
        [vec![message], self.troubles()].concat().join(", ")
    }

    #[must_use]
    pub fn summary(&self) -> String {
        let AttachCounts { attached, already, left, .. } = self.counts();
        let mut message =
            vec![format!("attached {attached} of {} to {}", self.rows.len(), self.job.name)];
        if already > 0 {
            message.push(format!("{already} candidates there already"));
        }
        message.extend(self.troubles());
        if left > 0 {
            message.push(format!("{left} not begun"));
        }
        message.join(", ")
    }

    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        let AttachCounts { other, failed, .. } = self.counts();
        let message = [(other, "not as meant"), (failed, "failed")];
        let message = message.into_iter().filter(|(count, _)| *count > 0);
        message.map(|(count, words)| format!("{count} {words}")).collect()
    }
}
