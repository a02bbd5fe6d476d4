//! People who are put forward for a job one after the other, while one browses
//! on: who waits, who is out, and what came of each.
//!
//! Plain data and what follows from it; nothing is sent here. `update/batch`
//! sends one change a person and takes the outcomes in; `view/over/batch` draws
//! it, and the bottom line tells how far it is.

use super::outcome::AttachOutcome;
use crate::recruiting::person::{JobChoice, Report};
use crate::tui::app::request::Ticket;
use crate::tui::features::job_picker::state::PickedPeople;
use crate::wire::PersonId;

/// So many are out at a time: the client's budget is for those who browse, too.
pub const AT_ONCE: usize = 4;

/// People who are put forward for a job.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachBatch {
    /// The job.
    pub job: JobChoice,
    /// The people, each of them once.
    pub rows: Vec<AttachRow>,
    /// How many of them the filter hid when they were chosen.
    pub hidden: usize,
    /// Where it stands.
    pub course: AttachProgress,
    /// Whether somebody who quits was told that it still goes on.
    pub(crate) warned: bool,
}

/// One of the people.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachRow {
    /// Who.
    pub person: PersonId,
    /// What they are called, safe to show.
    pub name: String,
    /// What became of it.
    pub fate: AttachOutcome,
    /// All that the server did, where that is not what was meant.
    pub report: Option<Box<Report>>,
}

/// Where a batch stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttachProgress {
    /// It was not begun: one is asked first.
    Asked,
    /// It goes on by itself.
    Running,
    /// It goes on when somebody says so; why it stopped.
    Paused(String),
    /// Nobody more is sent; some may still be out.
    Cancelled,
    /// All of it came to its end.
    Over,
}

/// How many there are of each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AttachCounts {
    /// Those to whom something happened that is final.
    pub done: usize,
    /// Attached as it was meant.
    pub attached: usize,
    /// Stood in for the job before.
    pub already: usize,
    /// The server did something else.
    pub other: usize,
    /// Not attached, or nobody knows.
    pub failed: usize,
    /// Not begun, and not to be.
    pub left: usize,
    /// On their way.
    pub out: usize,
    /// To be sent.
    pub waiting: usize,
}

impl AttachBatch {
    /// Asks whether these shall be put forward for a job.
    #[must_use]
    pub fn new(job: JobChoice, people: PickedPeople) -> Self {
        let row =
            |(person, name)| AttachRow { person, name, fate: AttachOutcome::Waiting, report: None };
        let rows = people.all.into_iter().map(row).collect();
        Self { job, rows, hidden: people.hidden, course: AttachProgress::Asked, warned: false }
    }

    /// Whether it was begun and is not over.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        !matches!(self.course, AttachProgress::Asked | AttachProgress::Over)
    }

    /// How many there are of each.
    #[must_use]
    pub fn counts(&self) -> AttachCounts {
        let mut counts = AttachCounts::default();
        for row in &self.rows {
            let count = match row.fate {
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

    /// Who is sent next, if somebody is. Until the server was seen to do what is
    /// asked and nothing else, one goes alone: what it does to one person it
    /// would do to all.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let counts = self.counts();
        let most = if counts.attached > 0 { AT_ONCE } else { 1 };
        if self.course != AttachProgress::Running || counts.out >= most {
            return None;
        }
        self.rows.iter().position(|row| row.fate == AttachOutcome::Waiting)
    }

    /// Whose change that is.
    #[must_use]
    pub fn place_of(&self, ticket: Ticket) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| matches!(row.fate, AttachOutcome::Out(out, _) if out == ticket))
    }

    /// How far it is, in a few words for the bottom line.
    #[must_use]
    pub fn progress(&self) -> String {
        let AttachCounts { done, out, .. } = self.counts();
        let all = self.rows.len();
        let told = match self.course {
            AttachProgress::Paused(_) => format!("attaching is paused at {done} of {all}"),
            AttachProgress::Cancelled => format!("attaching is cancelled, {out} still out"),
            _ => format!("attaching {done} of {all}"),
        };
        [vec![told], self.troubles()].concat().join(", ")
    }

    /// How it went, when it is over.
    #[must_use]
    pub fn summary(&self) -> String {
        let AttachCounts { attached, already, left, .. } = self.counts();
        let mut told =
            vec![format!("attached {attached} of {} to {}", self.rows.len(), self.job.name)];
        if already > 0 {
            told.push(format!("{already} candidates there already"));
        }
        told.extend(self.troubles());
        if left > 0 {
            told.push(format!("{left} not begun"));
        }
        told.join(", ")
    }

    /// What did not go as it was meant, counted.
    #[must_use]
    pub fn troubles(&self) -> Vec<String> {
        let AttachCounts { other, failed, .. } = self.counts();
        let told = [(other, "not as meant"), (failed, "failed")];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        told.map(|(count, words)| format!("{count} {words}")).collect()
    }
}
