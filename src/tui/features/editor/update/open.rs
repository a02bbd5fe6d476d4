//! Opening the editor, and waiting for the record or ID it needs.

use super::current::with_editor;
use super::drafts;
use crate::keymap::action::Action;
use crate::recruiting::person::{
    FieldValue, Form, FormKind, JobChoice, PersonField, Report, clashes,
};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingOpen;
use crate::tui::features::editor::state::{Editor, EditorStep, LineCell};
use crate::tui::features::messages::state::Severity;
use crate::wire::{Person, PersonId};

pub(crate) fn edit_person(state: &mut State, effects: &mut Vec<Effect>) {
    open(state, None, effects);
}

pub(crate) fn edit_field(state: &mut State, field: PersonField, effects: &mut Vec<Effect>) {
    open(state, Some(field), effects);
}

pub(crate) fn edit_outside(state: &mut State, effects: &mut Vec<Effect>) {
    open(state, None, effects);
    let is_read = state.editor.as_ref().is_some_and(|editor| !editor.reading);
    if is_read {
        super::external_editor::open(state, effects);
    } else if state.editor.is_some() {
        state.drafting.opening = Some(PendingOpen::Outside);
    }
}

fn open(state: &mut State, only: Option<PersonField>, effects: &mut Vec<Effect>) {
    let Some((_, person)) = state.selected().filter(|(_, person)| !person.is_empty()) else {
        return state.tell(Severity::Info, "nobody is selected who could be edited");
    };
    effects.push(Effect::WhoElse(person.clone()));
    if let Some(at) =
        state.memory.drafts.iter().position(|draft| draft.form.person.as_ref() == Some(&person))
    {
        drafts::open(state, at);
        return;
    }
    if state.people.get(&person).is_some_and(|loaded| loaded.failure.is_some()) {
        state.people.place(&person).expire();
    }
    let loaded = state.people.get(&person).filter(|loaded| loaded.record.is_some());
    // A record cached on another day is no base for a change.
    let reading = loaded.is_none_or(|loaded| loaded.is_recalled);
    let record = loaded.and_then(|loaded| loaded.record.clone());
    let record = record.unwrap_or_else(|| as_listed(state, &person));
    let mut editor = Editor::new(drafts::next_id(state), Form::update(&record));
    editor.only = only;
    editor.reading = reading;
    editor.go(0, LineCell::Value);
    state.editor = Some(Box::new(editor));
}

/// Another window has an unsaved edit of the same person.
pub(crate) fn also_edited(state: &mut State, person: &PersonId) {
    let edited = state.editor.as_deref().map(|editor| &editor.form);
    let Some(form) = edited.filter(|form| form.person.as_ref() == Some(person)) else { return };
    let name = crate::text::sanitize(&form.name).into_owned();
    state.tell(Severity::Warning, format!("another window has an unsaved edit of {name}, too"));
}

/// Placeholder until the record is loaded.
fn as_listed(state: &State, person: &PersonId) -> Person {
    let row = state.opened().and_then(|open| Some(open.list.roll.rows.item(open.list.row()?)));
    let Some(item) = row else { return Person { id: person.clone(), ..Person::default() } };
    Person {
        id: person.clone(),
        name: item.name,
        current_job_title: item.current_job_title,
        current_company_name: item.current_company_name,
        ..Person::default()
    }
}

/// Runs after every message: the awaited record may have arrived.
pub(crate) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    read(state);
    let is_read = state.editor.as_deref().is_some_and(|editor| !editor.reading);
    if is_read && state.drafting.opening == Some(PendingOpen::Outside) {
        state.drafting.opening = None;
        super::external_editor::open(state, effects);
    }
}

