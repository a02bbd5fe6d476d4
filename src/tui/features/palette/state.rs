//! The state of the palette, and the actions it lists.

use crate::keymap::action::Action;
use crate::tui::app::clock::Moment;
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{CandidateId, JobId, Person, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PaletteHit {
    pub(crate) target: PaletteTarget,
    /// Sanitized.
    pub(crate) name: String,
    /// Secondary text.
    pub(crate) detail: String,
}

impl PaletteHit {
    /// A job, a candidate or a view; not an action or a workspace.
    pub(crate) const fn is_record(&self) -> bool {
        !matches!(self.target, PaletteTarget::Action(_) | PaletteTarget::Workspace(_))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PaletteTarget {
    Action(Action),
    Job(JobId),
    Candidate(JobId, CandidateId),
    /// By name.
    View(String),
    /// By its index in the list of workspaces.
    Workspace(usize),
}

impl PaletteTarget {
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Action(_) => "action",
            Self::Job(_) => "job",
            Self::Candidate(..) => "candidate",
            Self::View(_) => "view",
            Self::Workspace(_) => "workspace",
        }
    }

    /// At most four letters.
    pub(crate) const fn short_kind(&self) -> &'static str {
        match self {
            Self::Action(_) => "do",
            Self::Job(_) => "job",
            Self::Candidate(..) => "cand",
            Self::View(_) => "view",
            Self::Workspace(_) => "work",
        }
    }
}

/// What the mirror found for the text of the palette.
#[derive(Debug, Clone, Default)]
pub(crate) struct FoundPeople {
    pub(crate) text: String,
    /// Of the search that is under way or done.
    pub(crate) ticket: Option<Ticket>,
    pub(crate) people: Vec<(Person, Timestamp)>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Palette {
    pub(crate) field: TextInput,
    /// Whether only saved views are searched.
    pub(crate) is_for_views: bool,
    /// Best first.
    pub(crate) hits: Vec<PaletteHit>,
    /// Index of the selected hit.
    pub(crate) at: usize,
    /// From the mirror.
    pub(crate) people: FoundPeople,
    /// When to search again, since more records arrived.
    pub(crate) search_at: Option<Moment>,
}
