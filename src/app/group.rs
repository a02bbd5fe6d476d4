//! What belongs together: the order of help, palette and table of keys.

use super::action::{Action, Context};

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
    /// Where one was.
    Places,
    /// The program itself.
    Program,
    /// What lies over the panes.
    Over,
    /// While a text is typed.
    Typing,
}

impl Group {
    /// All of them, in the order of the help.
    pub const ALL: [Self; 10] = [
        Self::Moving,
        Self::Panes,
        Self::Finding,
        Self::Sorting,
        Self::Marking,
        Self::Records,
        Self::Places,
        Self::Program,
        Self::Over,
        Self::Typing,
    ];

    /// Where an action belongs.
    #[must_use]
    pub const fn of(context: Context, action: Action) -> Self {
        use Action::{
            Back, Board, Bottom, CancelRequest, ClearFilter, Copy, Down, Edit, Filter, Forward, Go,
            HalfDown, HalfUp, Help, History, Left, LikeThis, Mark, MarkInvert, MarkRange, Mouse,
            NextPane, Notices, Open, PageDown, PageUp, Palette, Previous, PreviousPane, Quit,
            QuitNow, Raw, Refresh, Requests, Right, SaveView, Sort, SortOff, SortReverse, Suspend,
            Top, Up, Zoom,
        };
        if matches!(context, Context::Over | Context::Requests) {
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
            Self::Places => "Places",
            Self::Program => "Program",
            Self::Over => "Over the panes",
            Self::Typing => "Typing",
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
    }
}
