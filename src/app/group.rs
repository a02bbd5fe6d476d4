//! What belongs together: the order of help, palette and table of keys.

use super::action::{Action, BatchStep, Context};

/// What belongs together in help, palette and table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Up and down.
    Moving,
    /// From pane to pane.
    Panes,
    /// Filter, palette, saved views.
    Finding,
    /// The order of rows.
    Sorting,
    /// Marks on rows.
    Marking,
    /// What is done with a record.
    Records,
    /// People: edited, made, put forward.
    People,
    /// Deciding: verdicts, notes, tags.
    Triage,
    /// Where one was.
    Places,
    /// The program itself.
    Program,
    /// What lies over the panes.
    Over,
    /// While a text is typed.
    Typing,
    /// In the form of the editor.
    Form,
    /// In the story of a saving.
    Saving,
}

impl Group {
    /// All of them, in the order of the help.
    pub const ALL: [Self; 14] = [
        Self::Moving,
        Self::Panes,
        Self::Finding,
        Self::Sorting,
        Self::Marking,
        Self::Records,
        Self::People,
        Self::Triage,
        Self::Places,
        Self::Program,
        Self::Over,
        Self::Typing,
        Self::Form,
        Self::Saving,
    ];

    /// Where an action belongs.
    #[must_use]
    pub const fn of(context: Context, action: Action) -> Self {
        use Action::{
            AttachJob, Back, Batch, Board, Bottom, CancelRequest, ClearFilter, Copy, CreatePerson,
            Decide, Down, Drafts, Edit, EditField, EditOutside, EditPerson, Edits, Fill, Filter,
            Forward, Go, HalfDown, HalfUp, Help, History, Left, LikeThis, Mark, MarkInvert,
            MarkRange, Mouse, NextPane, Notices, Open, PageDown, PageUp, Palette, Previous,
            PreviousPane, Quit, QuitNow, Raw, Redo, Refresh, Requests, Right, SaveView, Sort,
            SortOff, SortReverse, Suspend, Top, Triage, Undo, Up, Zoom,
        };
        if matches!(context, Context::Over | Context::Requests | Context::Drafts) {
            return Self::Over;
        }
        match action {
            Down | Up | PageDown | PageUp | HalfDown | HalfUp | Top | Bottom => Self::Moving,
            Left | Right | NextPane | PreviousPane | Go(_) | Open | Back | Zoom | Board => {
                Self::Panes
            }
            Filter | ClearFilter | LikeThis | Palette | SaveView => Self::Finding,
            Sort(_) | SortReverse | SortOff => Self::Sorting,
            Mark | MarkRange | MarkInvert => Self::Marking,
            Refresh | Raw | Copy => Self::Records,
            Previous | Forward | History => Self::Places,
            Quit | QuitNow | Suspend | Mouse | Help | Requests | Notices | CancelRequest => {
                Self::Program
            }
            EditPerson
            | EditField(_)
            | EditOutside
            | CreatePerson
            | AttachJob
            | Undo
            | Redo
            | Edits
            | Drafts
            | Batch(BatchStep::Show) => Self::People,
            Triage(_) => Self::Triage,
            Fill(_) => Self::Form,
            Decide(_) | Batch(_) => Self::Saving,
            Edit(_) => Self::Typing,
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Panes => "Panes",
            Self::Finding => "Finding",
            Self::Sorting => "Sorting",
            Self::Marking => "Marking",
            Self::Records => "Records",
            Self::People => "People",
            Self::Triage => "Triage",
            Self::Places => "Places",
            Self::Program => "Program",
            Self::Over => "Over the panes",
            Self::Typing => "Typing",
            Self::Form => "In a form",
            Self::Saving => "Saving",
        }
    }
}

/// Where a context holds, for people.
#[must_use]
pub const fn place(context: Context) -> &'static str {
    match context {
        Context::Anywhere => "anywhere",
        Context::Moving => "panes, help, logs",
        Context::Browsing => "panes",
        Context::Rows => "lists",
        Context::Jobs => "job list",
        Context::Candidates => "candidate list",
        Context::Over => "help, logs",
        Context::Requests => "request log",
        Context::Typing => "while typing",
        Context::People => "candidate list, details",
        Context::Drafts => "unsaved edits",
        Context::Form => "in a form",
        Context::Story => "while saving",
        Context::Batch => "batch",
        Context::Inbox => "inbox",
        Context::Paper => "lists to copy",
        Context::Todo => "to do",
        Context::Apply => "apply",
        Context::Compare => "side by side",
    }
}
