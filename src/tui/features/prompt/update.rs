//! Keys of the prompts, and what accepting them does.

use std::collections::HashMap;

use super::offers::{prompt_offers, reason_offers};
use super::state::{Prompt, PromptKind, PromptSubjects};
use crate::keymap::action::TextEdit;
use crate::recruiting::triage::{EntryKind, Subject, Verdict, parse_until};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::wire::CandidateId;

/// An editing key.
pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let offers = prompt_offers(state);
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() else { return };
    match edit {
        TextEdit::Cancel => state.dialogs.close(),
        TextEdit::Accept => accept(state),
        TextEdit::Complete => complete(state, &offers),
        TextEdit::Next | TextEdit::Previous if offers.is_empty() => {
            state.notify(Severity::Info, "nothing is offered here: it is typed by hand");
        }
        TextEdit::Next | TextEdit::Previous => {
            let is_backward = edit == TextEdit::Previous;
            prompt.at = Some(pick_list::cycle(prompt.at, offers.len(), is_backward));
        }
        _ => {
            prompt.field.edit(edit);
            reset_selection(state);
        }
    }
}

/// The input changed: clears error and selection.
pub(crate) fn reset_selection(state: &mut State) {
    if let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() {
        (prompt.at, prompt.error) = (None, None);
    }
}

/// A digit typed first picks the suggestion of that number; 0 picks no reason. Returns whether it
/// did.
pub(crate) fn pick_reason(state: &mut State, letter: char) -> bool {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top() else { return false };
    let (PromptKind::Reason(verdict), true) = (prompt.kind, prompt.field.text().is_empty()) else {
        return false;
    };
    let Some(number) = letter.to_digit(10) else { return false };
    let reason = match number.checked_sub(1) {
        None => None,
        Some(at) => match reason_offers(state, verdict).into_iter().nth(at as usize) {
            Some(reason) => Some(reason),
            None => return false,
        },
    };
    state.dialogs.close();
    set_reason(state, verdict, reason);
    true
}

fn set_reason(state: &mut State, verdict: Verdict, reason: Option<String>) {
    let message = match &reason {
        Some(reason) => format!("{} from now on: {}", verdict.as_str(), text::sanitize(reason)),
        None => format!("{} from now on: no reason", verdict.as_str()),
    };
    state.follow_up(FollowUp::SetReason(verdict, reason));
    state.notify(Severity::Info, message);
}

/// Tab: switches to the reason of another verdict, or completes a tag.
fn complete(state: &mut State, offers: &[String]) {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() else { return };
    match prompt.kind {
        PromptKind::Reason(verdict) => {
            // Backwards, since the prompt begins with declining.
            let at = (verdict as usize + Verdict::ALL.len() - 1) % Verdict::ALL.len();
            (prompt.kind, prompt.at) = (PromptKind::Reason(Verdict::ALL[at]), None);
        }
        PromptKind::Tags if !offers.is_empty() => {
            let offer = &offers[prompt.at.unwrap_or(0).min(offers.len() - 1)];
            replace_tag(prompt, offer);
        }
        _ => state.notify(Severity::Info, "nothing is offered here: it is typed by hand"),
    }
}

/// Replaces the tag being typed.
fn replace_tag(prompt: &mut Prompt, tag: &str) {
    let typed = prompt.field.text();
    let word = prompt.last_tag();
    let sign = if word.starts_with('-') { "-" } else { "" };
    let head = typed.strip_suffix(word).unwrap_or(typed);
    let text = format!("{head}{sign}{tag} ");
    prompt.field.set(&text);
    (prompt.at, prompt.error) = (None, None);
}

