//! Undo and redo of saved edits. Each queues the form to send for the editor.

use std::collections::BTreeMap;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_undo};
use crate::recruiting::person::{FieldValue, Form, FormKind, PersonField};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::EditorOrigin;
use crate::tui::features::messages::state::Severity;

/// Undoes the last saved edit with one request.
pub(crate) fn undo(state: &mut State) {
    if refuse_while_awaiting(state) {
        return;
    }
    let undoable = state.edit_log.edits.iter().rposition(|edit| edit.status == EditStatus::Applied);
    let Some(at) = undoable else {
        let message = match state.edit_log.edits.last() {
            Some(last) if last.status == EditStatus::Final => {
                format!("The change to {} cannot be undone", last.name)
            }
            _ => "Nothing to undo".to_owned(),
        };
        return state.notify(Severity::Info, message);
    };
    let edit = state.edit_log.edits[at].clone();
    let irreversible: Vec<&str> = edit
        .before
        .iter()
        .filter(|(field, before)| !can_undo(**field, before.as_ref()))
        .map(|(field, _)| field.spec().label)
        .collect();
    if !irreversible.is_empty() {
        let message = format!("Cannot be undone: {}", irreversible.join(", "));
        state.notify(Severity::Warning, message);
    }
    let restored = edit.before.iter().filter_map(|(field, before)| {
        let before = before.as_ref().filter(|before| can_undo(*field, Some(*before)))?;
        Some((*field, before.clone()))
    });
    let restored: BTreeMap<PersonField, FieldValue> = restored.collect();
    let form = Box::new(form(state, &edit, edit.after.clone(), restored));
    state.follow_up(FollowUp::SendForm(form, EditorOrigin::Undo(at)));
}

/// The log lacks an edit whose result is pending, so undo and redo would go to an older one.
fn refuse_while_awaiting(state: &mut State) -> bool {
    let is_awaiting = !state.edit_session.awaiting.is_empty();
    if is_awaiting {
        let message = "Cannot undo or redo yet: the result of the last change is pending; a message will report it";
        state.notify(Severity::Info, message);
    }
    is_awaiting
}

/// Redoes the edit undone last.
pub(crate) fn redo(state: &mut State) {
    if refuse_while_awaiting(state) {
        return;
    }
    let first = state.edit_log.undone.last().copied().unwrap_or(usize::MAX);
    let Some(edit) = state.edit_log.edits.get(first).cloned() else {
        let message = "Nothing to redo";
        return state.notify(Severity::Info, message);
    };
    let can_redo =
        |field: &PersonField| can_undo(*field, edit.before.get(field).and_then(Option::as_ref));
    let wanted = edit.after.clone().into_iter().filter(|(field, _)| can_redo(field)).collect();
    let base = edit.before.clone().into_iter();
    let base = base.filter_map(|(field, before)| Some((field, before?))).collect();
    let form = Box::new(form(state, &edit, base, wanted));
    state.follow_up(FollowUp::SendForm(form, EditorOrigin::Redo(first)));
}

/// A new edit drops what could be redone.
pub(crate) fn log_edit(state: &mut State, edit: SavedEdit) {
    state.edit_log.undone.clear();
    state.edit_log.edits.push(edit);
}

/// An attachment is final, and leaves what could be redone.
pub(crate) fn log_attachment(state: &mut State, edit: SavedEdit) {
    state.edit_log.edits.push(edit);
}

/// An edit was undone or redone.
pub(crate) fn set_status(state: &mut State, at: usize, status: EditStatus) {
    if let Some(edit) = state.edit_log.edits.get_mut(at) {
        edit.status = status;
    }
    state.edit_log.undone.retain(|index| *index != at);
    if status == EditStatus::Undone {
        state.edit_log.undone.push(at);
    }
}

fn form(
    state: &State,
    edit: &SavedEdit,
    base: BTreeMap<PersonField, FieldValue>,
    wanted: BTreeMap<PersonField, FieldValue>,
) -> Form {
    let record = state.people.get(&edit.person).and_then(|loaded| loaded.whole());
    let mut form = record.map_or_else(
        || Form {
            kind: FormKind::Update,
            person: Some(edit.person.clone()),
            name: edit.name.clone(),
            base: BTreeMap::new(),
            typed: BTreeMap::new(),
        },
        |record| Form::update(&edit.person, record),
    );
    form.base.extend(base);
    form.typed = wanted;
    form
}

/// Opens the report of an edit. Without a report, a notice sums the edit up.
pub(crate) fn show_details(state: &mut State, at: usize) {
    let Some(edit) = state.edit_log.edits.iter().rev().nth(at) else { return };
    match edit.report.clone() {
        Some(report) => {
            let person = edit.person.clone();
            state.follow_up(FollowUp::OpenReport(person, report));
        }
        None => state.notify(Severity::Info, edit.message.clone()),
    }
}

pub(crate) fn show(state: &mut State) {
    state.dialogs.open(Dialog::EditLog { at: 0 });
}
