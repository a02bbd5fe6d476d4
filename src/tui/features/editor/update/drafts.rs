//! Drafts: unsaved edits on disk, reopened after a restart.

use super::current::{close, person_name, with_editor};
use std::time::Duration;

use crate::keymap::action::{Action, SaveFlowAction};
use crate::recruiting::person::{Draft, DraftId, Form, mistake_in};
use crate::text::pluralize;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::{EditSession, PendingStep};
use crate::tui::features::editor::state::{Editor, LineCell, RecordUse};
use crate::tui::features::messages::state::Severity;
use crate::wire::{PersonId, Timestamp};

/// Delay between the first unsaved key and the write.
const WRITE_DELAY: Duration = Duration::from_millis(250);

/// Delay before a failed write is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(5);

const STORAGE_NOT_OPEN: &str = "the storage for unsaved edits is not open yet";

pub(crate) fn next_id(state: &mut State) -> DraftId {
    state.edit_session.draft_count += 1;
    DraftId(format!("{}-{}", state.local_data.session, state.edit_session.draft_count))
}

pub(crate) fn schedule_write(state: &mut State) {
    let now = state.clock.moment;
    let at = now.after(WRITE_DELAY);
    with_editor(state, |editor| match &mut editor.write_draft_at {
        Some(due) if *due > now => {}
        due => *due = Some(at),
    });
}

/// Writes the drafts that are due.
pub(crate) fn write_if_due(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    write_where(state, effects, |editor| editor.write_draft_at.is_some_and(|at| at <= now));
}

/// Writes the drafts that are not on disk before the program ends.
pub(crate) fn write_at_exit(state: &mut State, effects: &mut Vec<Effect>) {
    write_where(state, effects, |editor| {
        editor.write_draft_at.is_some() || editor.draft_error.is_some()
    });
}

fn write_where(state: &mut State, effects: &mut Vec<Effect>, is_due: impl Fn(&Editor) -> bool) {
    if state.editor.as_deref().is_some_and(&is_due) {
        write(state, effects);
    }
    write_awaiting(state, effects, is_due);
}

/// Repeats failed writes of closed forms whose result is pending.
fn write_awaiting(state: &mut State, effects: &mut Vec<Effect>, is_due: impl Fn(&Editor) -> bool) {
    let State { edit_session, clock, .. } = state;
    let mut drafts = Vec::new();
    for editor in edit_session.awaiting.iter_mut().filter(|editor| is_due(editor)) {
        editor.write_draft_at = None;
        // The person may be forgotten meanwhile.
        if editor.has_input() {
            editor.draft_pending_since.get_or_insert(clock.moment);
            drafts.push(draft_of(editor, clock.date));
        }
    }
    for draft in drafts {
        save(state, draft, effects);
    }
}

pub(super) fn save(state: &mut State, draft: Draft, effects: &mut Vec<Effect>) {
    state.edit_session.store(draft.clone());
    effects.push(Effect::Storage(StorageEffect::SaveDraft(Box::new(draft))));
}

/// Writes the draft, or deletes it where nothing is left of the edit.
pub(crate) fn write(state: &mut State, effects: &mut Vec<Effect>) {
    write_as(state, Keeping::Open, effects);
}

/// What becomes of the form whose draft is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeping {
    Open,
    /// Closed by the user.
    Kept,
    /// Saved by the user, while the server cannot be asked.
    Waiting,
}

pub(super) fn write_as(state: &mut State, keeping: Keeping, effects: &mut Vec<Effect>) {
    if !state.local_data.is_restored {
        // Two windows could use the same draft ID until the storage has named this one.
        with_editor(state, |editor| editor.draft_error = Some(STORAGE_NOT_OPEN.to_owned()));
        return schedule_write(state);
    }
    let now = state.clock.moment;
    let Some(editor) = state.editor.as_deref_mut() else { return };
    editor.write_draft_at = None;
    if editor.is_done() {
        return;
    }
    if !editor.has_input() {
        return forget(state, effects);
    }
    editor.draft_pending_since.get_or_insert(now);
    // A draft that waits to be sent and is opened again still waits.
    let was_waiting = |draft: &Draft| draft.id == editor.draft && draft.waiting;
    let waiting = keeping == Keeping::Waiting || state.edit_session.drafts.iter().any(was_waiting);
    let kept = keeping != Keeping::Open;
    let draft = Draft { kept, waiting, ..draft_of(editor, state.clock.date) };
    save(state, draft, effects);
}

pub(crate) fn current_draft(state: &State) -> Option<Draft> {
    state.editor.as_deref().map(|editor| draft_of(editor, state.clock.date))
}

fn draft_of(editor: &Editor, at: Timestamp) -> Draft {
    let text = editor.unparsed.as_ref().map(|(text, _)| text.clone());
    let (id, mut form, sent) = (editor.draft.clone(), editor.form.clone(), editor.maybe_sent);
    form.drop_long_texts();
    Draft { text, sent, ..Draft::new(id, form, at) }
}

/// Deletes the draft of the editor.
pub(crate) fn forget(state: &mut State, effects: &mut Vec<Effect>) {
    effects.extend(remove(state).map(|draft| Effect::Storage(StorageEffect::DeleteDraft(draft))));
}

