//! Small questions about candidates: why, what to jot down, which tags, until when.
//!
//! Each lies over whatever is shown and is asked about one candidate, or about all
//! that are marked. `update/asking` takes the keys; `view/over/asking` draws it.

use crate::recruiting::triage::{Snapshot, Subject, Verdict};
use crate::tui::widgets::text_input::TextInput;
use crate::wire::CandidateId;

/// A question.
#[derive(Debug, Clone)]
pub struct Prompt {
    /// What is asked.
    pub about: PromptKind,
    /// Whom it is about.
    pub whom: PromptSubject,
    /// What is typed.
    pub field: TextInput,
    /// The selected one of what is offered, if one is.
    pub at: Option<usize>,
    /// What is wrong with what is typed.
    pub wrong: Option<String>,
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptKind {
    /// The reason that goes with this verdict from now on.
    Reason(Verdict),
    /// A note.
    Note,
    /// Tags to put on, or with a minus before them to take off.
    Tags,
    /// The day until which they are put off, and a note behind it.
    Snooze,
    /// Whether all that are marked are given this verdict.
    Verdict(Verdict),
    /// Whether all that are marked are given a star.
    Star,
}

/// Whom it is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptSubject {
    /// Each of them, as they are seen now.
    pub all: Vec<(Subject, Snapshot)>,
    /// How many of them the filter of their list hides.
    pub hidden: usize,
    /// How many of them have another verdict already.
    pub others: usize,
    /// How many of them are in a stage in which nothing is decided any more.
    pub ended: usize,
    /// Who was marked and is left out, since no stage comes after theirs.
    pub out: Vec<(Subject, Snapshot)>,
}

impl PromptSubject {
    /// Their ids.
    #[must_use]
    pub fn candidates(&self) -> Vec<CandidateId> {
        self.all.iter().map(|(subject, _)| subject.candidate.clone()).collect()
    }
}

impl Prompt {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(about: PromptKind, whom: PromptSubject) -> Self {
        Self { about, whom, field: TextInput::default(), at: None, wrong: None }
    }
}

impl Prompt {
    /// The tag that is being typed, with its sign; empty behind a space.
    #[must_use]
    pub fn last_tag(&self) -> &str {
        self.field.text().rsplit([' ', ',']).next().unwrap_or_default()
    }
}
