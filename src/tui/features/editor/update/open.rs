//! Opening the editor, and waiting for the record or ID it needs.

use std::collections::BTreeMap;

use super::current::{person_name, with_editor};
use super::{drafts, save};
use crate::keymap::action::Action;
use crate::recruiting::person::saved_edit::own_edits;
use crate::recruiting::person::{
    FieldValue, Form, FormKind, JobChoice, OwnEdit, PersonField, Plan, Report, find_conflicts,
};
use crate::text::is_excerpt;
use crate::tui::app::all_candidates::is_all;
use crate::tui::app::effect::{ComputeEffect, Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingStep;
use crate::tui::features::editor::state::{Editor, EditorOrigin, EditorStep, LineCell, RecordUse};
use crate::tui::features::messages::state::Severity;
use crate::wire::{Person, PersonId};

pub(crate) fn edit_person(state: &mut State, effects: &mut Vec<Effect>) {
    open(state, None, effects);
}

pub(crate) fn edit_field(state: &mut State, field: PersonField, effects: &mut Vec<Effect>) {
    open(state, Some(field), effects);
}

pub(crate) fn edit_externally(state: &mut State, effects: &mut Vec<Effect>) {
    open(state, None, effects);
    let is_read = state.editor.as_ref().is_some_and(|editor| !editor.is_loading());
    if is_read {
        super::external_editor::open(state, effects);
    } else if state.editor.is_some() {
        state.edit_session.pending = Some(PendingStep::ExternalEditor);
    }
}

fn open(state: &mut State, only: Option<PersonField>, effects: &mut Vec<Effect>) {
    let Some((_, person)) = state.selected().filter(|(_, person)| !person.is_empty()) else {
        return state.notify(Severity::Info, "No candidate selected");
    };
    effects.push(Effect::Storage(StorageEffect::CheckOtherEditors(person.clone())));
    if let Some(at) =
        state.edit_session.find_draft(|draft| draft.form.person.as_ref() == Some(&person))
    {
        drafts::open(state, at);
        if let Some(field) = only {
            with_editor(state, |editor| save::go_to_entry(editor, field, None));
        }
        return;
    }
    if state.people.get(&person).is_some_and(|loaded| loaded.failure.is_some()) {
        state.reread_person(&person);
    }
    let loaded = state.people.get(&person).filter(|loaded| loaded.is_loaded());
    let is_old = loaded.is_some_and(|loaded| loaded.is_from_disk);
    let (form, loading) = match loaded.and_then(|loaded| loaded.whole()) {
        Some(record) => {
            let refreshes = is_old && state.connection.offline.is_none();
            (Form::update(&person, record), refreshes.then_some(RecordUse::Refresh))
        }
        None => (provisional_form(state, &person), Some(RecordUse::Replace)),
    };
    let mut editor = Editor::new(drafts::next_id(state), form);
    editor.only_field = only;
    editor.loading = loading;
    editor.go(0, LineCell::Value);
    state.editor = Some(Box::new(editor));
}

/// Another window has an unsaved edit of the same person.
pub(crate) fn warn_also_edited(state: &mut State, person: &PersonId) {
    let open_form = state.editor.as_deref().map(|editor| &editor.form);
    let Some(form) = open_form.filter(|form| form.person.as_ref() == Some(person)) else { return };
    let name = person_name(form);
    let message = format!("Another window has unsaved changes to {name}, too");
    state.notify(Severity::Warning, message);
}

/// The form of the selected person with the values of the row, until the record is loaded.
fn provisional_form(state: &State, person: &PersonId) -> Form {
    let item = state.current_row().map(|(open, row)| open.list.pages.rows.item(row));
    let item = item.unwrap_or_default();
    let record = Person {
        name: item.name,
        current_job_title: item.current_job_title,
        current_company_name: item.current_company_name,
        ..Person::default()
    };
    let mut form = Form::update(person, &record);
    let fields = [PersonField::Name, PersonField::CurrentJobTitle, PersonField::CompanyName];
    // The beginning of a text is no base for a change.
    form.base.retain(|field, value| fields.contains(field) && !value.any_text(&is_excerpt));
    form
}

/// Runs after every message: the awaited record may have arrived.
pub(crate) fn continue_opening(state: &mut State, effects: &mut Vec<Effect>) {
    apply_loaded(state);
    let is_ready = |editor: &Editor| editor.is_typing() && !editor.is_loading();
    let is_ready = state.editor.as_deref().is_some_and(is_ready);
    if is_ready && state.edit_session.pending == Some(PendingStep::ExternalEditor) {
        state.edit_session.pending = None;
        super::external_editor::open(state, effects);
    }
    save::continue_saving(state, effects);
}

fn apply_loaded(state: &mut State) {
    let is_free =
        state.editor.is_none() && state.dialogs.is_empty() && state.filter_prompt.pane.is_none();
    if is_free && state.edit_session.pending == Some(PendingStep::Draft) {
        state.edit_session.pending = None;
        drafts::open(state, 0);
    }
    let State { editor, people, edit_log, connection, .. } = state;
    let is_offline = connection.offline.is_some();
    let Some(editor) = editor else { return };
    let Some((person, record_use)) = editor.form.person.as_ref().zip(editor.loading) else {
        return;
    };
    if people.get(person).is_none() {
        return;
    }
    let loaded = people.entry(person);
    if (loaded.is_fresh || is_offline)
        && let Some(record) = loaded.take_whole()
    {
        let own_edits = own_edits(&edit_log.edits, person);
        take_record(editor, &record, record_use, own_edits);
    } else if let Some(failure) = &loaded.failure {
        editor.load_error = Some(failure.message.clone());
    }
}

fn take_record(
    editor: &mut Editor,
    record: &Person,
    record_use: RecordUse,
    own_edits: BTreeMap<PersonField, OwnEdit>,
) {
    editor.loading = None;
    editor.load_error = None;
    // Loaded lists have more lines.
    editor.keep_place(|editor| match record_use {
        RecordUse::Replace => {
            // The values of the row that the user changed may be old.
            compare(editor, record, own_edits);
            editor.form.rebase(record);
        }
        RecordUse::Refresh | RecordUse::Complete => {
            compare(editor, record, own_edits);
            // The others are shown as they are now.
            let changed = editor.changed_fields();
            editor.form.keep_bases(&changed);
            editor.form.complete(record);
        }
    });
}

/// A draft keeps the base it was begun on; the form lists what changed since.
fn compare(editor: &mut Editor, record: &Person, own_edits: BTreeMap<PersonField, OwnEdit>) {
    let Some(plan) = editor.form.plan() else { return };
    let plan = Plan { own_edits, ..plan };
    let by_others = find_conflicts(&plan, record).into_iter().filter(|conflict| !conflict.is_stale);
    editor.changed_on_server = by_others.collect();
    let left = plan.remaining(record);
    let saved = editor.form.typed.keys().filter(|field| !left.contains_key(field));
    editor.already_saved = saved.copied().collect();
    editor.maybe_sent &= !plan.is_visible_in(record);
}

/// The form opens at once, before the external ID arrives, so that no key is lost.
pub(crate) fn create(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(at) = state.edit_session.find_draft(|draft| draft.form.kind.is_create()) {
        drafts::open(state, at);
        let drafts = state.key_of(Action::Drafts);
        let message =
            format!("Reopened the new person you had not saved · {drafts} lists unsaved edits");
        return state.notify(Severity::Info, message);
    }
    let kind = create_kind(state);
    let job = state.job.clone().filter(|id| !is_all(id)).map(|id| {
        let name = state.jobs.pages.rows.find(&id).map(|row| state.jobs.pages.rows.name(row));
        JobChoice { name: name.unwrap_or_default().to_owned(), id }
    });
    let editor = Editor::new(drafts::next_id(state), Form::create(kind, job, String::new()));
    state.editor = Some(Box::new(editor));
    state.edit_session.pending = Some(PendingStep::Create);
    effects.push(Effect::Compute(ComputeEffect::GenerateId));
}

const fn create_kind(state: &State) -> FormKind {
    if state.local_data.creates_v0 { FormKind::CreateV0 } else { FormKind::Create }
}

/// The profile decides how people are created, and a form may be open before it is known.
pub(crate) fn set_create_kind(state: &mut State) {
    let kind = create_kind(state);
    let is_open = |editor: &&mut Editor| {
        editor.form.kind.is_create() && !editor.is_sending() && !editor.is_done()
    };
    let Some(editor) = state.editor.as_deref_mut().filter(is_open) else { return };
    let has_field = |field: &PersonField| kind.fields().any(|spec| spec.field == *field);
    // What is typed already may have no place in the other form.
    if editor.form.typed.keys().all(has_field) {
        editor.keep_place(|editor| editor.form.kind = kind);
    }
}

pub(crate) fn set_external_id(state: &mut State, id: String, effects: &mut Vec<Effect>) {
    let Some(pending) = state
        .edit_session
        .pending
        .take_if(|pending| matches!(pending, PendingStep::Create | PendingStep::Send))
    else {
        return;
    };
    let needs_id = |editor: &Editor| {
        editor.form.kind.is_create() && editor.form.external_id().trim().is_empty()
    };
    if !state.editor.as_deref().is_some_and(needs_id) {
        return;
    }
    with_editor(state, |editor| {
        editor.form.set(PersonField::ExternalSourceId, FieldValue::Text(id));
        if editor.current_line().is_some_and(|here| here.field == PersonField::ExternalSourceId) {
            editor.go(editor.line, editor.cell);
        }
    });
    // A draft written in the meantime lacks the ID.
    drafts::schedule_write(state);
    // The user may have returned to the form in the meantime.
    let is_in_review = |editor: &Editor| matches!(editor.step, EditorStep::Review { .. });
    if pending == PendingStep::Send && state.editor.as_deref().is_some_and(is_in_review) {
        save::send(state, effects);
    }
}

/// Sends a form of the edit log without a review: the user saw the values when saving them.
pub(crate) fn send_form(
    state: &mut State,
    form: Form,
    origin: EditorOrigin,
    effects: &mut Vec<Effect>,
) {
    let mut editor = Editor::new(drafts::next_id(state), form);
    editor.origin = origin;
    state.editor = Some(Box::new(editor));
    save::send(state, effects);
}

/// Shows the report of a save that was not made in the form.
pub(crate) fn open_report(state: &mut State, person: &PersonId, report: Box<Report>) {
    let draft = drafts::next_id(state);
    let mut editor = Editor::new(draft, Form::update(person, &report.now));
    editor.step = EditorStep::Report { scroll: 0, report };
    state.dialogs.clear();
    state.editor = Some(Box::new(editor));
}
