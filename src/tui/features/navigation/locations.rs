//! Going to a location, at once or as soon as its data is loaded.

use super::panes::{current_location, to_pane};
use super::state::{Location, ViewTarget};
use crate::keymap::action::Pane;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::tasks::{SortBy, set_filter, with_list};
use crate::tui::app::open_jobs::open_job;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

pub(crate) fn go_to(state: &mut State, location: Location, effects: &mut Vec<Effect>) {
    state.focus = location.pane;
    state.board = location.board;
    if let Some(job) = &location.job {
        open_job(state, job);
        match state.jobs.pages.rows.find(job) {
            Some(row) if state.jobs.select(row) => {}
            // Clear a filter that hides the row.
            Some(row) => {
                set_filter(state, Pane::Jobs, "", effects);
                state.jobs.select(row);
            }
            None => {}
        }
        if state.open_job().is_some_and(|open| open.list.field.text() != location.filter) {
            set_filter(state, Pane::Candidates, &location.filter, effects);
        }
    }
    state.navigation.destination = Some(location);
    (state.fetching.cursor_rests_at, state.fetching.rapid_steps) = (None, 0);
    select_target(state);
}

/// Goes to a location, and adds the current one to the history.
pub(crate) fn visit(state: &mut State, location: Location, effects: &mut Vec<Effect>) {
    let here = current_location(state);
    state.navigation.history.leave(here);
    go_to(state, location, effects);
}

pub(crate) fn show_view(state: &mut State, view: ViewTarget, effects: &mut Vec<Effect>) {
    let ViewTarget { pane, job, filter, sort } = view;
    if job.is_some() {
        let location =
            Location { pane, job, candidate: None, filter, board: false, name: String::new() };
        visit(state, location, effects);
    } else {
        to_pane(state, pane);
        set_filter(state, pane, &filter, effects);
    }
    with_list(state, pane, SortBy(sort));
}

/// Runs after every message: selects the target as soon as it is loaded.
pub(crate) fn select_target(state: &mut State) {
    let Some(target) = state.navigation.destination.take() else { return };
    let Some(job) = &target.job else { return };
    // The user went elsewhere in the meantime.
    if state.job.as_ref() != Some(job) {
        return;
    }
    let mut has_arrived = true;
    let is_all = state.is_all_selected();
    if !is_all && state.jobs.id() != Some(job.as_str()) {
        let row = state.jobs.pages.rows.find(job);
        has_arrived =
            row.is_some_and(|row| state.jobs.select(row)) || state.jobs.pages.is_complete();
    }
    let is_growing = is_all && state.is_mirror_loading();
    if let (Some(candidate), Some(open)) = (&target.candidate, state.open_job_mut()) {
        let row = open.list.pages.rows.find(candidate.as_str());
        let is_selected = row.is_some_and(|row| open.list.select(row));
        // A row that is not sorted in yet cannot be selected.
        let is_final = open.list.pages.is_complete() && open.list.is_settled() && !is_growing;
        has_arrived &= is_selected || is_final;
    }
    if !has_arrived {
        state.navigation.destination = Some(target);
    }
}

pub(crate) fn previous(state: &mut State, effects: &mut Vec<Effect>) {
    let here = current_location(state);
    match state.navigation.history.back(here) {
        Some(location) => go_to(state, location, effects),
        None => state.notify(Severity::Info, "No earlier place"),
    }
}

pub(crate) fn forward(state: &mut State, effects: &mut Vec<Effect>) {
    let here = current_location(state);
    match state.navigation.history.forward(here) {
        Some(location) => go_to(state, location, effects),
        None => state.notify(Severity::Info, "No later place"),
    }
}

pub(crate) fn pick_location(state: &mut State, at: usize, effects: &mut Vec<Effect>) {
    let here = current_location(state);
    if let Some(location) = state.navigation.history.pick(at, here) {
        go_to(state, location, effects);
    }
}
