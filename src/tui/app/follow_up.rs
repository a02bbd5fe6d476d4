//! What one feature asks of another.
//!
//! A feature's update changes its own state and what all features share: lists, records, the open
//! dialog, notices. To open another feature or to change its state it queues a [`FollowUp`] with
//! [`State::follow_up`](super::state::State::follow_up); the dispatcher carries it out after the
//! feature has returned, before anything else happens.

use std::collections::HashMap;

use super::list::CursorStep;
use crate::recruiting::document::Document;
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit};
use crate::recruiting::triage::{EntryKind, LogEntry, Subject, Verdict};
use crate::tui::features::navigation::state::Location;
use crate::tui::features::prompt::state::PromptSubjects;
use crate::tui::features::triage::session::UndoDirection;
use crate::wire::CandidateId;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FollowUp {
    /// Opens the export over the current dialog.
    Export {
        document: Document,
        name: String,
    },
    /// Compares two possible duplicates over the current dialog.
    CompareDuplicates([Subject; 2]),
    /// Goes to a location, and adds the current one to the history.
    GoTo(Location),
    GiveVerdict(Verdict, PromptSubjects),
    ToggleStars(PromptSubjects),
    /// Logs notes or tags, by candidate.
    Annotate(PromptSubjects, HashMap<CandidateId, Vec<EntryKind>>),
    /// Logs an entry that takes the candidates out of the queue for now.
    Snooze(PromptSubjects, EntryKind),
    /// Sets and stores the reason given with a verdict.
    SetReason(Verdict, Option<String>),
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
