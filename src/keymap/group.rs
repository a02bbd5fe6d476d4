//! The groups of actions, and an action with its keys, for help, palette and the table of keys.

use super::action::{Action, AttachAction, KeyContext};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ActionGroup {
    Moving,
    Panes,
    /// Filter, palette, saved views.
    Finding,
    Sorting,
    Marking,
    Records,
    /// Editing, creating and attaching people.
    People,
    /// Verdicts, notes, tags.
    Triage,
    Places,
    Program,
    Dialogs,
    Typing,
    Form,
    Saving,
}

impl ActionGroup {
    /// In the order of the help screen.
    pub(crate) const ALL: [Self; 14] = [
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
        Self::Dialogs,
        Self::Typing,
        Self::Form,
        Self::Saving,
    ];

    pub(crate) const fn classify(context: KeyContext, action: Action) -> Self {
        use super::action::Action::{
            Attach, AttachJob, Back, Board, Bottom, CancelRequest, ClearFilter, Copy, CreatePerson,
            Down, Drafts, Edit, EditExternally, EditField, EditLog, EditPerson, Filter, Form,
            Forward, Go, HalfDown, HalfUp, Help, History, Json, Left, LikeThis, Mark, MarkInvert,
            MarkRange, Mouse, NextPane, Notices, Open, PageDown, PageUp, Palette, Previous,
            PreviousPane, Quit, QuitNow, Redo, Refresh, Requests, Right, SaveFlow, SaveView, Sort,
            SortOff, SortReverse, Suspend, Top, Triage, Undo, Up, Zoom,
        };
        if matches!(context, KeyContext::Dialog | KeyContext::Requests | KeyContext::Drafts) {
            return Self::Dialogs;
        }
        match action {
            Down | Up | PageDown | PageUp | HalfDown | HalfUp | Top | Bottom => Self::Moving,
            Left | Right | NextPane | PreviousPane | Go(_) | Open | Back | Zoom | Board => {
                Self::Panes
            }
            Filter | ClearFilter | LikeThis | Palette | SaveView => Self::Finding,
            Sort(_) | SortReverse | SortOff => Self::Sorting,
            Mark | MarkRange | MarkInvert => Self::Marking,
            Refresh | Json | Copy => Self::Records,
            Previous | Forward | History => Self::Places,
            Quit | QuitNow | Suspend | Mouse | Help | Requests | Notices | CancelRequest => {
                Self::Program
            }
            EditPerson
            | EditField(_)
            | EditExternally
            | CreatePerson
            | AttachJob
            | Undo
            | Redo
            | EditLog
            | Drafts
            | Attach(AttachAction::Show) => Self::People,
            Triage(_) => Self::Triage,
            Form(_) => Self::Form,
            SaveFlow(_) | Attach(_) => Self::Saving,
            Edit(_) => Self::Typing,
        }
    }

    pub(crate) const fn title(self) -> &'static str {
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
            Self::Dialogs => "Over the panes",
            Self::Typing => "Typing",
            Self::Form => "In a form",
            Self::Saving => "Saving",
        }
    }
}

/// An action with its description and its current keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActionInfo {
    pub(crate) action: Action,
    pub(crate) name: &'static str,
    pub(crate) context: KeyContext,
    pub(crate) description: String,
    pub(crate) keys: String,
}

impl ActionInfo {
    pub(crate) const fn group(&self) -> ActionGroup {
        ActionGroup::classify(self.context, self.action)
    }

    pub(crate) fn each_key(&self) -> impl Iterator<Item = &str> {
        self.keys.split(", ").filter(|key| !key.is_empty())
    }

    /// The first key.
    pub(crate) fn key(&self) -> Option<&str> {
        self.each_key().next()
    }
}

/// The context in words.
pub(crate) const fn context_label(context: KeyContext) -> &'static str {
    match context {
        KeyContext::Anywhere => "anywhere",
        KeyContext::Moving => "panes, help, logs",
        KeyContext::Browsing => "panes",
        KeyContext::Rows => "lists",
        KeyContext::Jobs => "job list",
        KeyContext::Candidates => "candidate list",
        KeyContext::Dialog => "help, logs",
        KeyContext::Requests => "request log",
        KeyContext::Typing => "while typing",
        KeyContext::People => "candidate list, details",
        KeyContext::Drafts => "unsaved edits",
        KeyContext::Form => "in a form",
        KeyContext::SaveFlow => "while saving",
        KeyContext::Attach => "batch",
        KeyContext::Inbox => "inbox",
        KeyContext::Document => "lists to copy",
        KeyContext::Todo => "to do",
        KeyContext::Apply => "apply",
        KeyContext::Compare => "side by side",
    }
}
