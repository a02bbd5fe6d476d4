//! All that `update` may ask of the world. Plain data, so tests compare it.

use crate::recruiting::duplicates::name_index::NameIndex;
use crate::recruiting::paging::Urgency;
use crate::recruiting::person::{Draft, DraftId, Plan, ServerQuirks};
use crate::recruiting::query::similarity::SimilarityQuery;
use crate::recruiting::triage::{LogEntry, Subject, UndoGroup};
use crate::tui::app::request::{Slot, Ticket};
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::features::requests::state::RequestId;
use crate::wire::{CandidateId, JobId, PersonId, StageId};

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ask the server.
    Fetch {
        /// For what.
        slot: Slot,
        /// How many records, for a page.
        limit: usize,
        /// Which asking.
        ticket: Ticket,
        /// How soon.
        urgency: Urgency,
    },
    /// Nobody wants it any more.
    Cancel(Slot),
    /// Look for rows that are nearly what the filter says.
    FindSimilarRows(Ticket, SimilarityQuery),
    /// Stop looking; nobody waits for this search any more.
    CancelSearch(Ticket),
    /// Hold the names of many people against each other.
    FindSimilarNames(Ticket, Box<NameIndex>),
    /// Stop a request, wherever it is.
    CancelRequest(RequestId),
    /// Go on with this key.
    UseKey(ApiKey),
    /// Open the workspace again that could not be opened.
    Reopen,
    /// Put a text into the clipboard.
    Copy(String),
    /// Take the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Write a saved view into the config.
    SaveView(crate::tui::features::saved_views::state::SavedView),
    /// Change a person: read, compare, send, prove.
    Save {
        /// Which change.
        ticket: Ticket,
        /// What is to be changed.
        plan: Box<Plan>,
        /// What is known of the server.
        quirks: ServerQuirks,
        /// What it was typed as, if it was typed: gone when it is saved.
        draft: Option<DraftId>,
    },
    /// Make somebody new; the draft is marked as sent on disk before it is.
    Create {
        /// Which one.
        ticket: Ticket,
        /// What was typed, with the outside id.
        draft: Box<Draft>,
    },
    /// Nobody waits for this change any more; it is stopped if it was not sent.
    StopWriting(Ticket),
    /// Keep what is typed on disk.
    SaveDraft(Box<Draft>),
    /// What was typed is not wanted any more. It can be had back.
    DiscardDraft(DraftId),
    /// What was typed is saved, or nothing is left of it: no trace shall stay.
    DeleteDraft(DraftId),
    /// A draft that was dropped is wanted after all.
    RestoreDraft(DraftId),
    /// Find out whether another window has an unsaved edit of somebody.
    CheckOtherEditors(PersonId),
    /// Something was learned of the server, to be remembered.
    LearnQuirks(ServerQuirks),
    /// What was remembered of the server holds no more.
    ForgetQuirks(ServerQuirks),
    /// An id that nobody else has.
    GenerateId,
    /// Let the person edit a text in an editor of their own.
    OpenExternalEditor(String),
    /// Write a step into the log. Nothing is drawn before it is on disk.
    Append {
        /// Which step.
        group: UndoGroup,
        /// What was done in it.
        entries: Vec<LogEntry>,
        /// Where one is in the inbox after it.
        position: Option<InboxPosition>,
    },
    /// Remember where one is in the inbox.
    SaveInboxPosition(InboxPosition),
    /// What other windows wrote into the log is wanted.
    Tail,
    /// These were looked at for the first time.
    MarkSeen(Vec<Subject>),
    /// The cached records of a job's candidates are wanted.
    LoadCachedCandidates(JobId),
    /// The cached record of a person is wanted.
    LoadCachedPerson(PersonId),
    /// Write a text to a file. One that is there already is only replaced if so said.
    Export {
        /// Where; a bare name lies in the folder the program was started in.
        path: String,
        /// What.
        text: String,
        /// Whether a file that is there may be replaced.
        replace: bool,
    },
    /// Open a page outside.
    OpenLink(String),
    /// Move candidates in one's own database.
    Apply {
        /// Which asking.
        ticket: Ticket,
        /// Which, from where, to where.
        moves: Vec<StageMove>,
    },
    /// Forget all that this machine keeps of a person.
    ForgetPerson(PersonId),
    /// Back to the shell for a while.
    Suspend,
    /// The end.
    Quit,
}

/// A candidate on the way to another stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageMove {
    /// Who.
    pub candidate: CandidateId,
    /// The stage they must still be in.
    pub from: StageId,
    /// The stage they go to.
    pub to: StageId,
}

/// A key of a server, typed by the person. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes what was typed.
    pub(crate) const fn new(key: String) -> Self {
        Self(key)
    }

    /// The key itself, for whoever sends it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}
