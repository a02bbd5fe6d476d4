//! What is typed is kept on disk, and found again.

use super::current::{close, with_editor};
use std::time::Duration;

use crate::keymap::action::Action;
use crate::recruiting::person::{Draft, DraftId, mistake_in};
use crate::text;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::restored::Restored;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingOpen;
use crate::tui::features::editor::state::{Editor, LineCell};
use crate::tui::features::messages::state::Severity;

/// What is typed is written so long after the first key that is not on disk.
const SOON: Duration = Duration::from_millis(250);

/// What could not be written is tried again after so long.
const AGAIN: Duration = Duration::from_secs(5);

/// What is said while nobody knows where drafts are kept.
const UNOPENED: &str = "the place for unsaved edits is not open yet";

/// A name for the next draft of this window.
pub(crate) fn next_id(state: &mut State) -> DraftId {
    state.drafting.begun += 1;
    DraftId(format!("{}-{}", state.memory.session, state.drafting.begun))
}

/// What is typed goes to disk soon.
pub(crate) fn keep_soon(state: &mut State) {
    let now = state.clock.moment;
    let at = now.after(SOON);
    with_editor(state, |editor| match &mut editor.keep_at {
        Some(due) if *due > now => {}
        due => *due = Some(at),
    });
}

/// What is typed goes to disk when its time has come.
pub(crate) fn keep_in_time(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    let due = |editor: &Editor| editor.keep_at.is_some_and(|at| at <= now);
    if state.editor.as_deref().is_some_and(due) {
        keep(state, effects);
    }
}

/// The program ends: what is typed goes to disk now.
pub(crate) fn ending(state: &mut State, effects: &mut Vec<Effect>) {
    let is_due = |editor: &Editor| editor.keep_at.is_some() || editor.unkept.is_some();
    if state.editor.as_deref().is_some_and(is_due) {
        keep(state, effects);
    }
}

/// What is typed goes to disk; nothing does where nothing was typed.
pub(crate) fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    if !state.drafting.remembers {
        // Until this window has a name, two windows could use the same.
        with_editor(state, |editor| editor.unkept = Some(UNOPENED.to_owned()));
        return keep_soon(state);
    }
    let Some(draft) = draft(state) else { return };
    with_editor(state, |editor| editor.keep_at = None);
    let empty = draft.form.is_untouched() && draft.text.is_none();
    match state.memory.drafts.iter_mut().find(|kept| kept.id == draft.id) {
        Some(_) if empty => return forget(state, effects),
        None if empty => return,
        Some(kept) => kept.clone_from(&draft),
        None => state.memory.drafts.insert(0, draft.clone()),
    }
    effects.push(Effect::KeepDraft(Box::new(draft)));
}

/// What the editor holds, as it is kept.
pub(crate) fn draft(state: &State) -> Option<Draft> {
    let editor = state.editor.as_deref()?;
    let text = editor.unread.as_ref().map(|(text, _)| text.clone());
    let (id, form, sent) = (editor.draft.clone(), editor.form.clone(), editor.sent);
    Some(Draft { id, form, at: state.clock.date, text, sent })
}

/// The draft of the editor is saved, or nothing is left of it.
pub(crate) fn forget(state: &mut State, effects: &mut Vec<Effect>) {
    effects.extend(take_out(state).map(Effect::ForgetDraft));
}

/// The draft of the editor is none any more; its name, if it was kept.
fn take_out(state: &mut State) -> Option<DraftId> {
    let id = state.editor.as_deref().map(|editor| editor.draft.clone())?;
    with_editor(state, |editor| editor.keep_at = None);
    let before = state.memory.drafts.len();
    state.memory.drafts.retain(|draft| draft.id != id);
    (state.memory.drafts.len() < before).then_some(id)
}

/// What was typed is not wanted any more; it can be had back.
pub(crate) fn discard(state: &mut State, effects: &mut Vec<Effect>) {
    // On disk first: only what is there can be had back later.
    keep(state, effects);
    let Some(draft) = draft(state) else { return };
    effects.extend(take_out(state).map(Effect::DropDraft));
    close(state);
    if !draft.form.is_untouched() || draft.text.is_some() {
        tell_discarded(state, draft);
    }
}

