//! The reasons and tags that a prompt suggests.

use std::collections::{BTreeSet, HashMap};

use super::state::PromptKind;
use crate::recruiting::triage::{CandidateTriage, EntryKind, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;

/// Suggested while the config names no reasons.
const REASONS: [&str; 5] = ["experience", "skills", "location", "salary", "withdrew"];

const MAX_OFFERS: usize = 9;

/// The reasons of the config, or a few common ones; then the reasons used before, most used first.
pub(crate) fn reason_offers(state: &State) -> Vec<String> {
    let mut offers = state.rules.reasons.clone();
    if offers.is_empty() {
        offers.extend(REASONS.map(str::to_owned));
    }
    let used = state.triage.log().iter().filter_map(|entry| match &entry.kind {
        EntryKind::Verdict { verdict: Verdict::Decline, reason: Some(reason) } => {
            Some(reason.as_str())
        }
        _ => None,
    });
    for reason in sort_by_use(used) {
        if offers.len() < MAX_OFFERS && !offers.iter().any(|offer| offer == reason) {
            offers.push(reason.to_owned());
        }
    }
    offers
}

/// Tags that complete the input, most used first; after a minus, only tags that the people have.
pub(crate) fn tag_offers(state: &State) -> Vec<String> {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top() else { return Vec::new() };
    let word = prompt.last_tag();
    let (is_removal, word) = match word.strip_prefix('-') {
        Some(word) => (true, word),
        None => (false, word),
    };
    let word = word.trim_start_matches('#').to_lowercase();
    let people: Vec<&CandidateTriage> = if is_removal {
        let subjects = prompt.subjects.all.iter();
        subjects.filter_map(|(subject, _)| state.triage_of_subject(subject)).collect()
    } else {
        state.triage.people().collect()
    };
    let tags = people.into_iter().flat_map(|triage| &triage.tags);
    let typed: BTreeSet<&str> = prompt
        .field
        .text()
        .split([' ', ','])
        .map(|tag| tag.trim_start_matches(['-', '#']))
        .collect();
    let fits = |tag: &&str| tag.to_lowercase().starts_with(&word) && !typed.contains(tag);
    let matching = sort_by_use(tags.map(String::as_str)).into_iter().filter(fits);
    matching.take(MAX_OFFERS).map(str::to_owned).collect()
}

/// The suggestions of the open prompt.
pub(crate) fn prompt_offers(state: &State) -> Vec<String> {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top() else { return Vec::new() };
    match prompt.kind {
        PromptKind::Reason => reason_offers(state),
        PromptKind::Tags => tag_offers(state),
        _ => Vec::new(),
    }
}

/// Each word once, most used first.
fn sort_by_use<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    words.into_iter().map(|(word, _)| word).collect()
}
