//! Typing and cursor keys in the form.

use super::current::{close, refuse, with_editor};
use super::{drafts, external_editor, save_flow};
use crate::keymap::action::{Action, FormAction, TextEdit};
use crate::recruiting::person::{FieldKind, FieldValue, JobChoice, PersonField};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{
    Editor, EditorOrigin, EditorQuestion, EditorStep, FormLine, LineCell, LinePart,
};
use crate::tui::features::job_picker::candidates_for;
use crate::tui::features::job_picker::state::PickPurpose;

pub(crate) fn typed(state: &mut State, letter: char) {
    if refuses_text(state) {
        return;
    }
    let fits = with_editor(state, |editor| {
        let place = (editor.line, editor.cell, editor.text.cursor());
        let runs = editor.run == Some(place) && !letter.is_whitespace();
        if !runs {
            editor.remember();
        }
        let fits = editor.text.insert(letter);
        editor.take_text();
        editor.run = Some((editor.line, editor.cell, editor.text.cursor()));
        fits
    });
    if fits == Some(false) {
        refuse(state, "the field is full: nothing was typed");
    }
    touched(state);
}

pub(crate) fn pasted(state: &mut State, text: &str) {
    if refuses_text(state) {
        return;
    }
    let fits = with_editor(state, |editor| {
        editor.remember();
        let fits = editor.text.paste(text);
        editor.take_text();
        fits
    });
    if fits == Some(false) {
        refuse(state, "that is too long for a field: nothing was pasted");
    }
    touched(state);
}

/// Returns true and says why if the line takes no text.
fn refuses_text(state: &mut State) -> bool {
    let Some(here) = state.editor.as_ref().and_then(|editor| editor.here()) else { return true };
    if is_unread_list(state, here) {
        return true;
    }
    if here.place == LinePart::Add {
        // Typing on the "add" line adds an entry.
        with_editor(state, |editor| {
            editor.remember();
            editor.add_entry(here.field);
        });
        return false;
    }
    if Editor::takes_text(here) {
        return false;
    }
    let enter = state.key_of(Action::Edit(TextEdit::Accept));
    let message = match here.field.spec().kind {
        FieldKind::Job => format!("a job is picked, not typed: {enter} shows the jobs"),
        _ => format!("this is yes or no: {enter} changes it"),
    };
    refuse(state, &message);
    true
}

/// A list that is not loaded yet must not be sent as if it were empty.
fn is_unread_list(state: &mut State, here: FormLine) -> bool {
    let is_list = matches!(
        here.field.spec().kind,
        FieldKind::Emails | FieldKind::Phones | FieldKind::Email | FieldKind::Phone
    );
    let waits = is_list && state.editor.as_ref().is_some_and(|editor| editor.reading);
    if waits {
        refuse(state, "the record is still being read: what is there must be known first");
    }
    waits
}

pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    let (line, cell, last) = (editor.line, editor.cell, editor.lines().len().saturating_sub(1));
    let here = editor.here();
    match edit {
        TextEdit::Next => go(state, line + 1, cell),
        TextEdit::Before => go(state, line.saturating_sub(1), cell),
        TextEdit::Complete => next_part(state),
        TextEdit::Leave => leave(state, effects),
        TextEdit::Accept => match here {
            Some(FormLine { field, place: LinePart::Add }) => add(state, field),
            Some(FormLine { field, .. }) if field.spec().kind == FieldKind::Job => {
                candidates_for::open(state, PickPurpose::Form);
            }
            Some(FormLine { field, .. }) if field.spec().kind == FieldKind::Switch => switch(state),
            _ if state.editor.as_ref().is_some_and(|editor| editor.only.is_some()) => {
                save_flow::review(state);
            }
            _ if line == last => save_flow::review(state),
            _ => go(state, line + 1, cell),
        },
        TextEdit::Left
        | TextEdit::Right
        | TextEdit::WordLeft
        | TextEdit::WordRight
        | TextEdit::Home
        | TextEdit::End => {
            with_editor(state, |editor| {
                editor.run = None;
                editor.text.edit(edit);
            });
        }
        TextEdit::Erase | TextEdit::Delete | TextEdit::EraseWord | TextEdit::EraseAll => {
            let mut text = editor.text.clone();
            text.edit(edit);
            // A key without effect is no change, not even to a write-only field.
            if here.is_some_and(Editor::takes_text) && text.text() != editor.text.text() {
                change(state, |editor| {
                    editor.text = text;
                    editor.take_text();
                });
            }
        }
    }
}

fn go(state: &mut State, line: usize, cell: LineCell) {
    with_editor(state, |editor| {
        editor.run = None;
        editor.go(line, cell);
    });
}

fn next_part(state: &mut State) {
    with_editor(state, |editor| {
        let Some(here) = editor.here() else { return };
        if editor.has_kind(here) && editor.cell == LineCell::Kind {
            editor.go(editor.line, LineCell::Value);
        } else {
            editor.go(editor.line + 1, LineCell::Kind);
        }
    });
}

fn part_before(state: &mut State) {
    with_editor(state, |editor| {
        let Some(here) = editor.here() else { return };
        if editor.has_kind(here) && editor.cell == LineCell::Value {
            editor.go(editor.line, LineCell::Kind);
        } else if editor.line > 0 {
            editor.go(editor.line - 1, LineCell::Value);
        }
    });
}

