//! Typing and cursor keys in the form.

use super::current::{close, refuse, with_editor};
use super::{drafts, external_editor, save};
use crate::keymap::action::{Action, FormAction, TextEdit};
use crate::recruiting::person::name_parts::suggest_names;
use crate::recruiting::person::{FieldKind, FieldValue, JobChoice, PersonField};
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::editor::edit_session::PendingStep;
use crate::tui::features::editor::state::{
    Editor, EditorQuestion, EditorStep, FormLine, LineCell, LinePart, Section,
};
use crate::tui::features::job_picker::state::PickPurpose;

pub(crate) fn insert_char(state: &mut State, letter: char) {
    if refuses_text(state) {
        return;
    }
    let fits = with_editor(state, |editor| {
        let position = (editor.line, editor.cell, editor.text.cursor());
        let continues_run = editor.typing_run == Some(position) && !letter.is_whitespace();
        if !continues_run {
            editor.push_snapshot();
        }
        let fits = editor.text.insert(letter);
        editor.commit_text();
        editor.typing_run = Some((editor.line, editor.cell, editor.text.cursor()));
        fits
    });
    if fits == Some(false) {
        refuse(state, "the field is full");
    }
    mark_changed(state);
}

pub(crate) fn paste(state: &mut State, text: &str) {
    if refuses_text(state) {
        return;
    }
    let fits = with_editor(state, |editor| {
        editor.push_snapshot();
        let fits = editor.text.paste(text);
        editor.commit_text();
        fits
    });
    if fits == Some(false) {
        refuse(state, "too long for a field: nothing was pasted");
    }
    mark_changed(state);
}

/// Returns true and says why if the line takes no text.
fn refuses_text(state: &mut State) -> bool {
    let Some(here) = state.editor.as_ref().and_then(|editor| editor.current_line()) else {
        return true;
    };
    if is_unloaded(state, here) {
        return true;
    }
    if here.part == LinePart::Add {
        // Typing on the "add" line adds an entry.
        with_editor(state, |editor| {
            editor.push_snapshot();
            editor.add_entry(here.field);
        });
        return false;
    }
    if Editor::accepts_text(here) {
        return false;
    }
    let enter = state.key_of(Action::Edit(TextEdit::Accept));
    let message = match here.field.spec().kind {
        _ if here.part == LinePart::Fold => format!("{enter} shows or hides these fields"),
        FieldKind::Job => format!("{enter} shows the jobs"),
        _ => format!("{enter} switches between yes and no"),
    };
    refuse(state, &message);
    true
}

/// What is not loaded yet must not be sent as if it were empty: a list, or a long text.
fn is_unloaded(state: &mut State, here: FormLine) -> bool {
    let Some(editor) = state.editor.as_deref().filter(|editor| editor.needs_record()) else {
        return false;
    };
    let loaded = editor.form.person.as_ref().and_then(|person| state.people.get(person));
    let has_long_text = loaded.is_some_and(|loaded| loaded.is_loaded() && loaded.whole().is_none());
    let is_unloaded = has_long_text || editor.form.is_unknown(here.field);
    if is_unloaded {
        let message = match &editor.load_error {
            Some(why) => {
                let retry = state.key_of(Action::Form(FormAction::Save));
                format!("the record could not be read: {why}; {retry} retries")
            }
            None => "the record is still loading: wait a moment".to_owned(),
        };
        refuse(state, &message);
    }
    is_unloaded
}

/// A key in the form; a job is picked rather than typed.
pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let line = state.editor.as_deref().and_then(Editor::current_line);
    let is_job = line.is_some_and(|line| line.field.spec().kind == FieldKind::Job);
    if is_job && edit == TextEdit::Accept {
        return state.follow_up(FollowUp::PickJob(PickPurpose::Form));
    }
    edit_line(state, edit, effects);
}

