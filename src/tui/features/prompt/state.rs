//! Small questions about candidates: why, what to jot down, which tags, until when.
//!
//! Each lies over whatever is shown and is asked about one candidate, or about all
//! that are marked. `update/asking` takes the keys; `view/over/asking` draws it.

use std::collections::{BTreeSet, HashMap};

use crate::recruiting::triage::{EntryKind, Snapshot, Subject, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::CandidateId;

/// Reasons that are offered as long as the config names none.
const REASONS: [&[&str]; 3] = [
    &["strong experience", "skills match", "was recommended"],
    &["more to be asked", "others come first", "not available yet"],
    &["experience", "skills", "location", "salary", "withdrew"],
];

/// More than these nobody reads.
const OFFERS: usize = 9;

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

impl State {
    /// The reasons that are offered for a verdict: those of the config, or a few
    /// usual ones; then one's own, the most used first.
    #[must_use]
    pub fn reason_offers(&self, verdict: Verdict) -> Vec<String> {
        let mut offers = self.rules.reasons.clone();
        if offers.is_empty() {
            offers.extend(REASONS[verdict as usize].iter().map(|reason| (*reason).to_owned()));
        }
        let given = self.book.log().iter().filter_map(|entry| match &entry.act {
            EntryKind::Verdict { verdict: given, reason: Some(reason) } if *given == verdict => {
                Some(reason.as_str())
            }
            _ => None,
        });
        for reason in by_use(given) {
            if offers.len() < OFFERS && !offers.iter().any(|offer| offer == reason) {
                offers.push(reason.to_owned());
            }
        }
        offers
    }

    /// The tags that are offered for what is typed: the most used first; with a
    /// minus before it, those they have.
    #[must_use]
    pub fn tag_offers(&self) -> Vec<String> {
        let Some(Dialog::Asking(asking)) = &self.over else { return Vec::new() };
        let word = asking.last_tag();
        let (is_off, word) = match word.strip_prefix('-') {
            Some(word) => (true, word),
            None => (false, word),
        };
        let word = word.trim_start_matches('#').to_lowercase();
        let whom: BTreeSet<&str> =
            asking.whom.all.iter().map(|(subject, _)| subject.candidate.as_str()).collect();
        let is_theirs = |own: &&crate::recruiting::triage::CandidateTriage| {
            !is_off || whom.contains(own.subject.candidate.as_str())
        };
        let tags = self.book.all().filter(is_theirs).flat_map(|own| &own.tags);
        let typed: BTreeSet<&str> = asking
            .field
            .text()
            .split([' ', ','])
            .map(|tag| tag.trim_start_matches(['-', '#']))
            .collect();
        let fits = |tag: &&str| tag.to_lowercase().starts_with(&word) && !typed.contains(tag);
        let found = by_use(tags.map(String::as_str)).into_iter().filter(fits);
        found.take(OFFERS).map(str::to_owned).collect()
    }

    /// What is offered in the question that is asked now.
    #[must_use]
    pub fn offered(&self) -> Vec<String> {
        let Some(Dialog::Asking(asking)) = &self.over else { return Vec::new() };
        match asking.about {
            PromptKind::Reason(verdict) => self.reason_offers(verdict),
            PromptKind::Tags => self.tag_offers(),
            _ => Vec::new(),
        }
    }
}

/// Each word once, the most used first.
fn by_use<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    words.into_iter().map(|(word, _)| word).collect()
}
