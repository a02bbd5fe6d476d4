//! What a prompt offers: reasons and tags, the most used first.

use std::collections::{BTreeSet, HashMap};

use super::state::PromptKind;
use crate::recruiting::triage::{EntryKind, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

/// Reasons that are offered as long as the config names none.
const REASONS: [&[&str]; 3] = [
    &["strong experience", "skills match", "was recommended"],
    &["more to be asked", "others come first", "not available yet"],
    &["experience", "skills", "location", "salary", "withdrew"],
];

/// More than these nobody reads.
const OFFERS: usize = 9;

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
