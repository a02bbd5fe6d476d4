//! Collects the overview from the loaded lists, the verdicts and the drafts.

use crate::recruiting::table::JobKind;
use crate::recruiting::today::stays::{JobFacts, StaySource};
use crate::recruiting::today::{PendingStay, TodayInput, TodaySection, TodayTask, build};
use crate::tui::app::listed_jobs::ListedJobs;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::todo::list::list;
use crate::wire::JobId;

pub(crate) fn sections(state: &State) -> Vec<TodaySection> {
    let task = |row: &crate::tui::features::todo::state::TodoRow| TodayTask {
        name: row.name.clone(),
        job: row.job_name.clone(),
        detail: row.task.clone(),
    };
    let todos: Vec<TodayTask> =
        list(state).jobs.iter().flat_map(|job| &job.rows).map(task).collect();
    let drafts = state.edit_session.drafts.iter().filter(|draft| draft.waiting).map(|draft| {
        let fields: Vec<&str> = draft.form.changed().map(|spec| spec.label).collect();
        TodayTask { name: draft.form.name.clone(), job: String::new(), detail: fields.join(", ") }
    });
    build(&TodayInput {
        changes: &state.today.news,
        todos: &todos,
        triage: &state.triage,
        stays: &stays(state),
        drafts: &drafts.collect::<Vec<_>>(),
        today: state.clock.today(),
    })
}

/// Open jobs whose list is known, and all open jobs.
pub(crate) fn coverage(state: &State) -> (usize, usize) {
    let rows = &state.jobs.pages.rows;
    let listed = listed_jobs(state);
    let is_known = |id: &JobId| {
        state.open.get(id).is_some_and(OpenJob::is_read)
            || listed.and_then(|listed| listed.get(id)).is_some_and(|job| job.is_read)
    };
    let open = rows.rows().filter(|row| rows.kind(*row) == JobKind::Open);
    open.fold((0, 0), |(known, all), row| (known + usize::from(is_known(rows.id(row))), all + 1))
}

fn listed_jobs(state: &State) -> Option<&ListedJobs> {
    state.all_candidates.list.as_deref()?.listed.as_deref()
}

/// The candidates of open jobs who are over the limit of their stage, or have an offer: of the loaded
/// lists, and of what earlier sessions read.
fn stays(state: &State) -> Vec<PendingStay> {
    let (limits, now) = (&state.rules.limits, state.clock.date);
    let mut stays = Vec::new();
    each_source(state, |source, facts_of| stays.extend(source.pending(facts_of, limits, now)));
    stays
}

/// Of how many candidates the time in stage is not known yet.
pub(crate) fn unknown(state: &State) -> usize {
    let mut unknown = 0;
    each_source(state, |source, facts_of| unknown += source.unknown(facts_of));
    unknown
}

/// Whether histories are missing from which the limits would be computed.
pub(crate) fn is_estimated(state: &State) -> bool {
    let mut is_estimated = false;
    each_source(state, |source, facts_of| {
        is_estimated = is_estimated || source.undated(facts_of) > 0;
    });
    is_estimated
}

/// The candidates of open jobs, each with what is known of a job.
fn each_source(
    state: &State,
    mut visit: impl for<'a> FnMut(StaySource<'a>, &dyn Fn(&JobId) -> Option<JobFacts<'a>>),
) {
    let rows = &state.jobs.pages.rows;
    let is_open = |id: &JobId| match rows.find(id) {
        Some(row) => rows.kind(row) == JobKind::Open,
        // The server may not have it any more.
        None => !state.jobs.pages.is_complete(),
    };
    for open in state.open.values().filter(|open| is_open(&open.id)) {
        let name = state.job_display_name(&open.id);
        let facts = JobFacts {
            id: &open.id,
            name: &name,
            pipeline: open.pipeline(),
            figures: open.figures.facts(),
        };
        let source = StaySource { rows: &open.list.pages.rows, histories: &open.histories };
        visit(source, &|_| Some(facts));
    }
    if let (Some(all), Some(listed)) = (&state.all_candidates.list, listed_jobs(state)) {
        let source = StaySource { rows: &all.list.pages.rows, histories: &all.histories };
        let facts_of = |id: &JobId| {
            let row = rows.find(id).filter(|row| rows.kind(*row) == JobKind::Open)?;
            let job = listed.get(id).filter(|_| !state.open.contains_key(id))?;
            Some(JobFacts {
                id: rows.id(row),
                name: rows.name(row),
                pipeline: &job.stages,
                figures: job.figures.as_ref(),
            })
        };
        visit(source, &facts_of);
    }
}
