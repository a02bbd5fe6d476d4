//! Keys of the prompts, and what accepting them does.

use super::state::{Prompt, PromptKind, PromptSubject};
use crate::keymap::action::TextEdit;
use crate::recruiting::triage::{EntryKind, Subject, Verdict, until};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::inbox::scope;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::triage::update as verdicts;

/// An editing key.
pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let offers = state.offered();
    let Some(Dialog::Asking(asking)) = &mut state.over else { return };
    match edit {
        TextEdit::Leave => state.over = None,
        TextEdit::Accept => accept(state, effects),
        TextEdit::Complete => complete(state, &offers),
        TextEdit::Next | TextEdit::Before if offers.is_empty() => {
            state.tell(Severity::Info, "nothing is offered here: it is typed by hand");
        }
        TextEdit::Next => asking.at = Some(asking.at.map_or(0, |at| (at + 1) % offers.len())),
        TextEdit::Before => {
            let before = |at: usize| at.checked_sub(1).unwrap_or(offers.len() - 1);
            asking.at = Some(asking.at.map_or(offers.len() - 1, before));
        }
        _ => {
            asking.field.edit(edit);
            look(state);
        }
    }
}

/// The input changed: clears error and selection.
pub(crate) fn look(state: &mut State) {
    if let Some(Dialog::Asking(asking)) = &mut state.over {
        (asking.at, asking.wrong) = (None, None);
    }
}

/// A digit typed first picks the suggestion of that number; 0 picks no reason. Returns whether it did.
pub(crate) fn picks(state: &mut State, letter: char, effects: &mut Vec<Effect>) -> bool {
    let Some(Dialog::Asking(asking)) = &state.over else { return false };
    let (PromptKind::Reason(verdict), true) = (asking.about, asking.field.text().is_empty()) else {
        return false;
    };
    let Some(number) = letter.to_digit(10) else { return false };
    let reason = match number.checked_sub(1) {
        None => None,
        Some(at) => match state.reason_offers(verdict).into_iter().nth(at as usize) {
            Some(reason) => Some(reason),
            None => return false,
        },
    };
    stick(state, verdict, reason, effects);
    true
}

fn stick(state: &mut State, verdict: Verdict, reason: Option<String>, effects: &mut Vec<Effect>) {
    state.over = None;
    let told = match &reason {
        Some(reason) => format!("{} from now on: {}", verdict.as_str(), text::sanitize(reason)),
        None => format!("{} from now on: no reason", verdict.as_str()),
    };
    state.deciding.sticky[verdict as usize] = reason;
    scope::keep_sticky(state, effects);
    state.tell(Severity::Info, told);
}

/// Tab: switches to the reason of another verdict, or completes a tag.
fn complete(state: &mut State, offers: &[String]) {
    let Some(Dialog::Asking(asking)) = &mut state.over else { return };
    match asking.about {
        PromptKind::Reason(verdict) => {
            // Backwards, since the prompt begins with declining.
            let at = (verdict as usize + Verdict::ALL.len() - 1) % Verdict::ALL.len();
            (asking.about, asking.at) = (PromptKind::Reason(Verdict::ALL[at]), None);
        }
        PromptKind::Tags if !offers.is_empty() => {
            let offer = &offers[asking.at.unwrap_or(0).min(offers.len() - 1)];
            put_tag(asking, offer);
        }
        _ => state.tell(Severity::Info, "nothing is offered here: it is typed by hand"),
    }
}

/// Replaces the tag being typed.
fn put_tag(asking: &mut Prompt, tag: &str) {
    let typed = asking.field.text();
    let word = asking.last_tag();
    let sign = if word.starts_with('-') { "-" } else { "" };
    let head = typed.strip_suffix(word).unwrap_or(typed);
    let whole = format!("{head}{sign}{tag} ");
    asking.field.set(&whole);
    (asking.at, asking.wrong) = (None, None);
}

fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    let offers = state.offered();
    let Some(Dialog::Asking(mut asking)) = state.over.take() else { return };
    if asking.about == PromptKind::Tags
        && let Some(offer) = asking.at.and_then(|at| offers.get(at))
    {
        put_tag(&mut asking, offer);
        state.over = Some(Dialog::Asking(asking));
        return;
    }
    let typed = text::sanitize(asking.field.text().trim()).into_owned();
    let wrong = match asking.about {
        PromptKind::Reason(verdict) => {
            let picked = asking.at.and_then(|at| offers.get(at)).cloned();
            match picked.or((!typed.is_empty()).then_some(typed)) {
                Some(reason) => stick(state, verdict, Some(reason), effects),
                None => state.over = None,
            }
            return;
        }
        PromptKind::Verdict(verdict) => {
            return verdicts::give_to_marked(state, verdict, asking.whom, effects);
        }
        PromptKind::Star => return verdicts::toggle_stars(state, asking.whom, effects),
        PromptKind::Note if typed.is_empty() => "a note needs words".to_owned(),
        PromptKind::Note => {
            let act = |_: &Subject| vec![EntryKind::Note { text: typed.clone() }];
            return verdicts::log_annotation(state, asking.whom, &act, effects);
        }
        PromptKind::Tags => match tags(&typed) {
            Err(wrong) => wrong,
            Ok(tags) => return tag(state, asking.whom, &tags, effects),
        },
        PromptKind::Snooze => match put_off(state, &typed) {
            Err(wrong) => wrong,
            Ok(act) => {
                return verdicts::log_decision(state, asking.whom, &|_| vec![act.clone()], effects);
            }
        },
    };
    asking.wrong = Some(wrong);
    state.over = Some(Dialog::Asking(asking));
}

fn put_off(state: &State, typed: &str) -> Result<EntryKind, String> {
    let today = state.clock.date.to_utc().with_timezone(&state.clock.zone).date_naive();
    let (day, note) = typed.split_once(' ').unwrap_or((typed, ""));
    let (until, note) = (until(day, today)?, note.trim());
    Ok(EntryKind::Snooze { until, note: (!note.is_empty()).then(|| note.to_owned()) })
}

fn tags(typed: &str) -> Result<Vec<EntryKind>, String> {
    let words = typed.split([' ', ',']).filter(|word| !word.is_empty());
    let acts: Vec<EntryKind> = words
        .filter_map(|word| {
            let (is_off, tag) = match word.strip_prefix('-') {
                Some(tag) => (true, tag),
                None => (false, word),
            };
            let tag = tag.trim_start_matches('#').to_owned();
            let is_any = !tag.is_empty();
            let act = if is_off { EntryKind::Untag { tag } } else { EntryKind::Tag { tag } };
            is_any.then_some(act)
        })
        .collect();
    if acts.is_empty() { Err("a tag is a word".to_owned()) } else { Ok(acts) }
}

/// Logs only the tags that change something.
fn tag(state: &mut State, mut whom: PromptSubject, tags: &[EntryKind], effects: &mut Vec<Effect>) {
    let news = |state: &State, subject: &Subject| -> Vec<EntryKind> {
        let own = state.book.own(subject.candidate.as_str());
        let has = |tag: &String| own.is_some_and(|own| own.tags.contains(tag));
        let is_new = |act: &&EntryKind| match act {
            EntryKind::Tag { tag } => !has(tag),
            EntryKind::Untag { tag } => has(tag),
            _ => false,
        };
        tags.iter().filter(is_new).cloned().collect()
    };
    let found: Vec<Vec<EntryKind>> =
        whom.all.iter().map(|(subject, _)| news(state, subject)).collect();
    if found.iter().all(Vec::is_empty) {
        return state.tell(Severity::Info, "their tags are so already");
    }
    let each: std::collections::HashMap<_, _> =
        whom.all.iter().map(|(subject, _)| subject.candidate.clone()).zip(found).collect();
    let acts = |subject: &Subject| each.get(&subject.candidate).cloned().unwrap_or_default();
    whom.all.retain(|(subject, _)| !acts(subject).is_empty());
    verdicts::log_annotation(state, whom, &acts, effects);
}