/// Returns the ID of the draft if it was on disk.
fn remove(state: &mut State) -> Option<DraftId> {
    let id = state.editor.as_deref().map(|editor| editor.draft.clone())?;
    with_editor(state, |editor| (editor.write_draft_at, editor.draft_error) = (None, None));
    let before = state.edit_session.drafts.len();
    state.edit_session.drafts.retain(|draft| draft.id != id);
    (state.edit_session.drafts.len() < before).then_some(id)
}

/// Nothing of a forgotten person is written again.
pub(crate) fn forget_person(state: &mut State, person: &PersonId) {
    let EditSession { drafts, discarded, awaiting, known_people, .. } = &mut state.edit_session;
    if let Some(known) = known_people {
        known.retain(|record| record.id != *person);
    }
    let is_theirs = |form: &Form| form.person.as_ref() == Some(person);
    drafts.retain(|draft| !is_theirs(&draft.form));
    discarded.take_if(|draft| is_theirs(&draft.form));
    for editor in awaiting.iter_mut().filter(|editor| is_theirs(&editor.form)) {
        editor.form.typed.clear();
        (editor.write_draft_at, editor.draft_error) = (None, None);
    }
}

/// Closes the form and keeps its draft.
pub(crate) fn keep(state: &mut State, effects: &mut Vec<Effect>) {
    write_as(state, Keeping::Kept, effects);
    let name = state.editor.as_deref().map(|editor| person_name(&editor.form)).unwrap_or_default();
    close(state);
    let list = state.key_of(Action::Drafts);
    let message = format!("Kept your changes to {name} · {list} lists unsaved edits");
    state.notify(Severity::Info, message);
}

/// What waits to be sent, in words; `None` if nothing does.
pub(super) fn describe_waiting(state: &State) -> Option<String> {
    let count = state.edit_session.drafts.iter().filter(|draft| draft.waiting).count();
    let edits = pluralize(count, "edit", "edits");
    let list = state.key_of(Action::Drafts);
    (count > 0).then(|| format!("{edits} waiting to be sent · {list} to review"))
}

/// Undo brings a discarded draft back.
pub(crate) fn discard(state: &mut State, effects: &mut Vec<Effect>) {
    // Write first: only a draft on disk can be restored later.
    write(state, effects);
    let Some(draft) = current_draft(state) else { return };
    effects.extend(remove(state).map(|draft| Effect::Storage(StorageEffect::DiscardDraft(draft))));
    close(state);
    if !draft.form.is_untouched() || draft.text.is_some() {
        notify_discarded(state, draft);
    }
}

fn notify_discarded(state: &mut State, draft: Draft) {
    let undo_key = state.key_of(Action::Undo).into_owned();
    let message = format!(
        "Discarded your changes to {} · {undo_key} restores them",
        person_name(&draft.form)
    );
    state.edit_session.discarded = Some(draft);
    state.notify(Severity::Info, message);
}

/// Restores the draft discarded last.
pub(crate) fn restore_discarded(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(draft) = state.edit_session.discarded.take() else { return };
    effects.push(Effect::Storage(StorageEffect::RestoreDraft(draft.id.clone())));
    state.edit_session.drafts.insert(0, draft);
    open(state, 0);
}

/// Takes the drafts of earlier sessions and reopens the newest one that was not closed.
pub(crate) fn restore(state: &mut State, mut drafts: Vec<Draft>) {
    drafts.sort_by_key(|draft| draft.kept);
    state.edit_session.drafts = drafts;
    if state.editor.is_some() {
        let id = next_id(state);
        with_editor(state, |editor| editor.draft = id);
    }
    let Some(draft) = state.edit_session.drafts.first().filter(|_| state.editor.is_none()) else {
        return;
    };
    if let Some(message) = describe_waiting(state).filter(|_| draft.kept) {
        return state.notify(Severity::Info, message);
    }
    if draft.kept {
        let count = pluralize(state.edit_session.drafts.len(), "unsaved edit", "unsaved edits");
        let message = format!("{count} · {} lists them", state.key_of(Action::Drafts));
        return state.notify(Severity::Info, message);
    }
    let message = format!(
        "Unsaved changes to {} from {}",
        person_name(&draft.form),
        written_at(state, draft)
    );
    let more = state.edit_session.drafts.len() - 1;
    let message = match more {
        0 => message,
        more => format!("{message}, {more} more · {} lists them", state.key_of(Action::Drafts)),
    };
    state.notify(Severity::Warning, message);
    // Wait until the user types nowhere else.
    state.edit_session.pending = Some(PendingStep::Draft);
}

/// Omits the day if it is today.
fn written_at(state: &State, draft: &Draft) -> String {
    let (at, time) = (state.clock.local(draft.at), state.clock.time_of(draft.at));
    if at.date_naive() == state.clock.today() {
        return time;
    }
    format!("{} {time}", at.format("%-d %b %Y"))
}