fn accept(state: &mut State) {
    let offers = prompt_offers(state);
    let Some(Dialog::Prompt(mut prompt)) = state.dialogs.pop() else { return };
    if prompt.kind == PromptKind::Tags
        && let Some(offer) = prompt.at.and_then(|at| offers.get(at))
    {
        replace_tag(&mut prompt, offer);
        state.dialogs.push(Dialog::Prompt(prompt));
        return;
    }
    let typed = text::sanitize(prompt.field.text().trim()).into_owned();
    let error = match prompt.kind {
        PromptKind::Reason(verdict) => {
            let picked = prompt.at.and_then(|at| offers.get(at)).cloned();
            if let Some(reason) = picked.or((!typed.is_empty()).then_some(typed)) {
                set_reason(state, verdict, Some(reason));
            }
            return;
        }
        PromptKind::Verdict(verdict) => {
            return state.follow_up(FollowUp::GiveVerdict(verdict, prompt.subjects));
        }
        PromptKind::Star => return state.follow_up(FollowUp::ToggleStars(prompt.subjects)),
        PromptKind::Note if typed.is_empty() => "a note needs words".to_owned(),
        PromptKind::Note => {
            let candidates = prompt.subjects.candidates().into_iter();
            let note = |candidate| (candidate, vec![EntryKind::Note { text: typed.clone() }]);
            let notes = candidates.map(note).collect();
            return state.follow_up(FollowUp::Annotate(prompt.subjects, notes));
        }
        PromptKind::Tags => match parse_tags(&typed) {
            Err(error) => error,
            Ok(tags) => return apply_tags(state, prompt.subjects, &tags),
        },
        PromptKind::Snooze => match parse_snooze(state, &typed) {
            Err(error) => error,
            Ok(entry) => return state.follow_up(FollowUp::Snooze(prompt.subjects, entry)),
        },
    };
    prompt.error = Some(error);
    state.dialogs.push(Dialog::Prompt(prompt));
}

fn parse_snooze(state: &State, typed: &str) -> Result<EntryKind, String> {
    let today = state.clock.today();
    let (day, note) = typed.split_once(' ').unwrap_or((typed, ""));
    let (until, note) = (parse_until(day, today)?, note.trim());
    Ok(EntryKind::Snooze { until, note: (!note.is_empty()).then(|| note.to_owned()) })
}

fn parse_tags(typed: &str) -> Result<Vec<EntryKind>, String> {
    let words = typed.split([' ', ',']).filter(|word| !word.is_empty());
    let kinds: Vec<EntryKind> = words
        .filter_map(|word| {
            let (is_removal, tag) = match word.strip_prefix('-') {
                Some(tag) => (true, tag),
                None => (false, word),
            };
            let tag = tag.trim_start_matches('#').to_owned();
            let has_name = !tag.is_empty();
            let kind = if is_removal { EntryKind::Untag { tag } } else { EntryKind::Tag { tag } };
            has_name.then_some(kind)
        })
        .collect();
    if kinds.is_empty() { Err("a tag is a word".to_owned()) } else { Ok(kinds) }
}

/// Logs only the tags that change something.
fn apply_tags(state: &mut State, mut subjects: PromptSubjects, tags: &[EntryKind]) {
    let changes_for = |state: &State, subject: &Subject| -> Vec<EntryKind> {
        let triage = state.triage.candidate(subject.candidate.as_str());
        let has = |tag: &String| triage.is_some_and(|triage| triage.tags.contains(tag));
        let is_new = |kind: &&EntryKind| match kind {
            EntryKind::Tag { tag } => !has(tag),
            EntryKind::Untag { tag } => has(tag),
            _ => false,
        };
        tags.iter().filter(is_new).cloned().collect()
    };
    let changes: HashMap<CandidateId, Vec<EntryKind>> = subjects
        .all
        .iter()
        .map(|(subject, _)| (subject.candidate.clone(), changes_for(state, subject)))
        .filter(|(_, entries)| !entries.is_empty())
        .collect();
    if changes.is_empty() {
        return state.notify(Severity::Info, "their tags are so already");
    }
    subjects.all.retain(|(subject, _)| changes.contains_key(&subject.candidate));
    state.follow_up(FollowUp::Annotate(subjects, changes));
}
