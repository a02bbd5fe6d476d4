//! Keys of the job picker.

use super::candidates_for;
use super::state::PickPurpose;
use crate::keymap::action::{Action, TextEdit};
use crate::recruiting::person::JobChoice;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::{PATIENCE, State};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::{attach, editor};

/// Searches again after a delay, so that several pages cost one search.
pub(crate) fn grow_stale(state: &mut State) {
    if let Some(Dialog::PickJob(picker)) = &mut state.over {
        picker.stale.get_or_insert(state.clock.moment.after(PATIENCE));
    }
}

/// Keeps the selected job.
pub(crate) fn look_again(state: &mut State) {
    let Some(Dialog::PickJob(before)) = &state.over else { return };
    if before.stale.is_none_or(|at| at > state.clock.moment) {
        return;
    }
    let selected = before.found.get(before.at).copied();
    candidates_for::look(state);
    if let Some(Dialog::PickJob(picker)) = &mut state.over {
        let place = picker.found.iter().position(|row| Some(*row) == selected);
        picker.at = place.unwrap_or(0);
    }
}

pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let Some(Dialog::PickJob(picker)) = &mut state.over else { return };
    let last = picker.found.len().saturating_sub(1);
    match edit {
        TextEdit::Leave => state.over = None,
        TextEdit::Next | TextEdit::Complete => picker.at = (picker.at + 1).min(last),
        TextEdit::Before => picker.at = picker.at.saturating_sub(1),
        TextEdit::Accept => pick(state),
        _ => {
            picker.field.edit(edit);
            candidates_for::look(state);
        }
    }
}

pub(crate) fn pick_at(state: &mut State, at: usize) {
    if let Some(Dialog::PickJob(picker)) = &mut state.over {
        picker.at = at;
    }
    pick(state);
}

fn pick(state: &mut State) {
    let Some(Dialog::PickJob(picker)) = &state.over else { return };
    let rows = &state.jobs.roll.rows;
    // The job may have left the list since.
    let row = picker.found.get(picker.at).filter(|row| rows.is_live(**row));
    let Some(job) =
        row.map(|row| JobChoice { id: rows.id(*row).clone(), name: rows.name(*row).to_owned() })
    else {
        let leave = state.key_of(Action::Edit(TextEdit::Leave));
        let message = format!("no job is called so: fewer letters find more, {leave} leaves");
        return state.tell(Severity::Info, message);
    };
    if let Some(Dialog::PickJob(picker)) = state.over.take() {
        match picker.purpose {
            PickPurpose::Attach(people) => attach::update::ask(state, job, people),
            PickPurpose::Form => editor::update::picked(state, job),
        }
    }
}
