//! Which jobs a scope of the inbox means.

use crate::app::find::{Context, parse};
use crate::app::inbox::Scope;
use crate::app::opened::OpenJob;
use crate::app::rows::{JOB_FIELDS, JobKind};
use crate::app::state::State;
use crate::app::views::SavedView;
use crate::wire::JobId;

/// The saved view that a scope names.
pub(super) fn view_of<'a>(state: &'a State, scope: &Scope) -> Option<&'a SavedView> {
    let Scope::View(name) = scope else { return None };
    state.views.iter().find(|view| view.name == *name)
}

/// The jobs of a scope, as far as they are known.
fn jobs(state: &State, scope: &Scope) -> Vec<JobId> {
    let rows = &state.jobs.roll.rows;
    let is_open = |row: &_| rows.kind(*row) == JobKind::Open;
    let open = || rows.rows().filter(is_open).map(|row| rows.id(row).clone()).collect();
    match (scope, view_of(state, scope)) {
        (Scope::Jobs(ids), _) => ids.clone(),
        (_, Some(view)) if view.over_jobs => {
            let filter = parse(&view.filter, JOB_FIELDS).filter;
            let matches = filter.matches(rows, &Context::at(state.clock.date));
            let matching = rows.rows().filter(|row| filter.is_empty() || matches.contains(*row));
            matching.map(|row| rows.id(row).clone()).collect()
        }
        (_, Some(SavedView { job: Some(job), .. })) => vec![job.as_str().into()],
        _ => open(),
    }
}

/// The jobs of a scope, each of them open from now on.
pub(super) fn opened(state: &mut State, scope: &Scope) -> Vec<JobId> {
    let ids = jobs(state, scope);
    for id in &ids {
        if !state.open.contains_key(id) {
            state.open.insert(id.clone(), OpenJob::new(id.clone()));
        }
        if !state.recent.contains(id) {
            // Looked at least recently: the first to be thrown out later.
            state.recent.insert(0, id.clone());
        }
    }
    ids
}