fn tell_discarded(state: &mut State, draft: Draft) {
    let back = state.key_of(Action::Undo).into_owned();
    let told = format!("the edit of {} was discarded; {back} brings it back", called(&draft));
    state.drafting.discarded = Some(draft);
    state.tell(Severity::Info, told);
}

/// Brings back what was discarded last. Whether there was anything.
pub(crate) fn bring_back(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let Some(draft) = state.drafting.discarded.take() else { return false };
    effects.push(Effect::RestoreDraft(draft.id.clone()));
    state.memory.drafts.insert(0, draft);
    open(state, 0);
    true
}

/// What this machine remembers came: an edit that was not saved is opened.
pub(crate) fn remembered(state: &mut State, memory: Restored) {
    state.memory = memory;
    state.drafting.remembers = true;
    if state.editor.is_some() {
        let id = next_id(state);
        with_editor(state, |editor| editor.draft = id);
    }
    if let Some(trouble) = &state.memory.trouble {
        let told = text::sanitize(trouble).into_owned();
        state.tell(Severity::Warning, told);
    }
    let Some(draft) = state.memory.drafts.first().filter(|_| state.editor.is_none()) else {
        return;
    };
    let told = format!("unsaved edit of {} from {}", called(draft), since(state, draft));
    let more = state.memory.drafts.len() - 1;
    let told = match more {
        0 => told,
        more => format!("{told}; {more} more: {} lists them", state.key_of(Action::Drafts)),
    };
    state.tell(Severity::Warning, told);
    // Not under the hands of somebody who types elsewhere.
    state.drafting.opening = Some(PendingOpen::Draft);
}

/// When it was typed: the time, with the day unless that is today.
fn since(state: &State, draft: &Draft) -> String {
    let day =
        |date: crate::wire::Timestamp| date.to_utc().with_timezone(&state.clock.zone).date_naive();
    let time = state.clock.time_of(draft.at);
    if day(draft.at) == day(state.clock.date) {
        return time;
    }
    format!("{} {time}", day(draft.at).format("%-d %b %Y"))
}

/// Opens a draft, and has the record read to compare it with.
pub(crate) fn open(state: &mut State, at: usize) {
    let Some(draft) = state.memory.drafts.get(at).cloned() else { return };
    let mut editor = Editor::new(draft.id, draft.form);
    editor.from = Some(draft.at);
    editor.sent = draft.sent;
    editor.sent_as = draft.sent.then(|| editor.form.trace());
    editor.reading = editor.form.person.is_some();
    editor.unread = draft.text.map(|text| {
        let why = mistake_in(&text, &editor.form);
        (text, why)
    });
    let first = editor.form.changed().next().map(|spec| spec.field);
    let line = editor.lines().iter().position(|line| Some(line.field) == first);
    editor.go(line.unwrap_or(0), LineCell::Value);
    if let Some(person) = &editor.form.person {
        // As it is now, not as it was when it was last looked at.
        state.people.place(person).expire();
    }
    state.editor = Some(Box::new(editor));
}

/// The list of what is unsaved.
pub(crate) fn show(state: &mut State) {
    state.over = Some(Dialog::Drafts { at: 0, asks: false });
}

/// Opens one of the list.
pub(crate) fn open_at(state: &mut State, at: usize) {
    if at < state.memory.drafts.len() {
        state.over = None;
        open(state, at);
    }
}

/// Discards one of the list.
pub(crate) fn discard_at(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    if at < state.memory.drafts.len() {
        state.over = Some(Dialog::Drafts { at: at.saturating_sub(1), asks: false });
        let draft = state.memory.drafts.remove(at);
        effects.push(Effect::DropDraft(draft.id.clone()));
        tell_discarded(state, draft);
    }
}

/// A draft was written, or could not be.
pub(crate) fn kept(state: &mut State, id: &DraftId, outcome: Result<(), String>) {
    let Some(editor) = state.editor.as_deref_mut().filter(|editor| editor.draft == *id) else {
        if let Err(told) = outcome {
            state.tell(Severity::Error, told);
        }
        return;
    };
    editor.unkept = outcome.err();
    if editor.unkept.is_some() {
        editor.keep_at.get_or_insert(state.clock.moment.after(AGAIN));
    }
}

fn called(draft: &Draft) -> String {
    match text::sanitize(draft.form.name.trim()).into_owned() {
        name if name.is_empty() => "somebody new".to_owned(),
        name => name,
    }
}
