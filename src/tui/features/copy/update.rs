//! Copies at once what the list holds; waits for the person records otherwise.

use super::state::PendingCopy;
use super::text::{CopiedText, rows_message};
use crate::keymap::action::CopyField;
use crate::text::pluralize;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::tasks::{SelectedTexts, list_of, with_list};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// The record cache could not hold many more.
const MAX_PEOPLE: usize = 200;

pub(crate) fn copy(state: &mut State, field: CopyField, effects: &mut Vec<Effect>) {
    state.pending_copy = None;
    if matches!(field, CopyField::Id | CopyField::Name) {
        return copy_rows(state, field, effects);
    }
    let subjects = state.selected_subjects();
    if subjects.is_empty() {
        return state.notify(Severity::Info, "No candidate is selected");
    }
    if subjects.len() > MAX_PEOPLE {
        let message =
            format!("{} are marked: copying works for at most {MAX_PEOPLE} people", subjects.len());
        return state.notify(Severity::Warning, message);
    }
    state.reread_failed_people(&subjects);
    let unread = state.pending_people(&subjects);
    if unread > 0 && !state.is_disconnected() {
        let message = format!("Reading {}", pluralize(unread, "person", "people"));
        state.notify(Severity::Info, message);
    }
    state.pending_copy = Some(PendingCopy { field, subjects });
    after_update(state, effects);
}

/// Names and IDs are in the list.
fn copy_rows(state: &mut State, field: CopyField, effects: &mut Vec<Effect>) {
    let is_name = field == CopyField::Name;
    let values = match state.inbox.is_some().then(|| state.current_row()).flatten() {
        Some((open, row)) => {
            let rows = &open.list.pages.rows;
            vec![if is_name { rows.name(row) } else { rows.id(row) }.to_owned()]
        }
        None => with_list(state, list_of(state.focus), SelectedTexts { is_name }),
    };
    let message = rows_message(field, &values, state.hidden_marks());
    state.notify(Severity::Info, message);
    if !values.is_empty() {
        effects.push(Effect::copy(values.join("\n")));
    }
}

/// Cancels the waiting copy. Returns whether there was one.
pub(crate) fn cancel(state: &mut State) -> bool {
    let was_pending = state.pending_copy.take().is_some();
    if was_pending {
        state.notify(Severity::Info, "Copy canceled");
    }
    was_pending
}

/// Runs after every message: copies once no more records can arrive.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    let is_ready = |pending: &PendingCopy| {
        state.is_disconnected() || state.pending_people(&pending.subjects) == 0
    };
    if !state.pending_copy.as_ref().is_some_and(is_ready) {
        return;
    }
    let Some(PendingCopy { field, subjects }) = state.pending_copy.take() else { return };
    let copied = CopiedText::collect(state, field, &subjects);
    let severity = if copied.is_complete() { Severity::Info } else { Severity::Warning };
    let message = copied.message(field);
    state.notify(severity, message);
    if !copied.text.is_empty() {
        effects.push(Effect::copy(copied.text));
    }
}
