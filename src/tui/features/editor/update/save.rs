//! Saving a form: check it, review it where the user should look first, and send it.

use super::current::{close, refuse, with_editor};
use super::{background, drafts, waiting};
use crate::keymap::action::{Action, FormAction};
use crate::recruiting::person::name_parts::NAME_FIELDS;
use crate::recruiting::person::saved_edit::own_edits;
use crate::recruiting::person::{
    Draft, FieldValue, FormKind, PersonField, SaveStep, ServerQuirks, check,
};
use crate::tui::app::effect::{ComputeEffect, Effect, HttpEffect};
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingStep;
use crate::tui::features::editor::known_people;
use crate::tui::features::editor::state::{
    Editor, EditorOrigin, EditorQuestion, EditorStep, FormLine, LinePart, RecordUse,
};

const LOADING: &str = "the record is still loading; your changes are kept";
const STORAGE_LOADING: &str = "your own data is still loading; saving continues in a moment";

/// Sends a change of one field at once; a review comes before anything else.
pub(crate) fn save(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(reason) = why_not_yet(state) {
        return save_later(state, reason);
    }
    if !is_ready(state) {
        if is_waiting_for_record(state) {
            // A record that could not be read is read again.
            state.edit_session.pending.get_or_insert(PendingStep::Save);
        }
        return;
    }
    let quirks = state.local_data.quirks;
    if state.editor.as_deref().is_some_and(|editor| needs_review(editor, quirks)) {
        show_review(state);
    } else {
        confirm_or_send(state, effects);
    }
}

/// Shows what will be sent, whatever it is.
pub(crate) fn review(state: &mut State) {
    if is_ready(state) {
        show_review(state);
    }
}

/// The user looks first at a create, at several fields, at what cannot be undone, and at what the
/// server may treat in its own way.
fn needs_review(editor: &Editor, quirks: ServerQuirks) -> bool {
    let form = &editor.form;
    let fields: Vec<PersonField> = form.changed().map(|spec| spec.field).collect();
    // A name and its parts are one change.
    let (names, others): (Vec<_>, Vec<_>) =
        fields.iter().partition(|field| NAME_FIELDS.contains(field));
    let is_risky = |field: &&PersonField| match field {
        PersonField::JobId | PersonField::EnrichRecord => true,
        field => quirks.extends_lists && matches!(*form.value(**field), FieldValue::Contacts(_)),
    };
    form.kind != FormKind::Update
        || usize::from(!names.is_empty()) + others.len() > 1
        || others.iter().any(is_risky)
        || quirks.clears_omitted
        || !editor.changed_on_server.is_empty()
}

/// Whether the form holds changes whose record is on its way.
fn is_waiting_for_record(state: &State) -> bool {
    let is_waiting = |editor: &Editor| {
        let is_read = !editor.needs_record() || editor.load_error.is_some();
        !is_read && editor.unparsed.is_none() && editor.has_input()
    };
    state.connection.offline.is_none() && state.editor.as_deref().is_some_and(is_waiting)
}

/// What a save waits for, for the user.
fn why_not_yet(state: &State) -> Option<&'static str> {
    if is_waiting_for_record(state) {
        return Some("the record is still loading; saving continues when it arrives");
    }
    (!state.local_data.is_restored).then_some(STORAGE_LOADING)
}

/// Keys typed ahead are not lost: the form is saved once everything it needs is loaded.
fn save_later(state: &mut State, reason: &str) {
    let pending = &mut state.edit_session.pending;
    // A create that is sent without an external ID gets one then.
    pending.take_if(|pending| *pending == PendingStep::Create);
    let is_next = *pending.get_or_insert(PendingStep::Save) == PendingStep::Save;
    refuse(state, if is_next { reason } else { LOADING });
}

/// Runs after every message: saves the form if that was asked for before everything was loaded.
pub(crate) fn continue_saving(state: &mut State, effects: &mut Vec<Effect>) {
    if state.edit_session.pending != Some(PendingStep::Save) {
        return;
    }
    let is_typing =
        state.dialogs.is_empty() && state.editor.as_deref().is_some_and(Editor::is_typing);
    if is_typing && why_not_yet(state).is_some() {
        return;
    }
    state.edit_session.pending = None;
    if is_typing && state.editor.as_deref().is_some_and(|editor| editor.load_error.is_none()) {
        save(state, effects);
    } else if state.editor.is_some() {
        // The user does something else meanwhile, or the read failed.
        refuse(state, "not saved yet; your changes are kept");
    }
}