fn edit_line(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    let (line, cell) = (editor.line, editor.cell);
    let here = editor.current_line();
    match edit {
        TextEdit::Next => go(state, line + 1, cell),
        TextEdit::Previous => go(state, line.saturating_sub(1), cell),
        TextEdit::Complete => next_part(state),
        TextEdit::Cancel => leave(state, effects),
        TextEdit::Accept => match here {
            Some(FormLine { field, part: LinePart::Add }) => add(state, field),
            Some(FormLine { part: LinePart::Fold, .. }) => toggle_advanced(state),
            Some(FormLine { field, .. }) if field.spec().kind == FieldKind::Switch => {
                toggle_enrich(state);
            }
            _ if editor.only_field.is_some() || editor.is_last_line() => save::save(state, effects),
            _ => go(state, line + 1, cell),
        },
        TextEdit::Left
        | TextEdit::Right
        | TextEdit::WordLeft
        | TextEdit::WordRight
        | TextEdit::Home
        | TextEdit::End => {
            with_editor(state, |editor| {
                editor.typing_run = None;
                editor.text.edit(edit);
            });
        }
        TextEdit::Erase | TextEdit::Delete | TextEdit::EraseWord | TextEdit::EraseAll => {
            let mut text = editor.text.clone();
            text.edit(edit);
            // A key without effect is no change, not even to a write-only field.
            let is_change = text.text() != editor.text.text();
            if let Some(here) = here.filter(|here| is_change && Editor::accepts_text(*here))
                && !is_unloaded(state, here)
            {
                change(state, |editor| {
                    editor.text = text;
                    editor.commit_text();
                });
            }
        }
    }
}

fn go(state: &mut State, line: usize, cell: LineCell) {
    with_editor(state, |editor| {
        editor.typing_run = None;
        editor.go(line, cell);
    });
}

fn next_part(state: &mut State) {
    with_editor(state, |editor| {
        let Some(here) = editor.current_line() else { return };
        if editor.has_kind(here) && editor.cell == LineCell::Kind {
            editor.go(editor.line, LineCell::Value);
        } else {
            editor.go(editor.line + 1, LineCell::Kind);
        }
    });
}

fn previous_part(state: &mut State) {
    with_editor(state, |editor| {
        let Some(here) = editor.current_line() else { return };
        if editor.has_kind(here) && editor.cell == LineCell::Value {
            editor.go(editor.line, LineCell::Kind);
        } else if editor.line > 0 {
            editor.go(editor.line - 1, LineCell::Value);
        }
    });
}

pub(crate) fn fill(state: &mut State, fill: FormAction, effects: &mut Vec<Effect>) {
    let Some(here) = state.editor.as_ref().and_then(|editor| editor.current_line()) else { return };
    match fill {
        FormAction::Save => save::save(state, effects),
        FormAction::AcceptSuggestion => accept_suggestion(state),
        FormAction::PreviousPart => previous_part(state),
        FormAction::NewLine if here.field.spec().kind == FieldKind::Prose => {
            insert_char(state, '\n');
        }
        FormAction::NewLine => refuse(state, "this field has only one line"),
        FormAction::Select(edit) => _ = with_editor(state, |editor| editor.text.select(edit)),
        FormAction::SelectAll => _ = with_editor(state, |editor| editor.text.select_all()),
        FormAction::CopyText => _ = copy(state, effects),
        FormAction::CutText => {
            if copy(state, effects) && !is_unloaded(state, here) {
                change(state, |editor| {
                    let _ = editor.text.cut();
                    editor.commit_text();
                });
            }
        }
        FormAction::Undo => step_history(state, "nothing to undo in this form", Editor::undo),
        FormAction::Redo => step_history(state, "nothing to redo in this form", Editor::redo),
        FormAction::AddEntry => add(state, here.field),
        FormAction::RemoveEntry => change_entry(state, Editor::remove_entry),
        FormAction::Kind => change_entry(state, Editor::cycle_kind),
        FormAction::EntryUp => change_entry(state, |editor| editor.move_entry(false)),
        FormAction::EntryDown => change_entry(state, |editor| editor.move_entry(true)),
        FormAction::Reset
            if state.editor.as_ref().is_some_and(|editor| editor.unparsed.is_some()) =>
        {
            with_editor(state, |editor| editor.unparsed = None);
            mark_changed(state);
        }
        FormAction::Reset => change(state, |editor| {
            editor.form.typed.remove(&here.field);
            editor.go(editor.line, editor.cell);
        }),
        FormAction::Clear if is_unloaded(state, here) => {}
        FormAction::Clear => change(state, |editor| {
            editor.form.clear(here.field);
            editor.go(editor.line, editor.cell);
        }),
        FormAction::EditExternally => external_editor::open(state, effects),
        FormAction::Discard => {
            _ = with_editor(state, |editor| {
                editor.step = EditorStep::Question(EditorQuestion::Leave);
            });
        }
    }
}

