//! The job picker: looked up as one types, and what is picked goes where it was
//! asked for.

use super::{batch, editor, offer};
use crate::app::action::{Action, Edit};
use crate::app::edit::JobChoice;
use crate::app::notice::Weight;
use crate::app::over::Over;
use crate::app::picker::Purpose;
use crate::app::state::{PATIENCE, State};

/// More jobs came; they are looked through after a while, with those that come
/// until then.
pub(super) fn grow_stale(state: &mut State) {
    if let Some(Over::PickJob(picker)) = &mut state.over {
        picker.stale.get_or_insert(state.clock.moment.after(PATIENCE));
    }
}

/// Finds them again among more jobs, and stays on the selected one.
pub(super) fn look_again(state: &mut State) {
    let Some(Over::PickJob(before)) = &state.over else { return };
    if before.stale.is_none_or(|at| at > state.clock.moment) {
        return;
    }
    let selected = before.found.get(before.at).copied();
    offer::look(state);
    if let Some(Over::PickJob(picker)) = &mut state.over {
        let place = picker.found.iter().position(|row| Some(*row) == selected);
        picker.at = place.unwrap_or(0);
    }
}

/// A key that is no letter.
pub(super) fn edit(state: &mut State, edit: Edit) {
    let Some(Over::PickJob(picker)) = &mut state.over else { return };
    let last = picker.found.len().saturating_sub(1);
    match edit {
        Edit::Leave => state.over = None,
        Edit::Next | Edit::Complete => picker.at = (picker.at + 1).min(last),
        Edit::Before => picker.at = picker.at.saturating_sub(1),
        Edit::Accept => pick(state),
        _ => {
            picker.field.edit(edit);
            offer::look(state);
        }
    }
}

/// Takes the one at a place.
pub(super) fn pick_at(state: &mut State, at: usize) {
    if let Some(Over::PickJob(picker)) = &mut state.over {
        picker.at = at;
    }
    pick(state);
}

/// Takes the selected one.
fn pick(state: &mut State) {
    let Some(Over::PickJob(picker)) = &state.over else { return };
    let rows = &state.jobs.roll.rows;
    // A job may have gone from the list since it was found.
    let row = picker.found.get(picker.at).filter(|row| rows.is_live(**row));
    let Some(job) =
        row.map(|row| JobChoice { id: rows.id(*row).clone(), name: rows.name(*row).to_owned() })
    else {
        let leave = state.key_of(Action::Edit(Edit::Leave));
        let told = format!("no job is called so: fewer letters find more, {leave} leaves");
        return state.tell(Weight::Info, told);
    };
    if let Some(Over::PickJob(picker)) = state.over.take() {
        match picker.purpose {
            Purpose::Attach(people) => batch::ask(state, job, people),
            Purpose::Form => editor::picked(state, job),
        }
    }
}
