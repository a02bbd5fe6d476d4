//! Keys of the prompts, and what accepting them does.

use std::collections::HashMap;

use super::offers::{prompt_offers, reason_offers};
use super::state::{FORGET, Prompt, PromptKind, PromptSubjects};
use crate::keymap::action::{Action, TextEdit, TriageAction};
use crate::recruiting::triage::{EntryKind, Subject, Verdict, parse_until};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::format::calendar;
use crate::tui::widgets::pick_list;
use crate::wire::CandidateId;

/// An editing key.
pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let offers = prompt_offers(state);
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() else { return };
    match edit {
        TextEdit::Cancel => cancel(state),
        TextEdit::Accept => accept(state),
        TextEdit::Complete => complete(state, &offers),
        TextEdit::Next | TextEdit::Previous if offers.is_empty() => {
            state.notify(Severity::Info, "No suggestions here: type the text");
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

/// A note that was begun is kept for the next time.
fn cancel(state: &mut State) {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.pop() else { return };
    let typed = prompt.field.text().trim();
    if let (PromptKind::Note, None, [(subject, snapshot)]) =
        (prompt.kind, &prompt.note, prompt.subjects.all.as_slice())
        && !typed.is_empty()
    {
        let name = state.display_name_of(subject, snapshot);
        let key = state.key_of(Action::Triage(TriageAction::Note));
        let message = format!("Note on {name} not saved · {key} continues it");
        state.unsaved_note = Some((subject.candidate.clone(), typed.to_owned()));
        state.notify(Severity::Info, message);
    }
}

/// Says until when a candidate is snoozed, or that the snooze has ended.
fn snooze(state: &mut State, subjects: PromptSubjects, entry: EntryKind) {
    let name = match subjects.all.as_slice() {
        [(subject, snapshot)] => state.display_name_of(subject, snapshot),
        all => text::pluralize(all.len(), "candidate", "candidates"),
    };
    let what = match &entry {
        EntryKind::Snooze { until, .. } => format!("Snoozed {name} until {}", calendar(*until)),
        _ => format!("Ended the snooze of {name}"),
    };
    let key = state.key_of(Action::Undo);
    let message = format!("{what} · {key} undoes");
    state.notify(Severity::Info, message);
    state.follow_up(FollowUp::Snooze(subjects, entry));
}

/// The input changed: clears error and selection.
pub(crate) fn reset_selection(state: &mut State) {
    if let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() {
        (prompt.at, prompt.error) = (None, None);
    }
}

/// A digit typed first declines with the suggested reason of that number. Returns whether it did.
pub(crate) fn pick_reason(state: &mut State, letter: char) -> bool {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top() else { return false };
    if prompt.kind != PromptKind::Reason || !prompt.field.text().is_empty() {
        return false;
    }
    let at = letter.to_digit(10).and_then(|number| number.checked_sub(1));
    let reason = at.and_then(|at| reason_offers(state).into_iter().nth(at as usize));
    let Some(reason) = reason else { return false };
    if let Some(Dialog::Prompt(prompt)) = state.dialogs.pop() {
        decline(state, reason, prompt.subjects);
    }
    true
}

fn decline(state: &mut State, reason: String, subjects: PromptSubjects) {
    state.follow_up(FollowUp::GiveVerdict(Verdict::Decline, Some(reason), subjects));
}

/// Tab: completes a tag.
fn complete(state: &mut State, offers: &[String]) {
    let Some(Dialog::Prompt(prompt)) = state.dialogs.top_mut() else { return };
    match prompt.kind {
        PromptKind::Tags if !offers.is_empty() => {
            let offer = &offers[prompt.at.unwrap_or(0).min(offers.len() - 1)];
            replace_tag(prompt, offer);
        }
        _ => state.notify(Severity::Info, "No suggestions here: type the text"),
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
        PromptKind::Reason => {
            let picked = prompt.at.and_then(|at| offers.get(at)).cloned();
            match picked.or((!typed.is_empty()).then_some(typed)) {
                Some(reason) => return decline(state, reason, prompt.subjects),
                None => "Type a number or a reason".to_owned(),
            }
        }
        PromptKind::Verdict(verdict) => {
            return state.follow_up(FollowUp::GiveVerdict(verdict, None, prompt.subjects));
        }
        PromptKind::Star => return state.follow_up(FollowUp::ToggleStars(prompt.subjects)),
        PromptKind::Note if typed.is_empty() => "Type the note".to_owned(),
        PromptKind::Note => return save_note(state, *prompt, &typed),
        PromptKind::Forget if typed.eq_ignore_ascii_case(FORGET) => {
            for (subject, _) in prompt.subjects.all {
                state.follow_up(FollowUp::ForgetPerson(subject.person));
            }
            return;
        }
        PromptKind::Forget => {
            let cancel = state.key_of(Action::Edit(TextEdit::Cancel));
            format!("Type \"{FORGET}\" to delete the data, or press {cancel}")
        }
        PromptKind::Tags => match parse_tags(&typed) {
            Err(error) => error,
            Ok(tags) => return apply_tags(state, prompt.subjects, &tags),
        },
        PromptKind::Snooze if typed.is_empty() && is_snoozed(state, &prompt.subjects) => {
            return snooze(state, prompt.subjects, EntryKind::Wake);
        }
        PromptKind::Snooze => match parse_snooze(state, &typed) {
            Err(error) => error,
            Ok(entry) => return snooze(state, prompt.subjects, entry),
        },
    };
    prompt.error = Some(error);
    state.dialogs.push(Dialog::Prompt(prompt));
}

/// Whether the only subject is snoozed.
pub(super) fn is_snoozed(state: &State, subjects: &PromptSubjects) -> bool {
    let [(subject, _)] = subjects.all.as_slice() else { return false };
    let snooze = state.triage_of_subject(subject).and_then(|triage| triage.snooze.as_ref());
    snooze.is_some_and(|snooze| snooze.until > state.clock.today())
}

/// Logs a new note, or the new text of one.
fn save_note(state: &mut State, prompt: Prompt, text: &str) {
    state.unsaved_note = None;
    let kind = match prompt.note {
        Some(note) => {
            let notes = prompt.subjects.all.first();
            let notes = notes.and_then(|(subject, _)| state.triage_of_subject(subject));
            let mut notes = notes.into_iter().flat_map(|triage| &triage.notes);
            if notes.any(|other| other.id == note && other.text == text) {
                return state.notify(Severity::Info, "The note is unchanged");
            }
            EntryKind::NoteEdit { note, text: text.to_owned() }
        }
        None => EntryKind::Note { text: text.to_owned() },
    };
    let candidates = prompt.subjects.candidates().into_iter();
    let changes = candidates.map(|candidate| (candidate, vec![kind.clone()])).collect();
    state.follow_up(FollowUp::Annotate(prompt.subjects, changes));
}

fn parse_snooze(state: &State, typed: &str) -> Result<EntryKind, String> {
    let today = state.clock.today();
    let (day, note) = typed.split_once(' ').unwrap_or((typed, ""));
    let (until, note) =
        (parse_until(day, today).map_err(|error| text::capitalize(&error))?, note.trim());
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
    if kinds.is_empty() { Err("Type a tag: one word".to_owned()) } else { Ok(kinds) }
}

/// Logs only the tags that change something.
fn apply_tags(state: &mut State, mut subjects: PromptSubjects, tags: &[EntryKind]) {
    let changes_for = |state: &State, subject: &Subject| -> Vec<EntryKind> {
        let triage = state.triage_of_subject(subject);
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
        return state.notify(Severity::Info, "No tag changed");
    }
    subjects.all.retain(|(subject, _)| changes.contains_key(&subject.candidate));
    state.follow_up(FollowUp::Annotate(subjects, changes));
}
