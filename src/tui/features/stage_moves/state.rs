//! The stage picker, and the log of the moves of this session.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::recruiting::stage::StageKind;
use crate::recruiting::triage::StageMove;
use crate::tui::app::request::Ticket;
use crate::tui::features::prompt::state::PromptSubjects;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{JobId, StageId, Timestamp};

#[derive(Debug, Default)]
pub(crate) struct StagePicker {
    pub(crate) field: TextInput,
    pub(crate) subjects: PromptSubjects,
    /// In pipeline order.
    pub(crate) targets: Vec<StageTarget>,
    /// Indices of the targets that match the typed text.
    pub(crate) matches: Vec<usize>,
    /// Index in `matches`.
    pub(crate) at: usize,
    /// Whether a stage is selected: the user typed or moved, or all candidates have the same next
    /// stage.
    pub(crate) has_choice: bool,
}

/// A stage that exists in the jobs of all candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StageTarget {
    pub(crate) name: String,
    pub(crate) kind: StageKind,
    pub(super) ids: HashMap<JobId, StageId>,
    /// How many of the candidates are in it.
    pub(super) here: usize,
}

impl StagePicker {
    /// The index of the selected row.
    pub(crate) fn selected(&self) -> Option<usize> {
        self.has_choice.then_some(self.at)
    }

    pub(super) fn target(&self) -> Option<&StageTarget> {
        self.targets.get(*self.matches.get(self.selected()?)?)
    }

    /// Whether no candidate can move there, since all are there.
    pub(super) const fn has_all(&self, target: &StageTarget) -> bool {
        target.here == self.subjects.all.len()
    }
}

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
    /// The message on the screen that says how far it is.
    pub(super) progress: Option<String>,
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
