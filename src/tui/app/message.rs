//! What can happen, as plain data: a session can be written down and replayed.

use super::clock::Clock;
use super::request::{Answer, Slot, Ticket};
use super::restored::Restored;
use crate::keymap::action::Action;
use crate::keymap::key::Key;
use crate::recruiting::duplicates::name_index::NameMatches;
use crate::recruiting::failure::Failure;
use crate::recruiting::person::{CreateOutcome, DraftId, SaveOutcome, SaveStep};
use crate::recruiting::query::NearMatch;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::features::export::state::ExportError;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};
use crate::wire::{Candidate, CandidateId, JobId, Person, PersonId, Timestamp};

/// What can happen.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// It is so late now. Comes before the others of a batch, and alone when
    /// [`super::state::State::wakes_at`] has come.
    Time(Clock),
    /// Somebody wants something.
    Act(Action),
    /// The beginning of a chord was pressed, or given up when empty.
    Pending(Vec<Key>),
    /// A key that means nothing here.
    Unbound(Key),
    /// A letter for the field.
    Typed(char),
    /// A text from the clipboard.
    Pasted(String),
    /// The mouse.
    Mouse(MouseInput),
    /// The terminal has another size.
    Resized(u16, u16),
    /// An answer came, or will not come.
    Fetched {
        /// What it was asked for.
        slot: Slot,
        /// Which asking.
        ticket: Ticket,
        /// The answer.
        outcome: Result<Answer, Failure>,
    },
    /// Rows that are nearly what the filter says.
    SimilarRows {
        /// Which search.
        ticket: Ticket,
        /// Further rows, each with how far off it is.
        rows: Vec<NearMatch>,
        /// Whether that was all.
        is_done: bool,
    },
    /// Pairs of people whose names are alike.
    SimilarNames {
        /// Which search.
        ticket: Ticket,
        /// The pairs.
        matches: NameMatches,
    },
    /// News of a request.
    Request(RequestId, RequestUpdate),
    /// The server asks everybody to wait so long, in milliseconds.
    Paused(u64),
    /// The workspace is being opened.
    Opening(String),
    /// The workspace is open.
    Opened {
        /// What it is called.
        title: String,
        /// What there is to say at the door, a welcome the first time.
        welcome: Vec<String>,
    },
    /// The workspace could not be opened.
    OpenFailed(Failure),
    /// The server needs a key; it was refused or there is none.
    KeyNeeded(String),
    /// A saved view was written, or could not be.
    ViewSaved(Result<String, String>),
    /// A change is so far.
    Saving {
        /// Which one.
        ticket: Ticket,
        /// How far.
        step: SaveStep,
    },
    /// A change came to its end.
    Saved {
        /// Which one.
        ticket: Ticket,
        /// How it went.
        outcome: SaveOutcome,
    },
    /// The making of somebody new came to its end.
    Created {
        /// Which one.
        ticket: Ticket,
        /// How it went.
        outcome: CreateOutcome,
    },
    /// What this machine remembers of the workspace.
    Restored(Box<Restored>),
    /// A draft was written to disk, or could not be.
    DraftSaved(DraftId, Result<(), String>),
    /// Another window has an unsaved edit of somebody.
    EditedElsewhere(PersonId),
    /// An id that nobody else has.
    IdGenerated(String),
    /// A text came back from the person's own editor, or why it did not.
    EditedExternally(Result<String, String>),
    /// A step of the log is on disk, or could not be written: then it was never taken.
    Appended(UndoGroup, Result<(), String>),
    /// Another window wrote these into the log.
    Logged(Vec<LogEntry>),
    /// Records of a job's candidates that were read before, from this machine's cache.
    CachedCandidates {
        /// Of which job.
        job: JobId,
        /// Each with when it was read.
        records: Vec<(Box<Candidate>, Timestamp)>,
    },
    /// A person as they were read before, from the cache.
    CachedPerson(Box<Person>, Timestamp),
    /// A text was written to a file, or could not be.
    Exported(Result<String, ExportError>),
    /// A page was opened outside, or could not be: its address and why.
    LinkOpened(Result<(), (String, String)>),
    /// Candidates were moved in one's own database, or could not be.
    Applied {
        /// Which asking.
        ticket: Ticket,
        /// Each with what became of it.
        moves: Vec<(CandidateId, Result<(), String>)>,
    },
    /// What was kept of a person is gone from this machine, or could not be deleted.
    Forgotten(PersonId, Result<(), String>),
    /// The program ends: what is not on disk yet must go there now.
    Ending,
    /// Something to tell that happened outside.
    Notice(String),
}

/// Something done with the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseInput {
    /// What was done.
    pub(crate) action: MouseAction,
    /// The column.
    pub(crate) x: u16,
    /// The line.
    pub(crate) y: u16,
}

/// What the mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MouseAction {
    /// The left button.
    Click,
    /// The left button, a second time at once.
    DoubleClick,
    /// The wheel, away from the hand.
    WheelUp,
    /// The wheel, towards the hand.
    WheelDown,
}
