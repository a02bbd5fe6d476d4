//! What would be moved in one's own database, before it is and after.

use crate::tui::app::effect::StageMove;
use crate::tui::app::request::Ticket;
use crate::wire::{CandidateId, JobId, StageId};

/// What would be moved.
#[derive(Debug, Clone, Default)]
pub struct ApplyPreview {
    /// The selected row.
    pub at: usize,
    /// Everybody to be moved, by job; also who cannot be.
    pub steps: Vec<ApplyStep>,
    /// Which count of changes they are from.
    pub seen: u64,
    /// Whether it was told that not all lists are read, and enter moves these alone.
    pub is_warned: bool,
    /// The asking that is out.
    pub sent: Option<Ticket>,
    /// Whether it was carried out, be it in part.
    pub is_over: bool,
    /// Whether one came from the list of what is to do.
    pub from_todo: bool,
}

/// One candidate, from where, to where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplyStep {
    /// Who.
    pub name: String,
    /// The id.
    pub candidate: CandidateId,
    /// Their job.
    pub job: JobId,
    /// What it is called.
    pub job_name: String,
    /// The stage they are in.
    pub stage: String,
    /// The stage they go to with what is to be sent, or why they cannot go.
    pub to: Result<(String, StageMove), &'static str>,
    /// The stages that it may be instead, this one among them; none where it is clear.
    pub choices: Vec<(StageId, String)>,
    /// Left out by hand.
    pub is_left_out: bool,
    /// What became of it.
    pub outcome: Option<Result<(), String>>,
}

impl ApplyStep {
    /// What is to be sent.
    #[must_use]
    pub fn sends(&self) -> Option<&StageMove> {
        self.to.as_ref().ok().filter(|_| !self.is_left_out).map(|(_, step)| step)
    }

    /// Another of the stages that it may be. Whether there is one.
    pub fn turn(&mut self, back: bool) -> bool {
        let (Ok((name, step)), count) = (&mut self.to, self.choices.len()) else { return false };
        let Some(at) = self.choices.iter().position(|(id, _)| *id == step.to) else {
            return false;
        };
        let next = if back { at + count - 1 } else { at + 1 } % count;
        (step.to, *name) = self.choices[next].clone();
        count > 1
    }
}

impl ApplyPreview {
    /// All that is to be sent.
    #[must_use]
    pub fn moves(&self) -> Vec<StageMove> {
        self.steps.iter().filter_map(ApplyStep::sends).cloned().collect()
    }
}
