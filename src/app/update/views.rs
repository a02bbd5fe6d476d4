//! Saved views, looked through.

use super::find::{SortBy, put};
use super::go::go_to;
use super::lists::with;
use super::panes::{here, to_pane};
use crate::app::action::Pane;
use crate::app::effect::Effect;
use crate::app::find::Direction;
use crate::app::history::Place;
use crate::app::list::Sort;
use crate::app::notice::Weight;
use crate::app::state::State;
use crate::app::views::SavedView;

/// Looks through a saved view.
pub(super) fn use_view(state: &mut State, view: &SavedView, effects: &mut Vec<Effect>) {
    let pane = if view.over_jobs { Pane::Jobs } else { Pane::Candidates };
    match view.job.as_deref().filter(|_| !view.over_jobs) {
        Some(job) => {
            let job = job.into();
            if state.jobs.roll.is_complete() && state.jobs.roll.rows.find(&job).is_none() {
                let told = format!("the view {} is of a job that is not there", view.name);
                return state.tell(Weight::Warning, told);
            }
            let here = here(state);
            state.history.leave(here);
            let (job, candidate, filter) = (Some(job), None, view.filter.clone());
            let place = Place { pane, job, candidate, filter, board: false, told: String::new() };
            go_to(state, place, effects);
        }
        None if pane == Pane::Candidates && state.job.is_none() => {
            return state.tell(Weight::Info, "no job is selected yet");
        }
        None => {
            to_pane(state, pane);
            put(state, pane, &view.filter, effects);
        }
    }
    let columns = if view.over_jobs {
        crate::app::rows::JOB_FIELDS
    } else {
        crate::app::rows::CANDIDATE_FIELDS
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
            Weight::Warning,
            format!("the view {} sorts by a field that is not there", view.name),
        );
    }
    with(state, pane, SortBy(sort));
}
