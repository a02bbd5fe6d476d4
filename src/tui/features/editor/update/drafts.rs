//! Drafts: unsaved edits on disk, reopened after a restart.

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

/// Delay between the first unsaved key and the write.
const SOON: Duration = Duration::from_millis(250);

/// Delay before a failed write is repeated.
const AGAIN: Duration = Duration::from_secs(5);

const UNOPENED: &str = "the place for unsaved edits is not open yet";

pub(crate) fn next_id(state: &mut State) -> DraftId {
    state.drafting.begun += 1;
    DraftId(format!("{}-{}", state.memory.session, state.drafting.begun))
}

pub(crate) fn keep_soon(state: &mut State) {
    let now = state.clock.moment;
    let at = now.after(SOON);
    with_editor(state, |editor| match &mut editor.keep_at {
        Some(due) if *due > now => {}
        due => *due = Some(at),
    });
}

/// Writes the draft if it is due.
pub(crate) fn keep_in_time(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    let due = |editor: &Editor| editor.keep_at.is_some_and(|at| at <= now);
    if state.editor.as_deref().is_some_and(due) {
        keep(state, effects);
    }
}

/// Writes the draft before the program ends.
pub(crate) fn ending(state: &mut State, effects: &mut Vec<Effect>) {
    let is_due = |editor: &Editor| editor.keep_at.is_some() || editor.unkept.is_some();
    if state.editor.as_deref().is_some_and(is_due) {
        keep(state, effects);
    }
}

/// Writes the draft, or deletes it where nothing is left of the edit.
pub(crate) fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    if !state.drafting.remembers {
        // Two windows could use the same draft ID until the storage has named this one.
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

pub(crate) fn draft(state: &State) -> Option<Draft> {
    let editor = state.editor.as_deref()?;
    let text = editor.unread.as_ref().map(|(text, _)| text.clone());
    let (id, form, sent) = (editor.draft.clone(), editor.form.clone(), editor.sent);
    Some(Draft { id, form, at: state.clock.date, text, sent })
}

/// Deletes the draft of the editor.
pub(crate) fn forget(state: &mut State, effects: &mut Vec<Effect>) {
    effects.extend(take_out(state).map(Effect::ForgetDraft));
}

/// Returns the ID of the draft if it was on disk.
fn take_out(state: &mut State) -> Option<DraftId> {
    let id = state.editor.as_deref().map(|editor| editor.draft.clone())?;
    with_editor(state, |editor| editor.keep_at = None);
    let before = state.memory.drafts.len();
    state.memory.drafts.retain(|draft| draft.id != id);
    (state.memory.drafts.len() < before).then_some(id)
}

/// Undo brings a discarded draft back.
pub(crate) fn discard(state: &mut State, effects: &mut Vec<Effect>) {
    // Write first: only a draft on disk can be restored later.
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
    let message = format!("the edit of {} was discarded; {back} brings it back", called(&draft));
    state.drafting.discarded = Some(draft);
    state.tell(Severity::Info, message);
}

/// Restores the draft discarded last. Returns false if there is none.
pub(crate) fn bring_back(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let Some(draft) = state.drafting.discarded.take() else { return false };
    effects.push(Effect::RestoreDraft(draft.id.clone()));
    state.memory.drafts.insert(0, draft);
    open(state, 0);
    true
}

/// Takes the restored data and reopens the newest draft.
pub(crate) fn remembered(state: &mut State, memory: Restored) {
    state.memory = memory;
    state.drafting.remembers = true;
    if state.editor.is_some() {
        let id = next_id(state);
        with_editor(state, |editor| editor.draft = id);
    }
    if let Some(trouble) = &state.memory.trouble {
        let message = text::sanitize(trouble).into_owned();
        state.tell(Severity::Warning, message);
    }
    let Some(draft) = state.memory.drafts.first().filter(|_| state.editor.is_none()) else {
        return;
    };
    let message = format!("unsaved edit of {} from {}", called(draft), since(state, draft));
    let more = state.memory.drafts.len() - 1;
    let message = match more {
        0 => message,
        more => format!("{message}; {more} more: {} lists them", state.key_of(Action::Drafts)),
    };
    state.tell(Severity::Warning, message);
    // Wait until the user types nowhere else.
    state.drafting.opening = Some(PendingOpen::Draft);
}

/// Omits the day if it is today.
fn since(state: &State, draft: &Draft) -> String {
    let day =
        |date: crate::wire::Timestamp| date.to_utc().with_timezone(&state.clock.zone).date_naive();
    let time = state.clock.time_of(draft.at);
    if day(draft.at) == day(state.clock.date) {
        return time;
    }
    format!("{} {time}", day(draft.at).format("%-d %b %Y"))
}

/// Opens a draft and reloads the record to compare with.
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
        // Compare with the current record, not with a cached one.
        state.people.place(person).expire();
    }
    state.editor = Some(Box::new(editor));
}

pub(crate) fn show(state: &mut State) {
    state.over = Some(Dialog::Drafts { at: 0, asks: false });
}

pub(crate) fn open_at(state: &mut State, at: usize) {
    if at < state.memory.drafts.len() {
        state.over = None;
        open(state, at);
    }
}

pub(crate) fn discard_at(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    if at < state.memory.drafts.len() {
        state.over = Some(Dialog::Drafts { at: at.saturating_sub(1), asks: false });
        let draft = state.memory.drafts.remove(at);
        effects.push(Effect::DropDraft(draft.id.clone()));
        tell_discarded(state, draft);
    }
}

pub(crate) fn kept(state: &mut State, id: &DraftId, outcome: Result<(), String>) {
    let Some(editor) = state.editor.as_deref_mut().filter(|editor| editor.draft == *id) else {
        if let Err(message) = outcome {
            state.tell(Severity::Error, message);
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
