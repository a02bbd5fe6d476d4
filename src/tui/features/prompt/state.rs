//! A prompt about one candidate, or about all marked ones.

use crate::recruiting::triage::{Snapshot, Subject, Verdict};
use crate::tui::widgets::text_input::TextInput;
use crate::wire::CandidateId;

#[derive(Debug, Clone)]
pub struct Prompt {
    pub kind: PromptKind,
    pub subjects: PromptSubjects,
    pub field: TextInput,
    /// Index of the selected suggestion.
    pub at: Option<usize>,
    /// Why the input was not accepted.
    pub error: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptKind {
    /// The reason for all further verdicts of this kind.
    Reason(Verdict),
    Note,
    /// Tags to add, or to remove with a minus before them.
    Tags,
    /// A day, and an optional note after it.
    Snooze,
    /// Confirms a verdict for all marked candidates.
    Verdict(Verdict),
    /// Confirms a star for all marked candidates.
    Star,
}

/// The candidates a prompt is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptSubjects {
    pub all: Vec<(Subject, Snapshot)>,
    /// How many of them the filter hides.
    pub hidden: usize,
    /// How many of them have a different verdict.
    pub with_other_verdict: usize,
    /// How many of them are in a final stage.
    pub in_final_stage: usize,
    /// Marked candidates left out because no stage follows theirs.
    pub excluded: Vec<(Subject, Snapshot)>,
}

impl PromptSubjects {
    #[must_use]
    pub fn candidates(&self) -> Vec<CandidateId> {
        self.all.iter().map(|(subject, _)| subject.candidate.clone()).collect()
    }
}

impl Prompt {
    #[must_use]
    pub fn new(kind: PromptKind, subjects: PromptSubjects) -> Self {
        Self { kind, subjects, field: TextInput::default(), at: None, error: None }
    }

    /// The tag being typed, with its minus; empty after a space.
    #[must_use]
    pub fn last_tag(&self) -> &str {
        self.field.text().rsplit([' ', ',']).next().unwrap_or_default()
    }
}
