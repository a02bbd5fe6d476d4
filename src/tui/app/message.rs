//! Everything that `update` reacts to: input, responses, results of effects.
//!
//! Plain comparable data, so that a session can be recorded and replayed. The runtime creates
//! messages; `update` handles each one alone.

use super::clock::Clock;
use super::mirror_message::MirrorMessage;
use super::mirrored::MirroredJob;
use super::request::{Answer, Slot, Ticket};
use super::restored::Restored;
use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::Action;
use crate::keymap::key::Key;
use crate::recruiting::changes::ChangeList;
use crate::recruiting::duplicates::name_index::NameMatches;
use crate::recruiting::failure::Failure;
use crate::recruiting::job_change::ChangedJob;
use crate::recruiting::person::{CreatedPerson, DraftId, SaveOutcome, SaveStep, WriteFailure};
use crate::recruiting::query::NearMatch;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::features::export::state::ExportError;
use crate::wire::{Candidate, CandidateId, JobId, Person, PersonId, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// The clock advanced. Comes first in a batch, and alone when
    /// [`super::state::State::wakes_at`] is due.
    Time(Clock),
    Act(Action),
    /// The keys of an unfinished chord; empty when the chord ended.
    Pending(Vec<Key>),
    /// A key without a binding in the current context.
    Unbound(Key),
    Typed(char),
    /// Moves the cursor of the list or of the inbox to a row, counted from 0.
    GoToRow(usize),
    Pasted(String),
    Mouse(MouseInput),
    Resized(u16, u16),
    /// The response to a request.
    Fetched {
        slot: Slot,
        ticket: Ticket,
        outcome: Result<Answer, Failure>,
    },
    /// Rows that nearly match the filter.
    SimilarRows {
        ticket: Ticket,
        /// Further rows, each with its distance.
        rows: Vec<NearMatch>,
        is_done: bool,
    },
    SimilarNames {
        ticket: Ticket,
        matches: NameMatches,
    },
    Request(RequestId, RequestEvent),
    /// The server asked for this pause, in milliseconds.
    Paused(u64),
    /// The progress of opening the workspace.
    Opening(String),
    Opened {
        title: String,
        /// Messages to show once, such as the greeting of the first start.
        welcome: Vec<String>,
        /// Whether no server is asked.
        is_offline: bool,
    },
    OpenFailed(Failure),
    /// The server rejected the key, or there is none.
    KeyNeeded(String),
    ViewSaved(Result<String, String>),
    Saving {
        ticket: Ticket,
        step: SaveStep,
    },
    Saved {
        ticket: Ticket,
        result: Result<SaveOutcome, WriteFailure>,
    },
    Created {
        ticket: Ticket,
        result: Result<Box<CreatedPerson>, WriteFailure>,
    },
    /// What the local database holds.
    Restored(Box<Restored>),
    DraftSaved(DraftId, Result<(), String>),
    /// Another window has an unsaved edit of this person.
    EditedElsewhere(PersonId),
    /// A random id.
    IdGenerated(String),
    /// The text from the user's own editor.
    EditedExternally(Result<String, String>),
    /// A transaction of the triage log is on disk, or failed and never happened.
    Appended(UndoGroup, Result<(), String>),
    /// Entries that another window appended to the log.
    Logged(Vec<LogEntry>),
    /// Candidate records of a job from the local cache, each with the time it was read.
    CachedCandidates {
        job: JobId,
        records: Vec<(Box<Candidate>, Timestamp)>,
    },
    Mirror(MirrorMessage),
    /// Jobs with their candidates from the mirror; several messages may bring them.
    AllCandidates {
        jobs: Vec<MirroredJob>,
        is_done: bool,
    },
    /// The people read last in earlier sessions, without their careers.
    CachedPeople(Vec<Person>),
    /// From the local cache.
    CachedPerson(Box<Person>, Timestamp),
    /// What changed since a time, or since the last visit.
    Changes {
        since: Option<Timestamp>,
        list: Box<ChangeList>,
    },
    Exported(Result<String, ExportError>),
    /// On failure, the address and the reason.
    LinkOpened(Result<(), (String, String)>),
    /// Progress of a large batch, in candidates.
    Moving {
        ticket: Ticket,
        done: usize,
    },
    /// A job was changed in the user's own database; on failure, the reason.
    JobChanged {
        ticket: Ticket,
        outcome: Result<Box<ChangedJob>, String>,
    },
    /// Candidates were moved in the user's own database.
    Applied {
        ticket: Ticket,
        moves: Vec<(CandidateId, Result<(), String>)>,
    },
    /// The local data about a person was deleted.
    Forgotten(PersonId, Result<(), String>),
    /// The program ends: unwritten data must be written now.
    Ending,
    Notice(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseInput {
    pub(crate) action: MouseAction,
    pub(crate) x: u16,
    pub(crate) y: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MouseAction {
    Click,
    DoubleClick,
    WheelUp,
    WheelDown,
}
