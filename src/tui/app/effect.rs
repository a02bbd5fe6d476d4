//! What `update` asks of the outside world, grouped by who carries it out.
//!
//! Plain data, so that tests compare it. `runtime::controller` hands each group on: HTTP,
//! storage and computing to the executor, the terminal's own effects to the event loop.

use crate::client::RequestId;
use crate::config::SavedView;
use crate::recruiting::duplicates::name_index::NameIndex;
use crate::recruiting::job_change::JobRequest;
use crate::recruiting::paging::Urgency;
use crate::recruiting::person::{Draft, DraftId, Plan, ServerQuirks};
use crate::recruiting::query::SimilarityQuery;
use crate::recruiting::search::SearchWords;
use crate::recruiting::triage::{LogEntry, StageMove, Subject, UndoGroup};
use crate::storage::mirror::MirrorWrite;
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{Candidate, CandidateId, Job, JobId, Person, PersonId, Timestamp};

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    Http(HttpEffect),
    Storage(StorageEffect),
    Terminal(TerminalEffect),
    Compute(ComputeEffect),
}

impl Effect {
    pub(crate) const fn copy(text: String) -> Self {
        Self::Terminal(TerminalEffect::Copy(text))
    }

    /// Keeps a record on disk, to show it sooner next time.
    pub(crate) const fn cache(record: CachedRecord) -> Self {
        Self::Storage(StorageEffect::Cache(record))
    }
}

/// Carried out by tasks that talk to the server.
#[derive(Debug, Clone, PartialEq)]
pub enum HttpEffect {
    Fetch {
        slot: Slot,
        /// The page size, for a list.
        limit: usize,
        ticket: Ticket,
        urgency: Urgency,
        /// A page of a list whose length is known.
        is_bulk: bool,
    },
    Cancel(Slot),
    /// Cancels one request, whatever sent it.
    CancelRequest(RequestId),
    UseKey(ApiKey),
    /// Sends requests although the server asked to wait.
    EndPause,
    /// Opens the workspace again after a failure.
    Reopen,
    /// Changes a person: reads, compares, sends, verifies.
    Save {
        ticket: Ticket,
        plan: Box<Plan>,
        quirks: ServerQuirks,
        /// Deleted once the change is saved.
        draft: Option<DraftId>,
    },
    /// Creates a person. The draft is marked as sent on disk before the request is sent.
    Create {
        ticket: Ticket,
        draft: Box<Draft>,
    },
    /// Reads the server into the mirror. Lists that were read since are skipped.
    Sync {
        records: bool,
        fresh_since: Timestamp,
    },
    /// Stops a write that was not sent yet.
    StopWriting(Ticket),
}

/// Carried out on disk: the local storage, the database of the user's own service, files.
#[derive(Debug, Clone, PartialEq)]
pub enum StorageEffect {
    SaveDraft(Box<Draft>),
    /// Can be restored.
    DiscardDraft(DraftId),
    /// Leaves no trace.
    DeleteDraft(DraftId),
    RestoreDraft(DraftId),
    /// Checks whether another window has an unsaved edit of this person.
    CheckOtherEditors(PersonId),
    LearnQuirks(ServerQuirks),
    ForgetQuirks(ServerQuirks),
    /// Appends to the triage log. The entries are drawn as pending until they are on disk.
    Append {
        group: UndoGroup,
        entries: Vec<LogEntry>,
        /// The position in the inbox afterwards.
        position: Option<InboxPosition>,
    },
    SaveInboxPosition(InboxPosition),
    /// Stores where the program reopens.
    SaveScreen(Box<SavedScreen>),
    /// Reads what other windows appended to the log.
    Tail,
    MarkSeen(Vec<Subject>),
    /// Keeps a record that arrived, to show it sooner next time.
    Cache(CachedRecord),
    /// Keeps a page that arrived, or ends a walk over a list.
    Mirror(Box<MirrorWrite>),
    /// Searches the people of the mirror, for the palette.
    FindPeople {
        ticket: Ticket,
        search: SearchWords,
    },
    /// The candidates of a job, from the mirror.
    LoadJob(JobId),
    LoadCachedCandidates(JobId),
    /// Reads what the mirror holds of all jobs, for the list of all candidates.
    LoadAllCandidates,
    LoadCandidate(CandidateId),
    LoadCachedPerson(PersonId),
    /// For the duplicate check of a new person.
    LoadCachedPeople,
    /// Reads the changes since a time, or since the last visit.
    LoadChanges {
        since: Option<Timestamp>,
    },
    ForgetPerson(PersonId),
    /// Moves candidates in the user's own database.
    Apply {
        ticket: Ticket,
        moves: Vec<StageMove>,
    },
    /// Adds a job to the user's own database, or changes it or its pipeline.
    ChangeJob {
        ticket: Ticket,
        request: JobRequest,
    },
    Export {
        /// A bare name is relative to the working directory.
        path: String,
        text: String,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    /// Writes a saved view into the config file.
    SaveView(SavedView),
}

#[derive(Debug, Clone, PartialEq)]
pub enum CachedRecord {
    Job(Box<Job>),
    Candidate(Box<Candidate>),
    Person(Box<Person>),
    /// A person that this machine changed, before and after, or created.
    OwnPerson {
        before: Option<Box<Person>>,
        now: Box<Person>,
    },
}

/// Carried out by the event loop, which owns the terminal.
#[derive(Debug, Clone, PartialEq)]
pub enum TerminalEffect {
    /// To the clipboard.
    Copy(String),
    /// Captures the mouse, or leaves it to the terminal.
    Mouse(bool),
    /// Opens this text in the user's own editor.
    OpenExternalEditor {
        text: String,
        /// What the text belongs to if this process ends meanwhile.
        draft: Box<Draft>,
    },
    /// Opens a web page in the browser.
    OpenLink(String),
    /// Opens another workspace, by its index, in place of this one.
    SwitchWorkspace(usize),
    Suspend,
    Quit,
}

/// Carried out on this machine's processors.
#[derive(Debug, Clone, PartialEq)]
pub enum ComputeEffect {
    FindSimilarRows(Ticket, SimilarityQuery),
    CancelSearch(Ticket),
    FindSimilarNames(Ticket, Box<NameIndex>),
    /// A random id: randomness is input, and `update` is pure.
    GenerateId,
}

/// An API key that the user typed. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    pub(crate) const fn new(key: String) -> Self {
        Self(key)
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}
