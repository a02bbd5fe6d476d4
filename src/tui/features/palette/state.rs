//! The state of the palette, and the actions it lists.

use crate::keymap::action::Action;
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{CandidateId, JobId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteHit {
    pub target: PaletteTarget,
    /// Sanitized.
    pub name: String,
    /// Secondary text.
    pub detail: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaletteTarget {
    Action(Action),
    Job(JobId),
    Candidate(JobId, CandidateId),
    /// By name.
    View(String),
}

impl PaletteTarget {
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Action(_) => "action",
            Self::Job(_) => "job",
            Self::Candidate(..) => "candidate",
            Self::View(_) => "view",
        }
    }

    /// At most four letters.
    #[must_use]
    pub const fn short_kind(&self) -> &'static str {
        match self {
            Self::Action(_) => "do",
            Self::Job(_) => "job",
            Self::Candidate(..) => "cand",
            Self::View(_) => "view",
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct Palette {
    pub field: TextInput,
    /// Best first.
    pub hits: Vec<PaletteHit>,
    /// Index of the selected hit.
    pub at: usize,
    /// When to search again, since more records arrived.
    pub search_at: Option<Moment>,
}
