//! Opening the job picker, its search and its keys.

use super::state::{JobPicker, PickPurpose, PickedJob};
use crate::keymap::action::TextEdit;
use crate::recruiting::person::JobChoice;
use crate::recruiting::query::{QueryContext, parse};
use crate::recruiting::table::{JOB_FIELDS, Row};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;

pub(crate) fn open(state: &mut State, purpose: PickPurpose) {
    state.dialogs.open(Dialog::PickJob(Box::new(JobPicker::new(purpose))));
    search(state);
}

/// All jobs while nothing is typed.
pub(crate) fn search(state: &mut State) {
    let Some(Dialog::PickJob(picker)) = state.dialogs.top_mut() else { return };
    let rows = &state.jobs.pages.rows;
    let text = picker.field.text();
    let has_text = !text.trim().is_empty();
    let mut jobs: Vec<Row> = if has_text {
        let filter = parse(text, JOB_FIELDS).filter;
        // A filter that does not parse matches nothing rather than everything.
        let matches = filter.matches(rows, &QueryContext::at(state.clock.date));
        let is_match = |row: &Row| !filter.is_empty() && rows.is_live(*row);
        matches.iter().filter(is_match).collect()
    } else {
        rows.rows().collect()
    };
    jobs.sort_by_cached_key(|row| (rows.kind(*row), std::cmp::Reverse(rows.created(*row))));
    (picker.at, picker.has_choice) = (0, has_text);
    (picker.search_at, picker.matches) = (None, jobs);
}

/// Searches again; the selection stays.
pub(crate) fn search_again(state: &mut State) {
    let Some(Dialog::PickJob(before)) = state.dialogs.top() else { return };
    let (selected, has_choice) = (before.matches.get(before.at).copied(), before.has_choice);
    search(state);
    if let Some(Dialog::PickJob(picker)) = state.dialogs.top_mut() {
        let position = picker.matches.iter().position(|row| Some(*row) == selected);
        (picker.at, picker.has_choice) = (position.unwrap_or(0), has_choice);
    }
}

/// An editing key. A picked job goes to the feature that asked for it.
pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let Some(Dialog::PickJob(picker)) = state.dialogs.top_mut() else { return };
    match edit {
        TextEdit::Next | TextEdit::Complete if !picker.has_choice => picker.has_choice = true,
        _ if pick_list::step_while_typing(&mut picker.at, picker.matches.len(), edit) => {
            picker.has_choice = true;
        }
        TextEdit::Cancel => state.dialogs.close(),
        TextEdit::Accept => pick(state),
        _ => {
            picker.field.edit(edit);
            search(state);
        }
    }
}

fn pick(state: &mut State) {
    let Some(Dialog::PickJob(picker)) = state.dialogs.top() else { return };
    let rows = &state.jobs.pages.rows;
    // The job may have left the list since.
    let row = picker.selected().and_then(|at| picker.matches.get(at));
    let Some(job) = row
        .filter(|row| rows.is_live(**row))
        .map(|row| JobChoice { id: rows.id(*row).clone(), name: rows.name(*row).to_owned() })
    else {
        let message = if picker.has_choice {
            "No job matches: type fewer letters"
        } else {
            "Choose a job first: type part of its name or move to it"
        };
        return state.notify(Severity::Info, message);
    };
    if let Some(Dialog::PickJob(picker)) = state.dialogs.pop() {
        state.follow_up(FollowUp::JobPicked(PickedJob { job, purpose: picker.purpose }));
    }
}
