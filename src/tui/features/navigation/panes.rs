//! The focused pane, and its name as a location.

use super::state::Location;
use crate::keymap::action::Pane;
use crate::tui::app::all_candidates::TITLE;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn to_pane(state: &mut State, pane: Pane) {
    if pane != Pane::Jobs && state.job.is_none() {
        state.notify(Severity::Info, "No job is selected");
        return;
    }
    if pane == state.focus {
        return;
    }
    let here = current_location(state);
    state.navigation.history.leave(here);
    state.focus = pane;
}

pub(crate) fn next_pane(state: &mut State, by: usize) {
    let next = Pane::ALL[(state.focus as usize + by) % Pane::ALL.len()];
    if next != Pane::Jobs && state.job.is_none() {
        state.notify(Severity::Info, "No job is selected");
    } else {
        state.focus = next;
    }
}

pub(crate) fn current_location(state: &State) -> Location {
    let candidate = match state.focus {
        Pane::Candidates | Pane::Candidate => state.selected().map(|(candidate, _)| candidate),
        Pane::Jobs | Pane::Job => None,
    };
    let open = state.open_job();
    let filter = open.map_or("", |open| open.list.field.text()).to_owned();
    let job = match state.jobs.row() {
        _ if state.is_all_selected() => TITLE,
        row => row.map_or("", |row| state.jobs.pages.rows.name(row)),
    };
    let name = match (state.focus, open.and_then(|open| Some((open, open.list.row()?)))) {
        (Pane::Jobs, _) => format!("jobs, at {job}"),
        (Pane::Job, _) => format!("{job}: pipeline"),
        (Pane::Candidates, _) if !filter.is_empty() => format!("{job}: candidates, {filter}"),
        (Pane::Candidate, Some((open, row))) => {
            format!("{job}: {}", open.list.pages.rows.name(row))
        }
        _ => format!("{job}: candidates"),
    };
    let name = crate::text::sanitize(&name).into_owned();
    Location {
        pane: state.focus,
        job: state.job.clone(),
        candidate,
        filter,
        board: state.board,
        name,
    }
}
