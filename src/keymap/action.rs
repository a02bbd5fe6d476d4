//! What a person can want. Keys, palette and mouse all end here; the names,
//! default keys and explanations of actions are in `keymap`'s table.

use crate::recruiting::table::ListField;
use crate::recruiting::triage::Verdict;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// One row, line or letter's height on.
    Down,
    Up,
    /// To the column before, on the board; to the pane before elsewhere.
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
    /// Out of what is transient, then one level up. Never quits.
    Back,
    /// One level up; at the top the program ends.
    Quit,
    QuitNow,
    /// Back to the shell for a while.
    Suspend,
    /// The focused pane alone, or all again.
    Zoom,
    /// The candidates as columns by stage, or as a list again.
    Board,
    Filter,
    ClearFilter,
    /// Only rows like this one in the sorted column, or in its stage or status.
    LikeThis,
    /// Sort by a field; again: the other way round.
    Sort(ListField),
    SortReverse,
    SortOff,
    Mark,
    /// Mark from here to wherever one goes.
    MarkRange,
    /// Mark what is not marked, and the other way round.
    MarkInvert,
    Refresh,
    /// Find any job, candidate, action or saved view.
    Palette,
    Help,
    /// The requests and what became of them.
    Requests,
    Notices,
    /// The record as the server sent it.
    Raw,
    Previous,
    Forward,
    History,
    /// The id of what is selected, or of all that is marked.
    Copy,
    /// The mouse for us, or for the terminal.
    Mouse,
    /// Keep the filter and order under a name.
    SaveView,
    CancelRequest,
    /// Edit the person behind what is selected.
    EditPerson,
    /// Edit one field of them, in place.
    EditField(crate::recruiting::person::PersonField),
    /// Edit them in an editor of one's own.
    EditExternally,
    CreatePerson,
    /// Put them forward for another job; all that are marked.
    AttachJob,
    Undo,
    Redo,
    Edits,
    Drafts,
    Triage(TriageAction),
    /// In the editor: something done to the form.
    Fill(FormAction),
    /// In the story of a saving: something decided.
    Decide(SaveFlowAction),
    /// In a batch: something decided.
    Batch(AttachAction),
    /// In a field: something done to its text.
    Edit(TextEdit),
}

/// Something decided or jotted down, and what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriageAction {
    /// The queue of those who wait for a decision.
    Inbox,
    Give(Verdict),
    /// The reason that goes with verdicts from now on.
    Reason,
    Note,
    Tags,
    /// A star, or none.
    Star,
    Snooze,
    /// In the inbox: names are hidden, or shown again.
    Blind,
    /// In the inbox: another order.
    Order,
    /// What is still to be carried out in the recruiting system.
    Todo,
    /// Carry it out, where the database is one's own.
    Apply,
    Funnel,
    /// Those that are marked, side by side.
    Compare,
    Duplicates,
    /// Those with a star, for the client, into the clipboard.
    Shortlist,
    ShortlistFile,
    /// The record in the recruiting system's own pages.
    Web,
    /// What is shown, into a file.
    Export,
    /// What is kept here of somebody who is gone is forgotten.
    Forget,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormAction {
    Review,
    PreviousPart,
    NewLine,
    Select(TextEdit),
    SelectAll,
    CopyText,
    /// The same, and it goes.
    CutText,
    Undo,
    Redo,
    AddEntry,
    RemoveEntry,
    Kind,
    /// The entry goes up in its list.
    EntryUp,
    EntryDown,
    /// The field as the server shows it.
    Reset,
    /// The field shall be empty, whatever the server holds in it.
    Clear,
    /// The form in an editor of one's own.
    EditExternally,
    /// What was typed is not wanted any more.
    Discard,
}

/// Something decided in the story of a saving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SaveFlowAction {
    Theirs,
    Mine,
    /// Put back what changed without being asked for.
    Restore,
    Discard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttachAction {
    Show,
    /// Stop for a while, or go on.
    Pause,
    Cancel,
    Retry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    Jobs,
    Job,
    Candidates,
    /// One candidate, and the person behind.
    Candidate,
}

impl Pane {
    /// All of them, in the order of their numbers.
    pub(crate) const ALL: [Self; 4] = [Self::Jobs, Self::Job, Self::Candidates, Self::Candidate];

    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Jobs | Self::Candidates)
    }
}

/// What is done to the text of a field.
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

/// Where keys mean something. Several hold at a time; [`crate::tui::app::state::State::contexts`]
/// says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KeyContext {
    Anywhere,
    /// Wherever one moves up and down: panes, help, logs.
    Moving,
    Browsing,
    /// In a list or on the board.
    Rows,
    Jobs,
    /// In the candidate list or on the board.
    Candidates,
    Dialog,
    Requests,
    Typing,
    /// Where a person is selected: in the candidate list, on the board, in the detail.
    People,
    /// In the list of what is unsaved.
    Drafts,
    /// In the form of the editor, beside [`KeyContext::Typing`].
    Form,
    /// In the story of a saving: review, clash, report.
    SaveFlow,
    Batch,
    /// In the inbox, beside [`KeyContext::People`].
    Inbox,
    /// In a list or a table that can be copied and exported.
    Document,
    /// In the list of what is to be carried out.
    Todo,
    /// In the preview of what would be moved.
    Apply,
    /// Where candidates are side by side, beside [`KeyContext::Paper`].
    Compare,
}
