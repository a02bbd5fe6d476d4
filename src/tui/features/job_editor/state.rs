//! The dialog of a job, and the log of the changes of this session.

use crate::recruiting::job_change::{JobRequest, NewStageKind};
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{JobId, StageId, Timestamp};

/// One change at a time: the next one starts from its result.
pub(crate) const SAVING: &str = "The last change is still being saved; try again in a moment";

#[derive(Debug, Default)]
pub(crate) struct JobDialog {
    /// Empty while a new job is named.
    pub(crate) job: JobId,
    /// Index of the selected row.
    pub(crate) at: usize,
    pub(crate) step: JobStep,
    /// The change that this form sent. The form stays open until it is saved.
    pub(super) sent: Option<Ticket>,
}

#[derive(Debug, Default)]
pub(crate) enum JobStep {
    #[default]
    List,
    Typing(Box<JobInput>),
    /// Picks the stage to which the candidates of a retired one move.
    Retiring {
        retired: StageId,
        /// Index of the selected stage among the others.
        at: usize,
    },
    /// Picks the pipeline of a new job.
    PickingTemplate(Box<TemplatePicker>),
}

#[derive(Debug)]
pub(crate) struct TemplatePicker {
    /// Of the new job.
    pub(crate) name: String,
    pub(crate) client: String,
    /// Index of the selected template.
    pub(crate) at: usize,
    /// The first of its stages that is visible.
    pub(crate) scroll: usize,
}

#[derive(Debug)]
pub(crate) struct JobInput {
    pub(crate) target: InputTarget,
    pub(crate) field: TextInput,
    /// The clients or statuses of other jobs, or the kinds of a new stage.
    pub(crate) options: Vec<String>,
    /// Indices of the options that match the typed text.
    pub(crate) matches: Vec<usize>,
    /// Index in `matches`.
    pub(crate) choice: Option<usize>,
}

/// What the typed text is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InputTarget {
    Name,
    Client,
    Status,
    /// A stage after this one; at the end without one.
    NewStage {
        after: Option<StageId>,
        /// The kind that is chosen at the start.
        first_kind: NewStageKind,
    },
    StageName {
        id: StageId,
        old: String,
    },
    NewJobName,
    NewJobClient {
        name: String,
        /// The text at the start.
        client: String,
    },
}

impl JobDialog {
    pub(crate) const fn is_typing(&self) -> bool {
        matches!(self.step, JobStep::Typing(_))
    }

    pub(crate) fn field(&mut self) -> Option<&mut TextInput> {
        match &mut self.step {
            JobStep::Typing(input) if self.sent.is_none() => Some(&mut input.field),
            JobStep::Typing(_)
            | JobStep::List
            | JobStep::Retiring { .. }
            | JobStep::PickingTemplate(_) => None,
        }
    }
}

impl JobInput {
    /// The chosen kind of a new stage.
    pub(super) fn stage_kind(&self) -> NewStageKind {
        self.choice.and_then(|at| NewStageKind::ALL.get(at).copied()).unwrap_or_default()
    }

    pub(crate) fn chosen(&self) -> Option<&str> {
        let option = self.options.get(*self.matches.get(self.choice?)?)?;
        Some(option)
    }
}

/// The changes of this session, which undo and redo send the other way round.
#[derive(Debug, Default)]
pub(crate) struct JobChangeLog {
    /// Carried out, the last one at the end.
    pub(super) done: Vec<LoggedChange>,
    /// Undone, the last one at the end.
    pub(super) undone: Vec<JobRequest>,
    /// Sent, without an answer yet.
    pub(super) in_flight: Option<InFlightChange>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoggedChange {
    /// When it was sent.
    pub(crate) at: Timestamp,
    pub(super) request: JobRequest,
    /// `None` if it cannot be undone.
    pub(crate) inverse: Option<JobRequest>,
    /// The message to the user.
    pub(super) description: String,
}

#[derive(Debug)]
pub(super) struct InFlightChange {
    pub(super) ticket: Ticket,
    pub(super) at: Timestamp,
    pub(super) request: JobRequest,
    pub(super) kind: ChangeKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChangeKind {
    Change,
    /// Holds the change that is undone.
    Undo(Box<LoggedChange>),
    Redo,
}

impl JobChangeLog {
    /// What undo takes next.
    pub(crate) fn last(&self) -> Option<&LoggedChange> {
        self.done.last()
    }

    pub(crate) const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    pub(crate) const fn is_saving(&self) -> bool {
        self.in_flight.is_some()
    }
}