/// Opens a draft and reloads the record to compare with.
pub(crate) fn open(state: &mut State, at: usize) {
    let Some(draft) = state.edit_session.drafts.get(at).cloned() else { return };
    if refuse_awaited(state, at) {
        return;
    }
    let mut editor = Editor::new(draft.id, draft.form);
    editor.draft_written_at = Some(draft.at);
    editor.maybe_sent = draft.sent;
    let is_create = editor.form.kind.is_create();
    editor.sent_key = (draft.sent && is_create).then(|| editor.form.lookup_key());
    editor.loading = editor.form.person.is_some().then_some(RecordUse::Complete);
    editor.unparsed = draft.text.map(|text| {
        let why = mistake_in(&text, &editor.form);
        (text, why)
    });
    let first = editor.form.changed().next().map(|spec| spec.field);
    let line = editor.lines().iter().position(|line| Some(line.field) == first);
    editor.go(line.unwrap_or(0), LineCell::Value);
    if let Some(person) = &editor.form.person {
        // Compare with the current record, not with a cached one.
        state.reread_person(person);
    }
    state.editor = Some(Box::new(editor));
}

pub(crate) fn show(state: &mut State) {
    state.dialogs.open(Dialog::Drafts { at: 0, is_confirming: false });
}

/// Keys of the dialog. Returns false for a key that is not its own.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) -> bool {
    let Some(Dialog::Drafts { at, is_confirming }) = state.dialogs.top_mut() else { return false };
    let (at, was_confirming) = (*at, std::mem::take(is_confirming));
    match action {
        Action::Open => open_at(state, at),
        Action::SaveFlow(SaveFlowAction::Discard) if was_confirming => {
            discard_at(state, at, effects);
        }
        Action::SaveFlow(SaveFlowAction::Discard) => *is_confirming = true,
        _ => return false,
    }
    true
}

/// The result of an awaited edit changes or deletes its draft.
fn refuse_awaited(state: &mut State, at: usize) -> bool {
    let session = &state.edit_session;
    let is_awaited = session.drafts.get(at).is_some_and(|draft| session.is_awaited(&draft.id));
    if is_awaited {
        let message = "Already sent: a message will report the result";
        state.notify(Severity::Info, message);
    }
    is_awaited
}

fn open_at(state: &mut State, at: usize) {
    if at < state.edit_session.drafts.len() && !refuse_awaited(state, at) {
        state.dialogs.clear();
        open(state, at);
    }
}

fn discard_at(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    if at < state.edit_session.drafts.len() && !refuse_awaited(state, at) {
        state.dialogs.open(Dialog::Drafts { at: at.saturating_sub(1), is_confirming: false });
        let draft = state.edit_session.drafts.remove(at);
        effects.push(Effect::Storage(StorageEffect::DiscardDraft(draft.id.clone())));
        notify_discarded(state, draft);
    }
}

/// Deletes the drafts of edits that the server accepted and shows now.
pub(crate) fn drop_visible(state: &mut State, person: &PersonId, effects: &mut Vec<Effect>) {
    let Some(record) = state.people.get(person).and_then(|loaded| loaded.display()) else { return };
    let is_open =
        |draft: &Draft| state.editor.as_deref().is_some_and(|editor| editor.draft == draft.id);
    let is_visible = |draft: &&Draft| {
        let plan = draft.form.plan().filter(|plan| plan.person == *person);
        let is_accepted = draft.sent && draft.text.is_none() && !draft.form.is_untouched();
        is_accepted
            && !is_open(draft)
            && !state.edit_session.is_awaited(&draft.id)
            && plan.is_some_and(|plan| plan.is_visible_in(record))
    };
    let visible = state.edit_session.drafts.iter().filter(is_visible);
    let visible: Vec<DraftId> = visible.map(|draft| draft.id.clone()).collect();
    for id in visible {
        let drafts = &mut state.edit_session.drafts;
        let Some(at) = drafts.iter().position(|draft| draft.id == id) else { continue };
        let name = person_name(&drafts.remove(at).form);
        // The draft that was announced is gone: no other one opens in its place.
        state.edit_session.pending.take_if(|pending| at == 0 && *pending == PendingStep::Draft);
        effects.push(Effect::Storage(StorageEffect::DeleteDraft(id)));
        state.notify(Severity::Info, format!("{name}: the server shows the change now"));
    }
}

pub(crate) fn handle_draft_saved(state: &mut State, id: &DraftId, outcome: Result<(), String>) {
    let State { editor, edit_session, clock, .. } = state;
    let editors = editor.as_deref_mut().into_iter().chain(&mut edit_session.awaiting);
    let Some(editor) = editors.into_iter().find(|editor| editor.draft == *id) else {
        if let Err(message) = outcome {
            state.notify(Severity::Error, message);
        }
        return;
    };
    editor.draft_pending_since = None;
    let was_on_disk = editor.draft_error.is_none();
    editor.draft_error = outcome.err();
    let Some(message) = editor.draft_error.clone() else { return };
    editor.write_draft_at.get_or_insert(clock.moment.after(RETRY_DELAY));
    // The form says so while it is open.
    if was_on_disk && edit_session.is_awaited(id) {
        state.notify(Severity::Error, message);
    }
}
