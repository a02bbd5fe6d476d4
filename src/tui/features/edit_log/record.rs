//! Adds the outcome of a save to the session's log of edits.

use std::collections::BTreeMap;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_undo};
use crate::recruiting::person::{CreatedPerson, FieldOutcome, PersonField, Report, WriteFailure};
use crate::text;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::EditorOrigin;
use crate::wire::Person;

pub(crate) fn log_report(state: &mut State, report: &Report) {
    let unsaved: Vec<PersonField> = report.unsaved().collect();
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = origin {
        // An incomplete undo changes nothing in the log.
        if unsaved.is_empty() {
            update_status(state);
        }
        return;
    }
    let saved = report.fields.iter().filter(|field_report| !unsaved.contains(&field_report.field));
    let before: BTreeMap<PersonField, _> = saved
        .clone()
        .map(|field_report| (field_report.field, field_report.before.clone()))
        .collect();
    // Undo starts from what the server made of the edit.
    let after = saved.map(|field_report| {
        (
            field_report.field,
            field_report.now.clone().unwrap_or_else(|| field_report.wanted.clone()),
        )
    });
    let status = match &before {
        before if before.is_empty() => EditStatus::NotSaved,
        before if before.iter().any(|(field, was)| can_undo(*field, was.as_ref())) => {
            EditStatus::Applied
        }
        _ => EditStatus::Final,
    };
    let edit = SavedEdit {
        person: report.now.id.clone(),
        name: text::sanitize(&report.now.name).into_owned(),
        at: state.clock.date,
        after: after.collect(),
        before,
        message: summarize(report),
        is_fine: report.is_as_requested() && unsaved.is_empty(),
        status,
        report: Some(Box::new(report.clone())),
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
        person: now.id.clone(),
        name: text::sanitize(&now.name).into_owned(),
        at: state.clock.date,
        before: before.collect(),
        after: editor.form.typed.clone(),
        message: "the server has it so already; nothing was sent now".to_owned(),
        is_fine: true,
        // Nobody knows whether this window or another user wrote them.
        status: EditStatus::Final,
        report: None,
    };
    push(state, edit);
}

pub(crate) fn log_unknown(state: &mut State, failed: &WriteFailure) {
    let Some(editor) = state.editor.as_deref().filter(|_| failed.is_uncertain) else { return };
    let edit = SavedEdit {
        person: editor.form.person.clone().unwrap_or_default(),
        name: text::sanitize(&editor.form.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: editor.form.typed.clone(),
        message: format!("it may have been carried out: {}", failed.failure.message),
        is_fine: false,
        status: EditStatus::NotSaved,
        report: None,
    };
    push(state, edit);
}

fn push(state: &mut State, edit: SavedEdit) {
    // A new edit clears what could be redone.
    state.edit_session.discarded = None;
    state.edit_session.undone_edits.clear();
    state.edits.push(edit);
}

/// Marks the logged edit as undone or redone.
fn update_status(state: &mut State) {
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    let (at, status) = match origin {
        EditorOrigin::Undo(at) => (at, EditStatus::Undone),
        EditorOrigin::Redo(at) => (at, EditStatus::Applied),
        EditorOrigin::Typing | EditorOrigin::Restore => return,
    };
    if let Some(edit) = state.edits.get_mut(at) {
        edit.status = status;
    }
    state.edit_session.undone_edits.retain(|index| *index != at);
    if status == EditStatus::Undone {
        state.edit_session.undone_edits.push(at);
    }
}

fn summarize(report: &Report) -> String {
    let labels = |verdict| {
        let lines =
            report.fields.iter().filter(move |field_report| field_report.outcome == verdict);
        lines.map(|field_report| field_report.field.spec().label).collect::<Vec<_>>().join(", ")
    };
    let parts = [
        (FieldOutcome::Verified, "saved and seen"),
        (FieldOutcome::Unverifiable, "sent, never shown"),
        (FieldOutcome::Unchanged, "kept as it was"),
        (FieldOutcome::Different, "kept as something else"),
    ];
    let parts = parts.map(|(verdict, words)| (labels(verdict), words));
    let parts = parts.into_iter().filter(|(labels, _)| !labels.is_empty());
    let mut parts: Vec<String> =
        parts.map(|(labels, words)| format!("{labels}: {words}")).collect();
    let unrequested = report.unrequested.iter().map(|item| item.field.spec().label);
    let unrequested =
        unrequested.chain(report.lost_jobs.first().map(|_| "jobs")).collect::<Vec<_>>();
    if !unrequested.is_empty() {
        parts.push(format!("changed without being asked: {}", unrequested.join(", ")));
    }
    parts.join("; ")
}

pub(crate) fn log_created(state: &mut State, created: &CreatedPerson) {
    let after = state.editor.as_deref().map(|editor| editor.form.typed.clone());
    let message = if created.was_recovered { "created; the answer was lost" } else { "created" };
    let edit = SavedEdit {
        person: created.id.clone(),
        name: text::sanitize(&created.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: after.unwrap_or_default(),
        message: message.to_owned(),
        is_fine: created.warnings.is_empty(),
        status: EditStatus::Final,
        report: None,
    };
    push(state, edit);
}