/// Whether the form can be sent; otherwise the user reads why not.
fn is_ready(state: &mut State) -> bool {
    let Some(editor) = state.editor.as_deref() else { return false };
    if let Some((_, why)) = &editor.unparsed {
        let (open, drop) =
            (Action::Form(FormAction::EditExternally), Action::Form(FormAction::Reset));
        let (open, drop) = (state.key_of(open), state.key_of(drop));
        let message = format!("{why}; {open} opens the text again, {drop} discards it");
        refuse(state, &message);
        return false;
    }
    // Offline it waits, and is compared with the record before it is sent.
    if editor.needs_record() && state.connection.offline.is_none() {
        read_again(state);
        return false;
    }
    trim(state);
    let Some(editor) = state.editor.as_deref() else { return false };
    if editor.form.is_untouched() {
        let is_new = editor.form.kind.is_create();
        refuse(state, if is_new { "the form is still empty" } else { "nothing has changed" });
        return false;
    }
    let issue = check(&editor.form).into_iter().find(|finding| finding.is_blocking);
    if let Some(issue) = &issue {
        let message = format!("{}: {}", issue.field.spec().label, issue.message);
        with_editor(state, |editor| go_to_entry(editor, issue.field, issue.entry));
        refuse(state, &message);
    }
    issue.is_none()
}

/// Removes spaces around what was typed.
fn trim(state: &mut State) {
    let is_changed = with_editor(state, |editor| {
        editor.has_tried_to_save = true;
        let before = editor.form.typed.clone();
        editor.keep_place(|editor| editor.form.trim());
        editor.form.typed != before
    });
    if is_changed == Some(true) {
        drafts::schedule_write(state);
    }
}

fn show_review(state: &mut State) {
    let Some(editor) = state.editor.as_deref() else { return };
    let is_new = editor.form.kind.is_create();
    let known = is_new.then(|| known_people::find_duplicates(state, &editor.form));
    let (duplicates, compared_count) = known.unwrap_or_default();
    with_editor(state, |editor| {
        editor.failure = None;
        editor.step = EditorStep::Review { scroll: 0, at: 0, duplicates, compared_count };
    });
}

/// Requests a record again that could not be loaded: a save needs a known base.
pub(crate) fn read_again(state: &mut State) {
    let person = state.editor.as_deref().and_then(|editor| editor.form.person.clone());
    let why = state.editor.as_deref_mut().and_then(|editor| editor.load_error.take());
    let message = match (why, person) {
        (Some(why), Some(person)) => {
            state.reread_person(&person);
            format!("the record could not be read: {why}; reading it again, your changes are kept")
        }
        _ => LOADING.to_owned(),
    };
    refuse(state, &message);
}

/// Moves the cursor to the entry, or to the first line of the field.
pub(crate) fn go_to_entry(editor: &mut Editor, field: PersonField, entry: Option<usize>) {
    let lines = editor.lines();
    let is_match = |line: &FormLine| {
        line.field == field && entry.is_none_or(|entry| line.part == LinePart::Entry(entry))
    };
    let first = lines.iter().position(|line| line.field == field);
    if let Some(line) = lines.iter().position(is_match).or(first) {
        editor.go(line, editor.cell);
    }
}

/// Asks before a create that may have been sent already.
pub(crate) fn confirm_or_send(state: &mut State, effects: &mut Vec<Effect>) {
    // Saving again after a failure retries.
    let is_retry = |editor: &Editor| {
        editor.failure.is_some() || editor.maybe_sent || editor.sent_key.is_some()
    };
    let is_retry = state.editor.as_deref().is_some_and(is_retry);
    let connection = &state.connection;
    if connection.offline_reason().is_some() || connection.offline.is_some() && !is_retry {
        return waiting::wait(state, effects);
    }
    // An old notice would stand beside the new result.
    let _ = state.notices.dismiss(state.clock.moment);
    // The search for a lost create needs the same job and external ID.
    let is_different = |editor: &Editor| {
        editor
            .sent_key
            .as_ref()
            .is_some_and(|sent| editor.maybe_sent && *sent != editor.form.lookup_key())
    };
    let needs_confirmation = state
        .editor
        .as_deref()
        .is_some_and(|editor| editor.is_outcome_unknown || is_different(editor));
    if needs_confirmation {
        with_editor(state, |editor| editor.step = EditorStep::Question(EditorQuestion::SendAgain));
    } else {
        send(state, effects);
    }
}

