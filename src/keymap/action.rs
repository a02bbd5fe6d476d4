//! The actions of the terminal UI, and the contexts in which keys trigger them. Keys, palette and
//! mouse all produce an [`Action`]; its name, default keys and description are in `keymap/table`.

use crate::recruiting::table::ListField;
use crate::recruiting::triage::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// By one row or line.
    Down,
    Up,
    /// To the previous column on the board, elsewhere to the previous pane.
    Left,
    Right,
    PageDown,
    PageUp,
    HalfDown,
    HalfUp,
    Top,
    Bottom,
    NextPane,
    PreviousPane,
    Go(Pane),
    Open,
    /// Closes the dialog or cancels the mode, then goes one level up. Never quits.
    Back,
    /// Goes one level up; quits at the top.
    Quit,
    QuitNow,
    /// Stops the process, as Ctrl-Z does in a shell.
    Suspend,
    /// Toggles between the focused pane and all panes.
    Zoom,
    /// Moves the border between the panes.
    MoveBorder(BorderMove),
    /// Toggles between columns by stage and a list of candidates.
    Board,
    Filter,
    ClearFilter,
    /// Filters to rows that equal this one in the sorted column, or in stage or status.
    LikeThis,
    /// A second time reverses the order.
    Sort(ListField),
    SortReverse,
    SortOff,
    /// One row for each person, or for each candidacy.
    GroupByPerson,
    /// Hides rejected candidates or archived jobs, or shows them again.
    ToggleClosed,
    Mark,
    /// Marks rows from here to the cursor as it moves.
    MarkRange,
    MarkInvert,
    Refresh,
    /// Reads the server into the copy on this machine.
    Sync,
    /// Finds jobs, candidates, actions and saved views.
    Palette,
    Help,
    /// The log of requests and their results.
    Requests,
    Notices,
    /// The record as the server sent it.
    Json,
    /// The list of all candidates, of every job.
    AllCandidates,
    Previous,
    Forward,
    History,
    /// Copies the open document as Markdown.
    Copy,
    /// Copies a part of the selected record, or of all marked ones.
    CopyField(CopyField),
    /// Writes a mail to the selected person, or to all marked ones.
    Mail,
    /// Toggles mouse capture; without it the terminal selects text.
    Mouse,
    /// Saves filter and sort under a name.
    SaveView,
    /// The saved views.
    Views,
    CancelRequest,
    /// Edits the person of the selected candidate.
    EditPerson,
    /// Edits one field in place.
    EditField(crate::recruiting::person::PersonField),
    /// Edits the person in the user's text editor.
    EditExternally,
    CreatePerson,
    /// Attaches the selected or marked people to another job.
    AttachJob,
    Undo,
    Redo,
    EditLog,
    Drafts,
    Triage(TriageAction),
    Job(JobAction),
    Overview(OverviewAction),
    Form(FormAction),
    SaveFlow(SaveFlowAction),
    Attach(AttachAction),
    Edit(TextEdit),
}

/// What is copied of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CopyField {
    Emails,
    Phones,
    /// The profile link.
    Link,
    Name,
    Id,
    /// A line for a message: name, position and contacts.
    Line,
}

/// Verdicts, notes and tags, and the screens about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriageAction {
    /// The queue of candidates that wait for a verdict.
    Inbox,
    Give(Verdict),
    /// Asks for a reason and declines with it.
    DeclineWithReason,
    /// Declines with the reason given last in this job.
    RepeatReason,
    Note,
    /// The notes of the person, from all their jobs.
    Notes,
    /// In the list of notes.
    EditNote,
    /// In the list of notes.
    DeleteNote,
    Tags,
    /// Adds or removes a star.
    Star,
    Snooze,
    /// In the inbox: hides or shows names.
    Blind,
    /// In the inbox: changes the order.
    CycleOrder,
    /// The verdicts that the recruiting system does not reflect yet.
    Todo,
    /// Moves the stages accordingly; only on the local database.
    Apply,
    /// Moves the candidates to a stage that the user picks; only on the local database.
    MoveStage,
    Funnel,
    /// Shows the marked candidates side by side.
    Compare,
    Duplicates,
    /// Copies the starred candidates as a document for the client.
    Shortlist,
    ShortlistFile,
    /// Opens the candidate's page in the recruiting system.
    Web,
    /// Writes the open document to a file.
    Export,
    /// Deletes what this machine stores about a person.
    Forget,
}

