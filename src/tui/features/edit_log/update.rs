//! Undo and redo of saved edits.

use std::collections::BTreeMap;

use crate::keymap::action::Action;
use crate::recruiting::person::saved_edit::{EditStatus, SavedEdit, can_take_back};
use crate::recruiting::person::{FieldValue, Form, FormKind, PersonField};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::editor::state::{Editor, EditorOrigin};
use crate::tui::features::editor::update::{drafts, open, save_flow};
use crate::tui::features::messages::state::Severity;

/// Undoes the last saved edit with one request, or restores a draft discarded after it.
pub(crate) fn undo(state: &mut State, effects: &mut Vec<Effect>) {
    if drafts::bring_back(state, effects) {
        return;
    }
    let made = state.edits.iter().rposition(|done| done.state == EditStatus::Made);
    let stands = |done: &SavedEdit| matches!(done.state, EditStatus::Made | EditStatus::Final);
    let last = state.edits.iter().rposition(stands);
    if let (Some(made), Some(last)) = (made, last)
        && made < last
        && state.drafting.passed < last + 1
    {
        // Never undo an older edit without saying so.
        state.drafting.passed = last + 1;
        let (again, name) = (state.key_of(Action::Undo), &state.edits[made].name);
        let message = format!(
            "what was done last, to {}, cannot be taken back; {again} again takes the edit of {name} before it back",
            state.edits[last].name
        );
        return state.tell(Severity::Warning, message);
    }
    let Some(at) = made else {
        let message = match state.edits.last() {
            Some(last) if last.state == EditStatus::Final => {
                format!(
                    "what was done to {} cannot be taken back through this interface",
                    last.name
                )
            }
            _ => "nothing was saved that could be taken back".to_owned(),
        };
        return state.tell(Severity::Info, message);
    };
    let done = state.edits[at].clone();
    let fixed: Vec<&str> = done
        .before
        .iter()
        .filter(|(field, before)| !can_take_back(**field, before.as_ref()))
        .map(|(field, _)| field.spec().label)
        .collect();
    if !fixed.is_empty() {
        let message = format!("cannot be taken back through this interface: {}", fixed.join(", "));
        state.tell(Severity::Warning, message);
    }
    let back = done.before.iter().filter_map(|(field, before)| {
        let before = before.as_ref().filter(|before| can_take_back(*field, Some(*before)))?;
        Some((*field, before.clone()))
    });
    let back: BTreeMap<PersonField, FieldValue> = back.collect();
    send(state, &done, (done.after.clone(), back), EditorOrigin::Undo(at), effects);
}

pub(crate) fn redo(state: &mut State, effects: &mut Vec<Effect>) {
    let first = state.drafting.undone.last().copied().unwrap_or(usize::MAX);
    let Some(done) = state.edits.get(first).cloned() else {
        return state.tell(Severity::Info, "nothing was taken back that could be made again");
    };
    let is_known = |field: &PersonField| {
        can_take_back(*field, done.before.get(field).and_then(Option::as_ref))
    };
    let again = done.after.clone().into_iter().filter(|(field, _)| is_known(field)).collect();
    let base = done.before.clone().into_iter();
    let base = base.filter_map(|(field, before)| Some((field, before?))).collect();
    send(state, &done, (base, again), EditorOrigin::Redo(first), effects);
}

/// Without a review: the user saw the values when saving them.
fn send(
    state: &mut State,
    done: &SavedEdit,
    (base, wanted): (BTreeMap<PersonField, FieldValue>, BTreeMap<PersonField, FieldValue>),
    origin: EditorOrigin,
    effects: &mut Vec<Effect>,
) {
    let record = state.people.get(&done.person).and_then(|loaded| loaded.record.as_ref());
    let mut form = record.map_or_else(
        || Form {
            kind: FormKind::Update,
            person: Some(done.person.clone()),
            name: done.name.clone(),
            base: BTreeMap::new(),
            typed: BTreeMap::new(),
        },
        Form::update,
    );
    form.base.extend(base);
    form.typed = wanted;
    let mut editor = Editor::new(drafts::next_id(state), form);
    editor.origin = origin;
    state.editor = Some(Box::new(editor));
    save_flow::send(state, effects);
}

pub(crate) fn tell_of(state: &mut State, at: usize) {
    let done = state.edits.iter().rev().nth(at);
    match done.map(|done| (done.report.clone(), done.told.clone())) {
        Some((Some(report), _)) => open::open_report(state, report),
        Some((None, message)) => state.tell(Severity::Info, message),
        None => {}
    }
}

pub(crate) fn show(state: &mut State) {
    state.over = Some(Dialog::Edits { at: 0 });
}