/// Returns false if nothing is selected.
fn copy(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let selected = state.editor.as_ref().and_then(|editor| editor.text.selected());
    let Some(text) = selected.map(str::to_owned) else {
        refuse(state, "nothing selected: hold shift and press an arrow key to select");
        return false;
    };
    effects.push(Effect::copy(text));
    true
}

fn change_entry(state: &mut State, change: impl FnOnce(&mut Editor) -> bool) {
    let here = state.editor.as_deref().and_then(Editor::current_line);
    if here.is_some_and(|here| is_unloaded(state, here)) {
        return;
    }
    let is_changed = with_editor(state, |editor| {
        let before = editor.snapshot();
        let is_changed = change(editor);
        if is_changed {
            editor.push_undo(before);
        }
        is_changed
    });
    match is_changed {
        Some(true) => mark_changed(state),
        _ => refuse(state, "this works on an email or phone in the list"),
    }
}

fn add(state: &mut State, field: PersonField) {
    if !matches!(field.spec().kind, FieldKind::Emails | FieldKind::Phones) {
        return refuse(state, "only emails and phones are lists");
    }
    if is_unloaded(state, FormLine { field, part: LinePart::Add }) {
        return;
    }
    change(state, |editor| editor.add_entry(field));
}

fn toggle_advanced(state: &mut State) {
    with_editor(state, |editor| {
        editor.advanced = match editor.advanced {
            Section::Folded => Section::Open,
            Section::Open => Section::Folded,
        };
    });
}

/// Changes the other parts of the name along with the changed one.
fn accept_suggestion(state: &mut State) {
    let names = state.editor.as_deref().map(|editor| suggest_names(&editor.form));
    let names = names.unwrap_or_default();
    if names.is_empty() {
        return refuse(state, "nothing is suggested here");
    }
    change(state, |editor| {
        editor.keep_place(|editor| {
            for (field, name) in names {
                editor.form.set(field, FieldValue::Text(name));
            }
        });
    });
}

/// Turning the switch on needs a confirmation, turning it off does not.
fn toggle_enrich(state: &mut State) {
    let is_on = state.editor.as_ref().is_some_and(|editor| {
        *editor.form.value(PersonField::EnrichRecord) == FieldValue::Switch(true)
    });
    if is_on {
        change(state, |editor| {
            editor.form.set(PersonField::EnrichRecord, FieldValue::Switch(false));
        });
    } else {
        with_editor(state, |editor| editor.step = EditorStep::Question(EditorQuestion::Enrich));
    }
}

pub(crate) fn set_job(state: &mut State, job: JobChoice) {
    change(state, |editor| {
        editor.form.set(PersonField::JobId, FieldValue::Job(Some(job)));
        editor.go(editor.line, editor.cell);
    });
}

fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    if editor.text.selection().is_some() {
        let cursor = editor.text.cursor();
        with_editor(state, |editor| editor.text.set_cursor(cursor));
    } else if editor.form.is_untouched() && editor.unparsed.is_none() {
        drafts::forget(state, effects);
        close(state);
    } else {
        with_editor(state, |editor| editor.step = EditorStep::Question(EditorQuestion::Leave));
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Editor)) {
    with_editor(state, |editor| {
        editor.push_snapshot();
        change(editor);
    });
    mark_changed(state);
}

/// Clears the field errors of the line and schedules the draft.
pub(crate) fn mark_changed(state: &mut State) {
    with_editor(state, |editor| {
        if let Some(here) = editor.current_line() {
            editor.field_errors.retain(|error| error.field != here.field);
        }
        editor.mark_edited();
    });
    // Typing cancels a save that waits for the record.
    state.edit_session.pending.take_if(|pending| *pending == PendingStep::Save);
    drafts::schedule_write(state);
}

fn step_history(state: &mut State, empty_message: &str, apply: impl FnOnce(&mut Editor) -> bool) {
    if with_editor(state, apply) == Some(true) {
        mark_changed(state);
    } else {
        refuse(state, empty_message);
    }
}