/// Changes of a job and its pipeline; only on the local database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobAction {
    Add,
    /// Opens the dialog that the other actions work in.
    Edit,
    /// Archives or reopens.
    ToggleArchived,
    AddStage,
    /// Renames the stage, or changes the selected field of the job.
    Rename,
    StageUp,
    StageDown,
    RetireStage,
}

/// What is new and what is due: the list of changes and the day's overview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OverviewAction {
    /// What is new, due and waiting.
    Today,
    /// In the overview: exports the snoozes as a calendar.
    Reminders,
    /// What changed on the server.
    Changes,
    NextPeriod,
    PreviousPeriod,
    /// Asks since when.
    Since,
    /// By job, or by person.
    Regroup,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormAction {
    Save,
    /// Changes the other parts of a name as suggested.
    AcceptSuggestion,
    PreviousPart,
    NewLine,
    Select(TextEdit),
    SelectAll,
    CopyText,
    CutText,
    Undo,
    Redo,
    AddEntry,
    RemoveEntry,
    Kind,
    /// Moves the entry up in its list.
    EntryUp,
    EntryDown,
    /// Resets the field to the server's value.
    Reset,
    /// Empties the field, even if the form does not know the server's value.
    Clear,
    /// Opens the form in the user's text editor.
    EditExternally,
    Discard,
}

/// Decisions while a person is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SaveFlowAction {
    Theirs,
    Mine,
    /// Restores fields that the server changed on its own.
    Restore,
    Discard,
    /// Attaches a possible duplicate to the job instead of creating another person.
    AttachExisting,
    /// Creates despite a possible duplicate, or sends a create again.
    SendAnyway,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttachAction {
    Show,
    /// Pauses or resumes.
    Pause,
    Cancel,
    Retry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    Jobs,
    Job,
    Candidates,
    /// A candidate and their person record.
    Candidate,
}

impl Pane {
    /// In the order of their number keys.
    pub(crate) const ALL: [Self; 4] = [Self::Jobs, Self::Job, Self::Candidates, Self::Candidate];

    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Jobs | Self::Candidates)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BorderMove {
    Left,
    Right,
    Up,
    Down,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextEdit {
    Accept,
    Cancel,
    Complete,
    Next,
    Previous,
    Left,
    Right,
    WordLeft,
    WordRight,
    Home,
    End,
    Erase,
    Delete,
    EraseWord,
    EraseAll,
}

/// Where a key binding applies. Several contexts are active at a time;
/// [`crate::tui::app::state::State::contexts`] returns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KeyContext {
    Anywhere,
    /// Wherever the cursor or the page moves up and down: panes, help, logs.
    Moving,
    Browsing,
    /// In any list, and on the board.
    Rows,
    Jobs,
    /// In the job list and the job details.
    JobPanes,
    /// In the dialog of a job.
    JobDialog,
    /// In the candidate list or on the board.
    Candidates,
    Dialog,
    Requests,
    Help,
    Typing,
    /// Where a person is selected: in the candidate list, on the board, in the detail.
    People,
    /// In the list of unsaved edits.
    Drafts,
    /// In the form of the editor, beside [`KeyContext::Typing`].
    Form,
    /// While a person is saved: review, conflict, report.
    SaveFlow,
    Attach,
    /// In the inbox, beside [`KeyContext::People`].
    Inbox,
    /// In a document that can be copied and exported.
    Document,
    Todo,
    /// In the preview of the stage moves.
    Apply,
    /// In the notes of a person.
    Notes,
    /// In the comparison of candidates, beside [`KeyContext::Document`].
    Compare,
    /// In the mail dialog.
    Mail,
    /// In the list of possible duplicates, beside [`KeyContext::Document`].
    Duplicates,
    /// In the list of changes, beside [`KeyContext::Document`].
    Changes,
    /// In the day's overview, beside [`KeyContext::Document`].
    Today,
}
