//! Adds the outcome of a save to the session's log of edits.

use std::collections::BTreeMap;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_undo};
use crate::recruiting::person::wording::ALREADY_SAVED;
use crate::recruiting::person::{CreatedPerson, FieldOutcome, PersonField, Report, WriteFailure};
use crate::text::{self, MAX_SHOWN};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::EditorOrigin;
use crate::wire::{Person, PersonId, Texts};

pub(crate) fn log_report(state: &mut State, report: &Report) {
    let accepted = report.fields.iter().filter(|row| report.is_accepted(row));
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = origin {
        // An incomplete undo changes nothing in the log.
        if accepted.count() == report.fields.len() {
            update_status(state);
        }
        return;
    }
    let before: BTreeMap<PersonField, _> = accepted
        .clone()
        .map(|field_report| (field_report.field, field_report.before.clone()))
        .collect();
    // Undo starts from what the server made of the edit.
    let after = accepted.map(|row| {
        let visible = row.now.as_ref().filter(|_| row.outcome != FieldOutcome::NotVisible);
        (row.field, visible.unwrap_or(&row.wanted).clone())
    });
    let status = match &before {
        before if before.is_empty() => EditStatus::NotSaved,
        before if before.iter().any(|(field, was)| can_undo(*field, was.as_ref())) => {
            EditStatus::Applied
        }
        _ => EditStatus::Final,
    };
    // Such a report would stay in memory until the program ends.
    let has_long_text = [&report.before, &report.now].iter().any(|it| it.any_text(&text::is_long));
    let edit = SavedEdit {
        person: edited_person(state),
        name: describe_name(&report.now.name),
        at: state.clock.date,
        after: after.collect(),
        before,
        message: report.describe_fields(),
        is_fine: report.is_fine(),
        status,
        report: (!has_long_text).then(|| Box::new(report.clone())),
    };
    push(state, edit);
}

/// The server held the values already.
pub(crate) fn log_unchanged(state: &mut State, now: &Person) {
    let Some(editor) = state.editor.as_deref() else { return };
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = editor.origin {
        return update_status(state);
    }
    let before =
        editor.form.typed.keys().map(|field| (*field, editor.form.base.get(field).cloned()));
    let edit = SavedEdit {
        person: edited_person(state),
        name: describe_name(&now.name),
        at: state.clock.date,
        before: before.collect(),
        after: editor.form.typed.clone(),
        message: ALREADY_SAVED.to_owned(),
        is_fine: true,
        // This window or another user may have written them.
        status: EditStatus::Final,
        report: None,
    };
    push(state, edit);
}

pub(crate) fn log_unknown(state: &mut State, failed: &WriteFailure) {
    let Some(editor) = state.editor.as_deref().filter(|_| failed.is_uncertain) else { return };
    let edit = SavedEdit {
        person: edited_person(state),
        name: describe_name(&editor.form.name),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: editor.form.typed.clone(),
        message: failed.describe(editor.form.kind.into()),
        is_fine: false,
        status: EditStatus::NotSaved,
        report: None,
    };
    push(state, edit);
}

fn describe_name(name: &str) -> String {
    text::sanitize(text::clip(name, MAX_SHOWN).0).into_owned()
}

/// The person that the user opened; empty for a new one.
fn edited_person(state: &State) -> PersonId {
    state.editor.as_deref().and_then(|editor| editor.form.person.clone()).unwrap_or_default()
}

fn push(state: &mut State, edit: SavedEdit) {
    // Undo is about the new edit from now on.
    state.edit_session.discarded = None;
    state.follow_up(FollowUp::LogEdit(Box::new(edit)));
}

/// Marks the logged edit as undone or redone.
fn update_status(state: &mut State) {
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    let (at, status) = match origin {
        EditorOrigin::Undo(at) => (at, EditStatus::Undone),
        EditorOrigin::Redo(at) => (at, EditStatus::Applied),
        EditorOrigin::Typing | EditorOrigin::Restore => return,
    };
    state.follow_up(FollowUp::SetEditStatus(at, status));
}

pub(crate) fn log_created(state: &mut State, created: &CreatedPerson) {
    let after = state.editor.as_deref().map(|editor| editor.form.typed.clone());
    let edit = SavedEdit {
        person: created.id.clone(),
        name: describe_name(&created.name),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: after.unwrap_or_default(),
        message: created.describe(),
        is_fine: created.warnings.is_empty(),
        status: EditStatus::Final,
        report: None,
    };
    push(state, edit);
}
