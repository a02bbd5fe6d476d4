//! What can happen, as plain data: a session can be written down and replayed.

use super::clock::Clock;
use crate::keymap::action::Action;
use crate::keymap::key::Key;
use crate::recruiting::duplicates::name_index::NameMatches;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::ListPage;
use crate::recruiting::person::{
    CreateOutcome, Draft, DraftId, SaveOutcome, SaveStep, ServerQuirks,
};
use crate::recruiting::query::NearMatch;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::features::export::state::ExportError;
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::features::requests::state::{RequestId, RequestUpdate};
use crate::wire::{
    Candidate, CandidateId, CandidateItem, Job, JobId, JobItem, Person, PersonId, Timestamp,
};

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
    Arrived {
        /// What it was asked for.
        slot: Slot,
        /// Which asking.
        ticket: Ticket,
        /// The answer.
        outcome: Result<Answer, Failure>,
    },
    /// Rows that are nearly what the filter says.
    Similar {
        /// Which search.
        ticket: Ticket,
        /// Further rows, each with how far off it is.
        rows: Vec<NearMatch>,
        /// Whether that was all.
        done: bool,
    },
    /// Pairs of people whose names are alike.
    Alike {
        /// Which search.
        ticket: Ticket,
        /// The pairs.
        found: NameMatches,
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
    Shut(Failure),
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
    Born {
        /// Which one.
        ticket: Ticket,
        /// How it went.
        born: CreateOutcome,
    },
    /// What this machine remembers of the workspace.
    Remembered(Box<Restored>),
    /// A draft was written to disk, or could not be.
    DraftKept(DraftId, Result<(), String>),
    /// Another window has an unsaved edit of somebody.
    AlsoEdited(PersonId),
    /// An id that nobody else has.
    FreshId(String),
    /// A text came back from the person's own editor, or why it did not.
    EditedOutside(Result<String, String>),
    /// A step of the log is on disk, or could not be written: then it was never taken.
    Appended(UndoGroup, Result<(), String>),
    /// Another window wrote these into the log.
    Logged(Vec<LogEntry>),
    /// Records of a job's candidates that were read before, from this machine's cache.
    Recalled {
        /// Of which job.
        job: JobId,
        /// Each with when it was read.
        records: Vec<(Box<Candidate>, Timestamp)>,
    },
    /// A person as they were read before, from the cache.
    RecalledPerson(Box<Person>, Timestamp),
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

/// What this machine remembers of a workspace when it is opened.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Restored {
    /// What begins the ids of this window's drafts.
    pub session: String,
    /// Edits that were not saved, the newest first. None that another window
    /// holds.
    pub drafts: Vec<Draft>,
    /// What was learned of the server.
    pub habits: ServerQuirks,
    /// Why nothing is kept on disk, or not all of it could be read, if that is so.
    pub trouble: Option<String>,
    /// Whether people are created the old way here.
    pub creates_v0: bool,
    /// Everything that was decided and jotted down, the oldest first.
    pub log: Vec<LogEntry>,
    /// The candidates that were looked at, and when first.
    pub looked: Vec<(CandidateId, Timestamp)>,
    /// Where one stopped in the inbox.
    pub place: Option<InboxPosition>,
    /// Where the recruiting system shows a candidate, with `{candidate_id}` in it.
    pub web_url: Option<String>,
    /// Whether the database is one's own, so that stages can be moved in it.
    pub applies: bool,
}

/// What was asked for. A newer asking in the same slot replaces the older.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A page of the jobs, by where it begins.
    Jobs(usize),
    /// A job with its pipeline.
    Job(JobId),
    /// A page of a job's candidates.
    Roster(JobId, usize),
    /// A candidate with its history.
    Candidate(CandidateId),
    /// A person.
    Person(PersonId),
}

/// Tells one asking from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ticket(pub u64);

/// What came.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A page of the jobs.
    Jobs(ListPage<JobItem>),
    /// A job.
    Job(Box<Job>),
    /// A page of candidates.
    Roster(ListPage<CandidateItem>),
    /// A candidate.
    Candidate(Box<Candidate>),
    /// A person.
    Person(Box<Person>),
}

/// Something done with the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MouseInput {
    /// What was done.
    pub what: MouseAction,
    /// The column.
    pub x: u16,
    /// The line.
    pub y: u16,
}

/// What the mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseAction {
    /// The left button.
    Once,
    /// The left button, a second time at once.
    Twice,
    /// The wheel, away from the hand.
    WheelUp,
    /// The wheel, towards the hand.
    WheelDown,
}
