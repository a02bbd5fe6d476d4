//! Collects the overview from the loaded lists, the verdicts and the drafts.

use std::collections::HashMap;

use crate::recruiting::funnel::figures::threshold_of;
use crate::recruiting::funnel::overdue::Threshold;
use crate::recruiting::stage::{StageKind, is_offer};
use crate::recruiting::table::{JobKind, StageKey};
use crate::recruiting::today::{PendingStay, TodayInput, TodaySection, TodayTask, build};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::features::todo::list::list;
use crate::tui::widgets::format::days;

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

fn stays_of<'a>(state: &'a State, open: &'a OpenJob) -> impl Iterator<Item = PendingStay> + 'a {
    let rows = &open.list.pages.rows;
    // Looked up once per stage: a list may have 100,000 rows.
    let limits = &state.rules.limits;
    let facts = rows.stages().map(|stage| {
        let kind = StageKind::find(stage.id, stage.name, open.pipeline());
        let stage_ref = (stage.id, stage.name);
        let threshold = threshold_of(stage_ref, open.pipeline(), open.figures.facts(), limits);
        (stage.key, (threshold, kind.is_step() && is_offer(stage.name)))
    });
    let facts: HashMap<StageKey, (Option<Threshold>, bool)> = facts.collect();
    let job_name = state.job_display_name(&open.id);
    open.list.pages.in_order().filter_map(move |row| {
        let (threshold, is_offer) = *facts.get(&rows.stage(row))?;
        let since = open.since(row)?;
        let exceeded = threshold
            .filter(|threshold| threshold.excess(since, state.clock.date).is_some())
            .map(|threshold| threshold.days);
        let days = days(since, state.clock.date).unwrap_or(0);
        (is_offer || exceeded.is_some()).then(|| PendingStay {
            job: open.id.clone(),
            candidate: rows.id(row).into(),
            name: rows.name(row).to_owned(),
            job_name: job_name.clone(),
            stage: rows.stage_name(row).to_owned(),
            days,
            exceeded,
            is_offer,
        })
    })
}
