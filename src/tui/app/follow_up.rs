//! What one feature, or a response, asks of another feature.
//!
//! A feature's update changes only its own part of the state. To open another feature it queues a
//! [`FollowUp`] with [`State::follow_up`](super::state::State::follow_up); the dispatcher carries
//! it out after the feature has returned, before anything else happens.

use std::collections::HashMap;

use super::list::CursorStep;
use crate::recruiting::document::Document;
use crate::recruiting::failure::Failure;
use crate::recruiting::person::{Form, Report};
use crate::recruiting::triage::{EntryKind, Subject, Verdict};
use crate::tui::features::editor::state::EditorOrigin;
use crate::tui::features::job_picker::state::{PickPurpose, PickedJob};
use crate::tui::features::navigation::state::Location;
use crate::tui::features::prompt::state::PromptSubjects;
use crate::wire::{CandidateId, Person, PersonId};

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
    /// Stores the reasons given with verdicts.
    StoreReasons,
    StepOnBoard(CursorStep),
    /// Opens the job picker.
    PickJob(PickPurpose),
    /// Hands a picked job to the feature that asked for it.
    JobPicked(PickedJob),
    /// Shows the report of a save that was not made in the form.
    OpenReport(Box<Report>),
    /// Sends a form of the edit log without a review.
    SendForm(Box<Form>, EditorOrigin),
    /// Indexes the contacts of a person who was read for the duplicates screen.
    IndexContacts(Box<Person>),
    /// Such a person could not be read.
    ContactsFailed(PersonId, Failure),
    /// More is known of the time that candidates spent in their stages.
    HistoryChanged,
}
