//! Collects the overview from the loaded lists, the verdicts and the drafts.

use crate::recruiting::table::JobKind;
use crate::recruiting::today::stays::StaySource;
use crate::recruiting::today::{PendingStay, TodayInput, TodaySection, TodayTask, build};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::todo::list::list;

pub(crate) fn sections(state: &State) -> Vec<TodaySection> {
    let task = |row: &crate::tui::features::todo::state::TodoRow| TodayTask {
        name: row.name.clone(),
        job: row.job_name.clone(),
        detail: row.task.clone(),
    };
    let todos: Vec<TodayTask> =
        list(state).jobs.iter().flat_map(|job| &job.rows).map(task).collect();
    let drafts = state.edit_session.drafts.iter().map(|draft| {
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

/// Open jobs whose list is loaded, and all open jobs.
pub(crate) fn coverage(state: &State) -> (usize, usize) {
    let rows = &state.jobs.pages.rows;
    let open = rows.rows().filter(|row| rows.kind(*row) == JobKind::Open);
    let loaded = |row: &_| state.open.get(rows.id(*row)).is_some_and(OpenJob::is_read);
    open.fold((0, 0), |(read, all), row| (read + usize::from(loaded(&row)), all + 1))
}

/// The candidates of the loaded lists who are over the limit of their stage, or have an offer.
fn stays(state: &State) -> Vec<PendingStay> {
    let rows = &state.jobs.pages.rows;
    let is_open =
        |open: &&OpenJob| rows.find(&open.id).is_none_or(|row| rows.kind(row) == JobKind::Open);
    state.open.values().filter(is_open).flat_map(|open| stays_of(state, open)).collect()
}

fn stays_of(state: &State, open: &OpenJob) -> Vec<PendingStay> {
    let source = StaySource {
        job: &open.id,
        job_name: &state.job_display_name(&open.id),
        rows: &open.list.pages.rows,
        pipeline: open.pipeline(),
        histories: &open.histories,
        figures: open.figures.facts(),
    };
    source.pending(&state.rules.limits, state.clock.date)
}
