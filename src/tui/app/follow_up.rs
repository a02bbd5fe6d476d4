//! What one feature, or a response, asks of another feature.
//!
//! A feature's update changes its own state and what all features share: lists, records, the open
//! dialog, notices. To open another feature or to change its state it queues a [`FollowUp`] with
//! [`State::follow_up`](super::state::State::follow_up); the dispatcher carries it out after the
//! feature has returned, before anything else happens.

use std::collections::HashMap;

use super::list::CursorStep;
use super::request::Ticket;
use crate::keymap::action::Action;
use crate::recruiting::document::Document;
use crate::recruiting::failure::Failure;
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::person::{Form, JobChoice, Report};
use crate::recruiting::triage::{EntryKind, LogEntry, Subject, Verdict};
use crate::tui::features::editor::state::EditorOrigin;
use crate::tui::features::job_picker::state::{PickPurpose, PickedJob};
use crate::tui::features::navigation::state::{Location, ViewTarget};
use crate::tui::features::prompt::state::PromptSubjects;
use crate::tui::features::stage_moves::state::NamedMove;
use crate::tui::features::triage::session::UndoDirection;
use crate::wire::{CandidateId, JobId, Person, PersonId};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FollowUp {
    /// Opens the export over the current dialog.
    Export {
        document: Document,
        name: String,
    },
    /// Says which edits wait to be sent, since the server answers again.
    OfferWaiting,
    /// Keeps attachments to a job that cannot be sent now.
    AttachLater(JobChoice, Vec<(PersonId, String)>),
    /// Carries out an action of another feature.
    Act(Action),
    /// Compares two possible duplicates over the current dialog.
    CompareDuplicates([Subject; 2]),
    /// Goes to a location, and adds the current one to the history.
    GoTo(Location),
    /// Goes to the list of a saved view, and filters and sorts it.
    ShowView(ViewTarget),
    /// Gives a verdict, with a reason if the user gave one, to the subjects of a prompt.
    GiveVerdict(Verdict, Option<String>, PromptSubjects),
    ToggleStars(PromptSubjects),
    /// Logs notes or tags, by candidate.
    Annotate(PromptSubjects, HashMap<CandidateId, Vec<EntryKind>>),
    /// Logs an entry that takes the candidates out of the queue for now.
    Snooze(PromptSubjects, EntryKind),
    /// Opens the picker of the stage to move candidates to.
    PickStage(PromptSubjects),
    /// Moves candidates in the user's own database.
    SendMoves(Ticket, Vec<NamedMove>),
    /// Moves the candidates who were moved last back, or forth again.
    RevertMoves(UndoDirection),
    /// Undoes the last change of a job, or makes it again.
    RevertJob(UndoDirection),
    /// Deletes what this machine stores about a person.
    ForgetPerson(PersonId),
    /// Writes verdicts or snoozes, after the inbox has gone on to the next candidate.
    StoreDecision(Vec<LogEntry>),
    /// Writes notes, tags or stars.
    StoreAnnotation(Vec<LogEntry>),
    /// Writes an undo or redo, after the inbox has gone to the first candidate of the group.
    StoreRevert(Revert),
    /// Returns to the first of the candidates whose entries could not be written.
    RetractFromInbox(Vec<CandidateId>),
    RebuildInbox,
    CloseInbox,
    /// Adds an edit to the log; what could be redone is dropped.
    LogEdit(Box<SavedEdit>),
    /// Adds an attachment to the log; what could be redone stays.
    LogAttachment(Box<SavedEdit>),
    /// An edit in the log was undone or redone.
    SetEditStatus(usize, EditStatus),
    StepOnBoard(CursorStep),
    /// Opens the job picker.
    PickJob(PickPurpose),
    /// Hands a picked job to the feature that asked for it.
    JobPicked(PickedJob),
    /// Shows the report of a save that was not made in the form.
    OpenReport(PersonId, Box<Report>),
    /// Sends a form of the edit log without a review.
    SendForm(Box<Form>, EditorOrigin),
    /// Indexes the contacts of a person who was read for the duplicates screen.
    IndexContacts(Box<Person>),
    /// Such a person could not be read.
    ContactsFailed(PersonId, Failure),
    /// A person was read: an edit that was not visible before may be now.
    DropVisibleDrafts(PersonId),
    /// A page of a job arrived: counts these candidates again, or all of the job.
    RecountTodo(JobId, Option<Vec<CandidateId>>),
    /// More is known of the time that candidates spent in their stages.
    HistoryChanged,
}

/// An undo group that was undone or redone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Revert {
    pub(crate) direction: UndoDirection,
    /// The entries of the group.
    pub(crate) reverted: Vec<LogEntry>,
    /// The entry that says so in the log.
    pub(crate) entries: Vec<LogEntry>,
    /// What to tell the user.
    pub(crate) message: String,
}