pub(crate) fn fill(state: &mut State, fill: FormAction, effects: &mut Vec<Effect>) {
    let Some(here) = state.editor.as_ref().and_then(|editor| editor.here()) else { return };
    match fill {
        FormAction::Review => save_flow::review(state),
        FormAction::PartBefore => part_before(state),
        FormAction::NewLine if here.field.spec().kind == FieldKind::Prose => typed(state, '\n'),
        FormAction::NewLine => refuse(state, "this field has one line"),
        FormAction::Select(edit) => _ = with_editor(state, |editor| editor.text.select(edit)),
        FormAction::SelectAll => _ = with_editor(state, |editor| editor.text.select_all()),
        FormAction::CopyText => _ = copy(state, effects),
        FormAction::CutText => {
            if copy(state, effects) {
                change(state, |editor| {
                    let _ = editor.text.cut();
                    editor.take_text();
                });
            }
        }
        FormAction::Undo => undo(state),
        FormAction::Redo => redo(state),
        FormAction::AddEntry => add(state, here.field),
        FormAction::RemoveEntry => entry(state, Editor::remove_entry),
        FormAction::Kind => entry(state, Editor::next_kind),
        FormAction::EntryUp => entry(state, |editor| editor.move_entry(false)),
        FormAction::EntryDown => entry(state, |editor| editor.move_entry(true)),
        FormAction::Reset
            if state.editor.as_ref().is_some_and(|editor| editor.unread.is_some()) =>
        {
            with_editor(state, |editor| editor.unread = None);
            touched(state);
        }
        FormAction::Reset => change(state, |editor| {
            editor.form.typed.remove(&here.field);
            editor.go(editor.line, editor.cell);
        }),
        FormAction::Clear => change(state, |editor| {
            editor.form.clear(here.field);
            editor.go(editor.line, editor.cell);
        }),
        FormAction::Outside => external_editor::open(state, effects),
        FormAction::Discard => {
            _ = with_editor(state, |editor| {
                editor.step = EditorStep::Asking(EditorQuestion::Leave);
            });
        }
    }
}

/// Returns false if nothing is selected.
fn copy(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let selected = state.editor.as_ref().and_then(|editor| editor.text.selected());
    let Some(text) = selected.map(str::to_owned) else {
        refuse(state, "nothing is selected: shift and the arrows select");
        return false;
    };
    effects.push(Effect::Copy(text));
    true
}

fn entry(state: &mut State, change: impl FnOnce(&mut Editor) -> bool) {
    let done = with_editor(state, |editor| {
        let before = editor.snapshot();
        let done = change(editor);
        if done {
            editor.changed_from(before);
        }
        done
    });
    match done {
        Some(true) => touched(state),
        _ => refuse(state, "this is done to an entry of a list: an e-mail or a phone"),
    }
}

fn add(state: &mut State, field: PersonField) {
    if !matches!(field.spec().kind, FieldKind::Emails | FieldKind::Phones) {
        return refuse(state, "entries are added to e-mails and phones");
    }
    if is_unread_list(state, FormLine { field, place: LinePart::Add }) {
        return;
    }
    change(state, |editor| editor.add_entry(field));
}

/// Turning the switch on needs a confirmation, turning it off does not.
fn switch(state: &mut State) {
    let is_on = state.editor.as_ref().is_some_and(|editor| {
        *editor.form.value(PersonField::EnrichRecord) == FieldValue::Switch(true)
    });
    if is_on {
        change(state, |editor| {
            editor.form.set(PersonField::EnrichRecord, FieldValue::Switch(false));
        });
    } else {
        with_editor(state, |editor| editor.step = EditorStep::Asking(EditorQuestion::Enrich));
    }
}

pub(crate) fn picked(state: &mut State, job: JobChoice) {
    change(state, |editor| {
        editor.form.set(PersonField::JobId, FieldValue::Job(Some(job)));
        editor.go(editor.line, editor.cell);
    });
}

fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(editor) = &state.editor else { return };
    if editor.text.selection().is_some() {
        let cursor = editor.text.cursor();
        with_editor(state, |editor| editor.text.place(cursor));
    } else if editor.form.is_untouched() && editor.unread.is_none() {
        drafts::forget(state, effects);
        close(state);
    } else {
        with_editor(state, |editor| editor.step = EditorStep::Asking(EditorQuestion::Leave));
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut Editor)) {
    with_editor(state, |editor| {
        editor.remember();
        change(editor);
    });
    touched(state);
}

/// Clears the field errors of the line and schedules the draft.
pub(crate) fn touched(state: &mut State) {
    with_editor(state, |editor| {
        if let Some(here) = editor.here() {
            editor.troubles.retain(|trouble| trouble.field != here.field);
        }
        // Typing turns an undo into an edit of its own.
        editor.origin = EditorOrigin::Typing;
    });
    drafts::keep_soon(state);
}

fn undo(state: &mut State) {
    turn(state, "nothing was changed before this", Editor::take_back);
}

fn redo(state: &mut State) {
    turn(state, "nothing was taken back", Editor::make_again);
}

fn turn(state: &mut State, none: &str, turn: impl FnOnce(&mut Editor) -> bool) {
    if with_editor(state, turn) == Some(true) { touched(state) } else { refuse(state, none) }
}
