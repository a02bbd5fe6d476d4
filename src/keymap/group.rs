//! The groups of actions, and an action with its keys, for help, palette and the table of keys.

use super::action::{Action, AttachAction, KeyContext, TriageAction};

/// What the user wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ActionGroup {
    Move,
    /// Filter, palette, saved views.
    Find,
    /// Verdicts, notes, tags.
    Decide,
    /// Editing, creating and attaching people.
    Edit,
    CopyAndOpen,
    /// Sorting and marking.
    Lists,
    Screens,
    Program,
    Dialogs,
    Text,
    Forms,
    Saving,
}

impl ActionGroup {
    /// In the order of help and palette.
    pub(crate) const ALL: [Self; 12] = [
        Self::Decide,
        Self::Edit,
        Self::Find,
        Self::Lists,
        Self::CopyAndOpen,
        Self::Screens,
        Self::Move,
        Self::Program,
        Self::Forms,
        Self::Saving,
        Self::Text,
        Self::Dialogs,
    ];

    pub(crate) const fn classify(context: KeyContext, action: Action) -> Self {
        use super::action::Action::{
            AllCandidates, Attach, AttachJob, Back, Board, Bottom, CancelRequest, ClearFilter,
            Copy, CopyField, CreatePerson, Down, Drafts, Edit, EditExternally, EditField, EditLog,
            EditPerson, Filter, Form, Forward, Go, GroupByPerson, HalfDown, HalfUp, Help, History,
            Job, Json, Left, LikeThis, Mail, Mark, MarkInvert, MarkRange, Mouse, MoveBorder,
            NextPane, Notices, Open, Overview, PageDown, PageUp, Palette, Previous, PreviousPane,
            Quit, QuitNow, Redo, Refresh, Requests, Right, SaveFlow, SaveView, Sort, SortOff,
            SortReverse, Suspend, Sync, ToggleClosed, Top, Triage, Undo, Up, Views, Zoom,
        };
        if matches!(
            context,
            KeyContext::Dialog | KeyContext::Requests | KeyContext::Drafts | KeyContext::Help
        ) {
            return Self::Dialogs;
        }
        match action {
            Down | Up | PageDown | PageUp | HalfDown | HalfUp | Top | Bottom | Left | Right
            | NextPane | PreviousPane | Go(_) | Open | Back | AllCandidates | Previous
            | Forward | History => Self::Move,
            Filter | ClearFilter | LikeThis | ToggleClosed | Palette | SaveView | Views => {
                Self::Find
            }
            Sort(_) | SortReverse | SortOff | GroupByPerson | Mark | MarkRange | MarkInvert => {
                Self::Lists
            }
            Json | Copy | CopyField(_) | Mail => Self::CopyAndOpen,
            Zoom
            | MoveBorder(_)
            | Board
            | Requests
            | Notices
            | EditLog
            | Drafts
            | Overview(_)
            | Attach(AttachAction::Show) => Self::Screens,
            Refresh | Sync | Quit | QuitNow | Suspend | Mouse | Help | CancelRequest => {
                Self::Program
            }
            EditPerson | EditField(_) | EditExternally | CreatePerson | AttachJob | Job(_)
            | Undo | Redo => Self::Edit,
            Triage(action) => Self::of_triage(action),
            Form(_) => Self::Forms,
            SaveFlow(_) | Attach(_) => Self::Saving,
            Edit(_) => Self::Text,
        }
    }

    const fn of_triage(action: TriageAction) -> Self {
        use TriageAction::{
            Apply, Blind, Compare, CycleOrder, DeclineWithReason, DeleteNote, Duplicates, EditNote,
            Export, Forget, Funnel, Give, Inbox, MoveStage, Note, Notes, RepeatReason, Shortlist,
            ShortlistFile, Snooze, Star, Tags, Todo, Web,
        };
        match action {
            Give(_) | DeclineWithReason | RepeatReason | Note | Notes | EditNote | DeleteNote
            | Tags | Star | Snooze | Forget | MoveStage => Self::Decide,
            Web | Shortlist | ShortlistFile | Export => Self::CopyAndOpen,
            Inbox | Blind | CycleOrder | Todo | Apply | Funnel | Compare | Duplicates => {
                Self::Screens
            }
        }
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Find => "Find",
            Self::Decide => "Decide",
            Self::Edit => "Edit",
            Self::CopyAndOpen => "Copy and open",
            Self::Lists => "Lists and marks",
            Self::Screens => "Screens",
            Self::Program => "Program",
            Self::Dialogs => "Dialogs",
            Self::Text => "Text fields",
            Self::Forms => "Forms",
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
        KeyContext::Moving => "panes and dialogs",
        KeyContext::Browsing => "panes",
        KeyContext::Rows => "lists",
        KeyContext::Jobs => "job list",
        KeyContext::JobPanes => "jobs and job details",
        KeyContext::JobDialog => "editing a job",
        KeyContext::Candidates => "candidate list",
        KeyContext::Dialog => "dialogs",
        KeyContext::Requests => "request log",
        KeyContext::Help => "help",
        KeyContext::Typing => "text fields",
        KeyContext::People => "candidates and details",
        KeyContext::Drafts => "unsaved edits",
        KeyContext::Form => "forms",
        KeyContext::SaveFlow => "saving",
        KeyContext::Attach => "adding people to a job",
        KeyContext::Inbox => "inbox",
        KeyContext::Document => "reports",
        KeyContext::Todo => "to-do list",
        KeyContext::Apply => "apply preview",
        KeyContext::Notes => "notes",
        KeyContext::Compare => "comparison",
        KeyContext::Mail => "mail",
        KeyContext::Duplicates => "duplicates",
        KeyContext::Changes => "changes",
        KeyContext::Today => "today",
    }
}
