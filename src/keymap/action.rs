//! What a person can want. Keys, palette and mouse all end here; the names,
//! default keys and explanations of actions are in `keymap`'s table.

use crate::recruiting::table::ListField;
use crate::recruiting::triage::Verdict;

/// What a person can want.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// One row, line or letter's height on.
    Down,
    /// One back.
    Up,
    /// To the column before, on the board; to the pane before elsewhere.
    Left,
    /// To the next column or pane.
    Right,
    /// A screen on.
    PageDown,
    /// A screen back.
    PageUp,
    /// Half a screen on.
    HalfDown,
    /// Half a screen back.
    HalfUp,
    /// To the first row.
    Top,
    /// To the true last row.
    Bottom,
    /// To the next pane.
    NextPane,
    /// To the pane before.
    PreviousPane,
    /// To a pane.
    Go(Pane),
    /// Into what is selected.
    Open,
    /// Out of what is transient, then one level up. Never quits.
    Back,
    /// One level up; at the top the program ends.
    Quit,
    /// The program ends.
    QuitNow,
    /// Back to the shell for a while.
    Suspend,
    /// The focused pane alone, or all again.
    Zoom,
    /// The candidates as columns by stage, or as a list again.
    Board,
    /// Narrow the list down.
    Filter,
    /// All rows again.
    ClearFilter,
    /// Only rows like this one in the sorted column, or in its stage or status.
    LikeThis,
    /// Sort by a field; again: the other way round.
    Sort(ListField),
    /// The other way round.
    SortReverse,
    /// The server's order.
    SortOff,
    /// Mark the row and go on.
    Mark,
    /// Mark from here to wherever one goes.
    MarkRange,
    /// Mark what is not marked, and the other way round.
    MarkInvert,
    /// Read it again.
    Refresh,
    /// Find any job, candidate, action or saved view.
    Palette,
    /// What the keys do.
    Help,
    /// The requests and what became of them.
    Requests,
    /// What was told.
    Notices,
    /// The record as the server sent it.
    Raw,
    /// Where one was before.
    Previous,
    /// Where one was before going back.
    Forward,
    /// All places where one was.
    History,
    /// The id of what is selected, or of all that is marked.
    Copy,
    /// The mouse for us, or for the terminal.
    Mouse,
    /// Keep the filter and order under a name.
    SaveView,
    /// Stop the selected request.
    CancelRequest,
    /// Edit the person behind what is selected.
    EditPerson,
    /// Edit one field of them, in place.
    EditField(crate::recruiting::person::PersonField),
    /// Edit them in an editor of one's own.
    EditOutside,
    /// Make somebody new.
    CreatePerson,
    /// Put them forward for another job; all that are marked.
    AttachJob,
    /// Take the last saved edit back.
    Undo,
    /// Make it again.
    Redo,
    /// The edits of this session.
    Edits,
    /// The edits that are not saved.
    Drafts,
    /// Something decided or jotted down.
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
    /// A verdict.
    Give(Verdict),
    /// The reason that goes with verdicts from now on.
    Reason,
    /// A note.
    Note,
    /// Tags.
    Tags,
    /// A star, or none.
    Star,
    /// Put off until a day.
    Snooze,
    /// In the inbox: names are hidden, or shown again.
    Blind,
    /// In the inbox: another order.
    Order,
    /// What is still to be carried out in the recruiting system.
    Todo,
    /// Carry it out, where the database is one's own.
    Apply,
    /// How candidates get through a job.
    Funnel,
    /// Those that are marked, side by side.
    Compare,
    /// People who are there twice.
    Duplicates,
    /// Those with a star, for the client, into the clipboard.
    Shortlist,
    /// The same into a file.
    ShortlistFile,
    /// The record in the recruiting system's own pages.
    Web,
    /// What is shown, into a file.
    Export,
    /// What is kept here of somebody who is gone is forgotten.
    Forget,
}

/// Something done to a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FormAction {
    /// What will be sent is shown.
    Review,
    /// To the part before.
    PartBefore,
    /// A new line in the text.
    NewLine,
    /// Select as the cursor moves.
    Select(TextEdit),
    /// Select all of the text.
    SelectAll,
    /// What is selected into the clipboard.
    CopyText,
    /// The same, and it goes.
    CutText,
    /// The last change is taken back.
    Undo,
    /// It is made again.
    Redo,
    /// An entry more in the list.
    AddEntry,
    /// The entry goes.
    RemoveEntry,
    /// Another usual kind of the entry.
    Kind,
    /// The entry goes up in its list.
    EntryUp,
    /// It goes down.
    EntryDown,
    /// The field as the server shows it.
    Reset,
    /// The field shall be empty, whatever the server holds in it.
    Clear,
    /// The form in an editor of one's own.
    Outside,
    /// What was typed is not wanted any more.
    Discard,
}

/// Something decided in the story of a saving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SaveFlowAction {
    /// What somebody else wrote.
    Theirs,
    /// What was typed here.
    Mine,
    /// Put back what changed without being asked for.
    Restore,
    /// Not wanted any more.
    Discard,
}

/// Something decided in a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttachAction {
    /// How it goes.
    Show,
    /// Stop for a while, or go on.
    Pause,
    /// Do no more of it.
    Cancel,
    /// What failed is tried again.
    Retry,
}

/// One of the four panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    /// All jobs.
    Jobs,
    /// One job with its pipeline.
    Job,
    /// The candidates of that job.
    Candidates,
    /// One candidate, and the person behind.
    Candidate,
}

impl Pane {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Jobs, Self::Job, Self::Candidates, Self::Candidate];

    /// Whether rows are picked in it.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Jobs | Self::Candidates)
    }
}

/// What is done to the text of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextEdit {
    /// Take it.
    Accept,
    /// Leave it as it was.
    Leave,
    /// Take the completion that is offered.
    Complete,
    /// The next of what is offered.
    Next,
    /// The one before.
    Before,
    /// A letter back.
    Left,
    /// A letter on.
    Right,
    /// A word back.
    WordLeft,
    /// A word on.
    WordRight,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// The letter before is gone.
    Erase,
    /// The letter after is gone.
    Delete,
    /// The word before is gone.
    EraseWord,
    /// Everything before is gone.
    EraseAll,
}

/// Where keys mean something. Several hold at a time; [`crate::tui::app::state::State::contexts`]
/// says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// Always.
    Anywhere,
    /// Wherever one moves up and down: panes, help, logs.
    Moving,
    /// In the panes.
    Browsing,
    /// In a list or on the board.
    Rows,
    /// In the job list.
    Jobs,
    /// In the candidate list or on the board.
    Candidates,
    /// In what lies over the panes.
    Over,
    /// In the request log.
    Requests,
    /// While a text is typed.
    Typing,
    /// Where a person is selected: in the candidate list, on the board, in the detail.
    People,
    /// In the list of what is unsaved.
    Drafts,
    /// In the form of the editor, beside [`KeyContext::Typing`].
    Form,
    /// In the story of a saving: review, clash, report.
    Story,
    /// In the list of a batch.
    Batch,
    /// In the inbox, beside [`KeyContext::People`].
    Inbox,
    /// In a list or a table that can be copied and exported.
    Paper,
    /// In the list of what is to be carried out.
    Todo,
    /// In the preview of what would be moved.
    Apply,
    /// Where candidates are side by side, beside [`KeyContext::Paper`].
    Compare,
}
