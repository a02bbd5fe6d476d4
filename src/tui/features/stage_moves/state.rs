//! The log of the moves of this session.

use std::collections::{BTreeSet, HashSet};

use crate::recruiting::triage::StageMove;
use crate::tui::app::request::Ticket;
use crate::wire::{JobId, Timestamp};

/// The stage moves of this session, which undo and redo send again the other way round.
#[derive(Debug, Default)]
pub(crate) struct MoveLog {
    /// Carried out, the last one at the end.
    pub(crate) done: Vec<MoveBatch>,
    /// Moved back, the last one at the end.
    pub(crate) undone: Vec<MoveBatch>,
    /// Sent, without an answer yet.
    pub(crate) in_flight: Vec<InFlightMoves>,
    /// Jobs to load again because candidates were moved in them.
    pub(crate) reloading_jobs: HashSet<JobId>,
}

/// Moves that were sent together. Undo takes only those that were carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoveBatch {
    /// When they were sent.
    pub(crate) at: Timestamp,
    pub(crate) moves: Vec<NamedMove>,
}

/// A move with the names of what it moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedMove {
    pub(crate) stage_move: StageMove,
    pub(crate) job: JobId,
    pub(crate) name: String,
    /// Names of the stages.
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Debug)]
pub(crate) struct InFlightMoves {
    pub(super) ticket: Ticket,
    pub(super) kind: MoveKind,
    pub(super) batch: MoveBatch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveKind {
    Move,
    Undo,
    Redo,
}

impl MoveBatch {
    pub(super) fn jobs(&self) -> BTreeSet<JobId> {
        self.moves.iter().map(|step| step.job.clone()).collect()
    }

    /// The stage that all of them go to, or come from.
    pub(super) fn common_stage(&self, stage: impl Fn(&NamedMove) -> &str) -> Option<&str> {
        let mut stages = self.moves.iter().map(stage);
        let first = stages.next()?;
        stages.all(|other| other == first).then_some(first)
    }
}
