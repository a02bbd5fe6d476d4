//! Applies saved views.

use crate::config::{SavedView, ViewPane};
use crate::keymap::action::Pane;
use crate::recruiting::query::Direction;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};
use crate::tui::app::effect::Effect;
use crate::tui::app::list::Sort;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::with_list;
use crate::tui::features::filter::update::{SortBy, set_in_pane};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::locations::go_to;
use crate::tui::features::navigation::panes::{current_location, to_pane};
use crate::tui::features::navigation::state::Location;

pub(crate) fn use_view(state: &mut State, view: &SavedView, effects: &mut Vec<Effect>) {
    let (pane, columns) = match view.pane {
        ViewPane::Jobs => (Pane::Jobs, JOB_FIELDS),
        ViewPane::Candidates => (Pane::Candidates, CANDIDATE_FIELDS),
    };
    match view.job.as_deref().filter(|_| pane == Pane::Candidates) {
        Some(job) => {
            let job = job.into();
            if state.jobs.pages.is_complete() && state.jobs.pages.rows.find(&job).is_none() {
                let message = format!("the view {} is of a job that is not there", view.name);
                return state.notify(Severity::Warning, message);
            }
            let current = current_location(state);
            state.navigation.history.leave(current);
            let (job, candidate, filter) = (Some(job), None, view.filter.clone());
            let location =
                Location { pane, job, candidate, filter, board: false, name: String::new() };
            go_to(state, location, effects);
        }
        None if pane == Pane::Candidates && state.job.is_none() => {
            return state.notify(Severity::Info, "no job is selected yet");
        }
        None => {
            to_pane(state, pane);
            set_in_pane(state, pane, &view.filter, effects);
        }
    }
    let (direction, key) = match view.sort.strip_prefix('-') {
        Some(key) => (Direction::Descending, key),
        None => (Direction::Ascending, view.sort.as_str()),
    };
    let column = columns.iter().find(|column| column.key == key);
    let sort = column.map(|column| Sort { field: column.field, direction });
    if sort.is_none() && !view.sort.is_empty() {
        state.notify(
            Severity::Warning,
            format!("the view {} sorts by a field that is not there", view.name),
        );
    }
    with_list(state, pane, SortBy(sort));
}