fn read(state: &mut State) {
    let is_free = state.editor.is_none() && state.over.is_none() && state.filtering.is_none();
    if is_free && state.drafting.opening == Some(PendingOpen::Draft) {
        state.drafting.opening = None;
        drafts::open(state, 0);
    }
    let State { editor, people, .. } = state;
    let Some(editor) = editor else { return };
    let Some(person) = editor.form.person.as_ref().filter(|_| editor.reading) else { return };
    let Some(loaded) = people.get(person) else { return };
    if let Some(record) = loaded.record.as_ref().filter(|_| loaded.is_fresh) {
        editor.reading = false;
        editor.unreadable = None;
        if editor.from.is_some() {
            // A draft keeps the base it was begun on; the form lists what changed since.
            let plan = editor.form.plan();
            editor.moved = plan.as_ref().map_or_else(Vec::new, |plan| clashes(plan, record));
            editor.form.name.clone_from(&record.name);
            let left = plan.map(|plan| plan.left(record)).unwrap_or_default();
            editor.settled = editor
                .form
                .typed
                .keys()
                .filter(|field| !left.contains_key(field))
                .copied()
                .collect();
        } else {
            // Loaded lists have more lines, so the cursor line may have moved.
            let here = editor.here();
            let (line, cell, cursor) = (editor.line, editor.cell, editor.text.cursor());
            editor.form.rebase(record);
            let line = editor.lines().iter().position(|item| Some(*item) == here).unwrap_or(line);
            if editor.is_typing() {
                let kept = editor.text.clone();
                editor.go(line, cell);
                if kept.text() == editor.text.text() {
                    editor.text = kept;
                } else {
                    editor.text.place(cursor);
                }
            }
        }
    } else if let Some(failure) = &loaded.failure {
        editor.unreadable = Some(failure.told.clone());
    }
}

/// The form opens at once, before the external ID arrives, so that no key is lost.
pub(crate) fn create(state: &mut State, effects: &mut Vec<Effect>) {
    if let Some(at) = state.memory.drafts.iter().position(|draft| draft.form.kind.is_create()) {
        drafts::open(state, at);
        let drafts = state.key_of(Action::Drafts);
        let message = format!("this one was begun before; {drafts} lists what is unsaved");
        return state.tell(Severity::Info, message);
    }
    let kind = if state.memory.creates_v0 { FormKind::CreateV0 } else { FormKind::Create };
    let job = state.job.clone().map(|id| {
        let name = state.jobs.roll.rows.find(&id).map(|row| state.jobs.roll.rows.name(row));
        JobChoice { name: name.unwrap_or_default().to_owned(), id }
    });
    let editor = Editor::new(drafts::next_id(state), Form::create(kind, job, String::new()));
    state.editor = Some(Box::new(editor));
    state.drafting.opening = Some(PendingOpen::Create);
    effects.push(Effect::FreshId);
}

pub(crate) fn fresh_id(state: &mut State, id: String, effects: &mut Vec<Effect>) {
    let Some(opening) = state
        .drafting
        .opening
        .take_if(|opening| matches!(opening, PendingOpen::Create | PendingOpen::Send))
    else {
        return;
    };
    let needs_one =
        |editor: &Editor| editor.form.kind.is_create() && editor.form.outside().trim().is_empty();
    if !state.editor.as_deref().is_some_and(needs_one) {
        return;
    }
    with_editor(state, |editor| {
        editor.form.set(PersonField::ExternalSourceId, FieldValue::Text(id));
        if editor.here().is_some_and(|here| here.field == PersonField::ExternalSourceId) {
            editor.go(editor.line, editor.cell);
        }
    });
    // A draft written in the meantime lacks the ID.
    drafts::keep_soon(state);
    // The user may have returned to the form in the meantime.
    let is_shown = |editor: &Editor| matches!(editor.step, EditorStep::Review { .. });
    if opening == PendingOpen::Send && state.editor.as_deref().is_some_and(is_shown) {
        super::save_flow::send(state, effects);
    }
}

/// Shows the report of a save that was not made in the form.
pub(crate) fn open_report(state: &mut State, report: Box<Report>) {
    let draft = drafts::next_id(state);
    let mut editor = Editor::new(draft, Form::update(&report.now));
    editor.step = EditorStep::Report { scroll: 0, report };
    state.over = None;
    state.editor = Some(Box::new(editor));
}
