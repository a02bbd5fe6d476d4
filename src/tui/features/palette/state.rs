//! Finds anything by a few letters: jobs, candidates, actions, saved views.

use crate::keymap::action::Action;
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::{CandidateId, JobId};

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteHit {
    /// What it is.
    pub target: PaletteTarget,
    /// What it is called, safe to show.
    pub name: String,
    /// What else there is to say.
    pub beside: String,
}

/// What can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaletteTarget {
    /// Something to do.
    Action(Action),
    /// A job.
    Job(JobId),
    /// A candidate of a job.
    Candidate(JobId, CandidateId),
    /// A saved view, by its name.
    View(String),
}

impl PaletteTarget {
    /// What kind of thing it is.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Action(_) => "action",
            Self::Job(_) => "job",
            Self::Candidate(..) => "candidate",
            Self::View(_) => "view",
        }
    }

    /// The same in four letters.
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

/// The palette.
#[derive(Debug, Clone, Default)]
pub struct Palette {
    /// What is typed.
    pub field: TextInput,
    /// What was found, the best first.
    pub found: Vec<PaletteHit>,
    /// The selected one.
    pub at: usize,
    /// More records came since it was looked up; when they are looked through.
    pub stale: Option<Moment>,
}
