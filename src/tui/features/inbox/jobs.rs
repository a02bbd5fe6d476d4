//! Resolves the scope of the inbox to jobs.

use super::state::InboxScope;
use crate::config::{SavedView, ViewPane};
use crate::recruiting::query::{QueryContext, parse};
use crate::recruiting::table::{JOB_FIELDS, JobKind};
use crate::tui::app::state::State;
use crate::wire::JobId;

pub(crate) fn view_of<'a>(state: &'a State, scope: &InboxScope) -> Option<&'a SavedView> {
    let InboxScope::View(name) = scope else { return None };
    state.views.iter().find(|view| view.name == *name)
}

/// As far as the job list is loaded.
fn jobs(state: &State, scope: &InboxScope) -> Vec<JobId> {
    let rows = &state.jobs.pages.rows;
    let is_open = |row: &_| rows.kind(*row) == JobKind::Open;
    let open = || rows.rows().filter(is_open).map(|row| rows.id(row).clone()).collect();
    match (scope, view_of(state, scope)) {
        (InboxScope::Jobs(ids), _) => ids.clone(),
        (_, Some(view)) if view.pane == ViewPane::Jobs => {
            let filter = parse(&view.filter, JOB_FIELDS).filter;
            let matches = filter.matches(rows, &QueryContext::at(state.clock.date));
            let matching = rows.rows().filter(|row| filter.is_empty() || matches.contains(*row));
            matching.map(|row| rows.id(row).clone()).collect()
        }
        (_, Some(SavedView { job: Some(job), .. })) => vec![job.as_str().into()],
        _ => open(),
    }
}

/// Opens the jobs of a scope, so that their lists load.
pub(crate) fn open_jobs(state: &mut State, scope: &InboxScope) -> Vec<JobId> {
    let ids = jobs(state, scope);
    for id in &ids {
        state.open_in_background(id);
    }
    ids
}
