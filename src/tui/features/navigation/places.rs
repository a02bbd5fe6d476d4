//! Going to a location, at once or as soon as its data is loaded.

use super::panes::here;
use super::state::Location;
use super::update::open_job;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn go_to(state: &mut State, place: Location, effects: &mut Vec<Effect>) {
    state.focus = place.pane;
    state.board = place.board;
    if let Some(job) = &place.job {
        open_job(state, job);
        match state.jobs.roll.rows.find(job) {
            Some(row) if state.jobs.select(row) => {}
            // Clear a filter that hides the row.
            Some(row) => {
                crate::tui::features::filter::update::clear_jobs(state, effects);
                state.jobs.select(row);
            }
            None => {}
        }
        if state.opened().is_some_and(|open| open.list.field.text() != place.filter) {
            crate::tui::features::filter::update::set(state, &place.filter, effects);
        }
    }
    state.heading_for = Some(place);
    (state.rests_at, state.strides) = (None, 0);
    arrive_where_headed(state);
}

/// Runs after every message: selects the target as soon as it is loaded.
pub(crate) fn arrive_where_headed(state: &mut State) {
    let Some(place) = state.heading_for.take() else { return };
    let Some(job) = &place.job else { return };
    // The user went elsewhere in the meantime.
    if state.job.as_ref() != Some(job) {
        return;
    }
    let mut arrived = true;
    if state.jobs.id() != Some(job.as_str()) {
        let row = state.jobs.roll.rows.find(job);
        arrived = row.is_some_and(|row| state.jobs.select(row)) || state.jobs.roll.is_complete();
    }
    if let (Some(candidate), Some(open)) = (&place.candidate, state.opened_mut()) {
        let row = open.list.roll.rows.find(candidate.as_str());
        let found = row.is_some_and(|row| open.list.select(row));
        arrived &= found || open.list.roll.is_complete();
    }
    if !arrived {
        state.heading_for = Some(place);
    }
}

pub(crate) fn previous(state: &mut State, effects: &mut Vec<Effect>) {
    let here = here(state);
    match state.history.back(here) {
        Some(place) => go_to(state, place, effects),
        None => state.tell(Severity::Info, "there is no place before this one"),
    }
}

pub(crate) fn forward(state: &mut State, effects: &mut Vec<Effect>) {
    let here = here(state);
    match state.history.forward(here) {
        Some(place) => go_to(state, place, effects),
        None => state.tell(Severity::Info, "there is nowhere to go forward to"),
    }
}

pub(crate) fn pick_place(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    let here = here(state);
    if let Some(place) = state.history.pick(at, here) {
        go_to(state, place, effects);
    }
}
