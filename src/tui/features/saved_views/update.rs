//! Applies saved views.

use super::state::SavedView;
use crate::keymap::action::Pane;
use crate::recruiting::query::Direction;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::Sort;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::with;
use crate::tui::features::filter::update::{SortBy, put};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::panes::{here, to_pane};
use crate::tui::features::navigation::places::go_to;
use crate::tui::features::navigation::state::Location;

pub(crate) fn use_view(state: &mut State, view: &SavedView, effects: &mut Vec<Effect>) {
    let pane = if view.over_jobs { Pane::Jobs } else { Pane::Candidates };
    match view.job.as_deref().filter(|_| !view.over_jobs) {
        Some(job) => {
            let job = job.into();
            if state.jobs.roll.is_complete() && state.jobs.roll.rows.find(&job).is_none() {
                let message = format!("the view {} is of a job that is not there", view.name);
                return state.tell(Severity::Warning, message);
            }
            let here = here(state);
            state.history.leave(here);
            let (job, candidate, filter) = (Some(job), None, view.filter.clone());
            let place =
                Location { pane, job, candidate, filter, board: false, told: String::new() };
            go_to(state, place, effects);
        }
        None if pane == Pane::Candidates && state.job.is_none() => {
            return state.tell(Severity::Info, "no job is selected yet");
        }
        None => {
            to_pane(state, pane);
            put(state, pane, &view.filter, effects);
        }
    }
    let columns = if view.over_jobs {
        crate::recruiting::table::JOB_FIELDS
    } else {
        crate::recruiting::table::CANDIDATE_FIELDS
    };
    let sort = view.sort.as_deref().and_then(|sort| {
        let (direction, key) = match sort.strip_prefix('-') {
            Some(key) => (Direction::Down, key),
            None => (Direction::Up, sort),
        };
        let column = columns.iter().find(|column| column.key == key)?;
        Some(Sort { field: column.field, direction })
    });
    if sort.is_none() && view.sort.is_some() {
        state.tell(
            Severity::Warning,
            format!("the view {} sorts by a field that is not there", view.name),
        );
    }
    with(state, pane, SortBy(sort));
}