pub(crate) fn send(state: &mut State, effects: &mut Vec<Effect>) {
    if refuse_second_change(state) || refuse_before_restore(state) {
        return;
    }
    let lacks_id = |editor: &Editor| {
        editor.form.kind.is_create() && editor.form.external_id().trim().is_empty()
    };
    if state.editor.as_deref().is_some_and(lacks_id) {
        // A lost create can be found again only by its external ID.
        state.edit_session.pending = Some(PendingStep::Send);
        return effects.push(Effect::Compute(ComputeEffect::GenerateId));
    }
    let (ticket, since) = (state.next_ticket(), state.clock.moment);
    if let Some(editor) = state.editor.as_deref_mut() {
        editor.maybe_sent &= editor.form.kind.is_create();
    }
    drafts::write(state, effects);
    let quirks = state.local_data.quirks;
    let Some(editor) = state.editor.as_deref_mut() else { return };
    editor.failure = None;
    editor.field_errors.clear();
    // The save reads the record itself.
    if editor.loading.take_if(|loading| *loading == RecordUse::Refresh).is_some() {
        editor.load_error = None;
    }
    if let Some(mut plan) = editor.form.plan() {
        plan.resends = matches!(editor.origin, EditorOrigin::Undo(_) | EditorOrigin::Redo(_));
        plan.own_edits = own_edits(&state.edit_log.edits, &plan.person);
        editor.step =
            EditorStep::Sending { ticket, step: SaveStep::Reading, searches_first: false, since };
        let draft = Some(editor.draft.clone());
        effects.push(Effect::Http(HttpEffect::Save {
            ticket,
            plan: Box::new(plan),
            quirks,
            draft,
        }));
    } else {
        // After a confirmation the possible duplicate is accepted.
        let was_confirmed = matches!(editor.step, EditorStep::Question(EditorQuestion::SendAgain));
        let searches_first = editor.maybe_sent && !was_confirmed;
        let step = if searches_first { SaveStep::Searching } else { SaveStep::Sending };
        editor.step = EditorStep::Sending { ticket, step, searches_first, since };
        if let Some(draft) = drafts::current_draft(state) {
            effects.push(Effect::Http(HttpEffect::Create {
                ticket,
                draft: Box::new(Draft { sent: searches_first, ..draft }),
            }));
        }
        with_editor(state, |editor| {
            editor.sent_key = Some(editor.form.lookup_key());
            (editor.maybe_sent, editor.is_outcome_unknown) = (true, false);
        });
    }
}

/// A kill after the request would lose an edit that is not on disk. A save waits in the form; this
/// is for a review that was opened without one.
fn refuse_before_restore(state: &mut State) -> bool {
    let is_early = !state.local_data.is_restored;
    if is_early {
        refuse(state, "your own data is still loading; try again in a moment");
    }
    is_early
}

/// Two changes of one person could overtake each other: the older one would win, or be taken for
/// another user's.
fn refuse_second_change(state: &mut State) -> bool {
    let person = state.editor.as_deref().and_then(|editor| editor.form.person.as_ref());
    let is_same = |awaited: &Editor| person.is_some() && awaited.form.person.as_ref() == person;
    let is_pending = state.edit_session.awaiting.iter().any(is_same);
    if is_pending {
        let message = "cannot save yet: the result of your last change to this person is pending; a message will report it";
        refuse(state, message);
    }
    is_pending
}

/// Only a save that has not been sent can be cancelled. Any other goes on in the background, since a
/// server may take long to answer.
pub(crate) fn cancel(state: &mut State, step: SaveStep, ticket: Ticket, effects: &mut Vec<Effect>) {
    let is_change = state.editor.as_deref().is_some_and(|editor| editor.form.person.is_some());
    if step == SaveStep::Reading && is_change {
        // The request may be sent already; the response tells.
        effects.push(Effect::Http(HttpEffect::StopWriting(ticket)));
    } else {
        background::leave(state);
    }
}

/// An undo has no form to return to.
pub(crate) fn back_to_form(state: &mut State, effects: &mut Vec<Effect>) {
    let is_restore =
        state.editor.as_deref().is_some_and(|editor| editor.origin == EditorOrigin::Restore);
    if is_restore {
        drafts::forget(state, effects);
        return close(state);
    }
    with_editor(state, Editor::resume);
}
