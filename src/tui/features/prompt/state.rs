//! A prompt about one candidate, or about all marked ones.

use std::collections::BTreeSet;

use crate::recruiting::triage::{EntryId, Snapshot, Subject, Verdict};
use crate::tui::widgets::text_input::TextInput;
use crate::wire::CandidateId;

/// The word that confirms a deletion.
pub(super) const FORGET: &str = "forget";

#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    pub(crate) kind: PromptKind,
    pub(crate) subjects: PromptSubjects,
    pub(crate) field: TextInput,
    /// Index of the selected suggestion.
    pub(crate) at: Option<usize>,
    /// Why the input was not accepted.
    pub(crate) error: Option<String>,
    /// The note whose text is edited; `None` for a new one.
    pub(crate) note: Option<EntryId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PromptKind {
    /// The reason to decline with.
    Reason,
    Note,
    /// Tags to add, or to remove with a minus before them.
    Tags,
    /// A day, and an optional note after it.
    Snooze,
    /// Confirms a verdict for all marked candidates.
    Verdict(Verdict),
    /// Confirms a star for all marked candidates.
    Star,
    /// Confirms that the data about the person is deleted: the user types the word.
    Forget,
}

/// The candidates a prompt is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PromptSubjects {
    pub(crate) all: Vec<(Subject, Snapshot)>,
    /// How many of them the filter hides.
    pub(crate) hidden: usize,
    /// How many of them have a different verdict.
    pub(crate) with_other_verdict: usize,
    /// How many of them are in a final stage.
    pub(crate) in_final_stage: usize,
    /// Marked candidates left out because their stage rules the verdict out.
    pub(crate) excluded: Vec<(Subject, Snapshot)>,
}

impl PromptSubjects {
    /// The stages of those that are left out.
    pub(crate) fn excluded_stages(&self) -> String {
        let stages = self.excluded.iter().map(|(_, snapshot)| snapshot.stage_name.as_str());
        stages.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn candidates(&self) -> Vec<CandidateId> {
        self.all.iter().map(|(subject, _)| subject.candidate.clone()).collect()
    }
}

impl Prompt {
    pub(crate) fn new(kind: PromptKind, subjects: PromptSubjects) -> Self {
        Self { kind, subjects, field: TextInput::default(), at: None, error: None, note: None }
    }

    /// The tag being typed, with its minus; empty after a space.
    pub(crate) fn last_tag(&self) -> &str {
        self.field.text().rsplit([' ', ',']).next().unwrap_or_default()
    }
}
