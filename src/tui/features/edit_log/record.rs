//! Adds the outcome of a save to the session's log of edits.

use std::collections::BTreeMap;

use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_take_back};
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
            settle(state);
        }
        return;
    }
    let saved = report.lines.iter().filter(|line| !unsaved.contains(&line.field));
    let before: BTreeMap<PersonField, _> =
        saved.clone().map(|line| (line.field, line.before.clone())).collect();
    // Undo starts from what the server made of the edit.
    let after =
        saved.map(|line| (line.field, line.now.clone().unwrap_or_else(|| line.wanted.clone())));
    let standing = match &before {
        before if before.is_empty() => EditStatus::Unsaved,
        before if before.iter().any(|(field, was)| can_take_back(*field, was.as_ref())) => {
            EditStatus::Made
        }
        _ => EditStatus::Final,
    };
    let done = SavedEdit {
        person: report.now.id.clone(),
        name: text::sanitize(&report.now.name).into_owned(),
        at: state.clock.date,
        after: after.collect(),
        before,
        told: summarize(report),
        is_fine: report.is_as_meant() && unsaved.is_empty(),
        state: standing,
        report: Some(Box::new(report.clone())),
    };
    push(state, done);
}

/// The server held the values already.
pub(crate) fn log_unchanged(state: &mut State, now: &Person) {
    let Some(editor) = state.editor.as_deref() else { return };
    if let EditorOrigin::Undo(_) | EditorOrigin::Redo(_) = editor.origin {
        return settle(state);
    }
    let before =
        editor.form.typed.keys().map(|field| (*field, editor.form.base.get(field).cloned()));
    let done = SavedEdit {
        person: now.id.clone(),
        name: text::sanitize(&now.name).into_owned(),
        at: state.clock.date,
        before: before.collect(),
        after: editor.form.typed.clone(),
        told: "the server has it so already; nothing was sent now".to_owned(),
        is_fine: true,
        // Nobody knows whether this window or another user wrote them.
        state: EditStatus::Final,
        report: None,
    };
    push(state, done);
}

pub(crate) fn log_unknown(state: &mut State, failed: &WriteFailure) {
    let Some(editor) = state.editor.as_deref().filter(|_| failed.maybe) else { return };
    let done = SavedEdit {
        person: editor.form.person.clone().unwrap_or_default(),
        name: text::sanitize(&editor.form.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: editor.form.typed.clone(),
        told: format!("it may have been carried out: {}", failed.failure.told),
        is_fine: false,
        state: EditStatus::Unsaved,
        report: None,
    };
    push(state, done);
}

fn push(state: &mut State, done: SavedEdit) {
    // A new edit clears what could be redone.
    state.drafting.discarded = None;
    state.drafting.undone.clear();
    state.edits.push(done);
}

/// Marks the logged edit as undone or redone.
fn settle(state: &mut State) {
    let origin = state.editor.as_deref().map_or(EditorOrigin::Typing, |editor| editor.origin);
    let (at, standing) = match origin {
        EditorOrigin::Undo(at) => (at, EditStatus::TakenBack),
        EditorOrigin::Redo(at) => (at, EditStatus::Made),
        EditorOrigin::Typing | EditorOrigin::Restore => return,
    };
    if let Some(done) = state.edits.get_mut(at) {
        done.state = standing;
    }
    state.drafting.undone.retain(|undone| *undone != at);
    if standing == EditStatus::TakenBack {
        state.drafting.undone.push(at);
    }
}

fn summarize(report: &Report) -> String {
    let labels = |verdict| {
        let lines = report.lines.iter().filter(move |line| line.verdict == verdict);
        lines.map(|line| line.field.spec().label).collect::<Vec<_>>().join(", ")
    };
    let parts = [
        (FieldOutcome::Seen, "saved and seen"),
        (FieldOutcome::Unseen, "sent, never shown"),
        (FieldOutcome::Kept, "kept as it was"),
        (FieldOutcome::Other, "kept as something else"),
    ];
    let parts = parts.map(|(verdict, words)| (labels(verdict), words));
    let parts = parts.into_iter().filter(|(labels, _)| !labels.is_empty());
    let mut parts: Vec<String> =
        parts.map(|(labels, words)| format!("{labels}: {words}")).collect();
    let unasked = report.unasked.iter().map(|item| item.field.spec().label);
    let unasked = unasked.chain(report.lost_jobs.first().map(|_| "jobs")).collect::<Vec<_>>();
    if !unasked.is_empty() {
        parts.push(format!("changed without being asked: {}", unasked.join(", ")));
    }
    parts.join("; ")
}

pub(crate) fn log_created(state: &mut State, created: &CreatedPerson) {
    let after = state.editor.as_deref().map(|editor| editor.form.typed.clone());
    let message = if created.found { "created; the answer was lost" } else { "created" };
    let done = SavedEdit {
        person: created.id.clone(),
        name: text::sanitize(&created.name).into_owned(),
        at: state.clock.date,
        before: BTreeMap::new(),
        after: after.unwrap_or_default(),
        told: message.to_owned(),
        is_fine: created.warnings.is_empty(),
        state: EditStatus::Final,
        report: None,
    };
    push(state, done);
}
