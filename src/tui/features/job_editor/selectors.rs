//! The open dialog, and its rows, read from the loaded job.

use ratatui::layout::Rect;

use super::state::{JobDialog, JobStep, TemplatePicker};
use crate::recruiting::job_change::{JobTemplate, NewStageKind};
use crate::recruiting::stage::StageRef;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::state::State;
use crate::wire::{Job, JobId, PipelineStage, StageId};

/// A row of the dialog.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JobRow {
    Name(String),
    Client(String),
    Status(String),
    /// Whether it is.
    Archived(bool),
    Stage(PipelineStage),
}

pub(super) fn dialog(state: &State) -> Option<&JobDialog> {
    match state.dialogs.top() {
        Some(Dialog::EditJob(dialog)) => Some(dialog),
        _ => None,
    }
}

pub(super) fn dialog_mut(state: &mut State) -> Option<&mut JobDialog> {
    match state.dialogs.top_mut() {
        Some(Dialog::EditJob(dialog)) => Some(dialog),
        _ => None,
    }
}

/// The rows above the stages.
pub(super) const FIELD_ROWS: usize = 4;

pub(super) fn job_of<'a>(state: &'a State, job: &JobId) -> Option<&'a Job> {
    state.open.get(job)?.job.display()
}

/// Empty until the job is loaded.
pub(crate) fn job_rows(state: &State, dialog: &JobDialog) -> Vec<JobRow> {
    let Some(job) = job_of(state, &dialog.job) else { return Vec::new() };
    let fields: [JobRow; FIELD_ROWS] = [
        JobRow::Name(job.name.clone()),
        JobRow::Client(job.client_company_name.clone()),
        JobRow::Status(job.job_status_name.clone()),
        JobRow::Archived(job.is_archived),
    ];
    let stages = state.stages_of_job(&dialog.job).into_iter().cloned().map(JobRow::Stage);
    fields.into_iter().chain(stages).collect()
}

pub(super) fn selected_row(state: &State, dialog: &JobDialog) -> Option<JobRow> {
    let mut rows = job_rows(state, dialog);
    let last = rows.len().checked_sub(1)?;
    Some(rows.swap_remove(dialog.at.min(last)))
}

/// The lines of the dialog between its headings. A new job has the same size in all steps.
pub(crate) fn row_count(state: &State, dialog: &JobDialog) -> usize {
    if !dialog.job.as_str().is_empty() {
        return job_rows(state, dialog).len();
    }
    // One heading instead of two.
    (state.local_data.job_templates.len() + max_stages(state)).saturating_sub(1)
}

pub(super) fn template_picker(state: &State) -> Option<&TemplatePicker> {
    match &dialog(state)?.step {
        JobStep::PickingTemplate(picker) => Some(picker),
        _ => None,
    }
}

pub(super) fn selected_template<'a>(
    state: &'a State,
    picker: &TemplatePicker,
) -> Option<&'a JobTemplate> {
    state.local_data.job_templates.get(picker.at)
}

/// The areas of the templates, and of the stages below them and a heading. On a small screen the
/// stages need the room: then only the selected template is visible.
pub(super) fn template_areas(state: &State) -> (Rect, Rect) {
    let inner = state.dialogs.top().map(|top| state.dialog_inner(top)).unwrap_or_default();
    let templates = state.local_data.job_templates.len();
    let free = usize::from(inner.height).saturating_sub(max_stages(state) + 1);
    let above = u16::try_from(templates.min(free.max(1))).unwrap_or(1).min(inner.height);
    let below = inner.height.saturating_sub(above + 1);
    let stages = Rect { y: inner.bottom() - below, height: below, ..inner };
    (Rect { height: above, ..inner }, stages)
}

/// Of the longest template, so that nothing moves when another one is selected.
fn max_stages(state: &State) -> usize {
    state.local_data.job_templates.iter().map(|one| one.stages.len()).max().unwrap_or(0)
}

/// The stages to which candidates of this one can move.
pub(super) fn other_stages<'a>(
    state: &'a State,
    job: &JobId,
    retired: &StageId,
) -> Vec<&'a PipelineStage> {
    state.stages_of_job(job).into_iter().filter(|other| other.id != *retired).collect()
}

pub(super) const fn kind_label(kind: NewStageKind) -> &'static str {
    match kind {
        NewStageKind::Plain => "Plain stage",
        NewStageKind::Interview => "Interview stage",
        NewStageKind::Rejection => "Rejection stage",
    }
}

/// How many candidates are in a stage; `None` until the whole list is read.
pub(super) fn candidates_in(state: &State, job: &JobId, target: &PipelineStage) -> Option<usize> {
    let open = state.open.get(job).filter(|open| open.is_read())?;
    let rows = &open.list.pages.rows;
    let is_here =
        |row: &_| StageRef::new(rows.stage_id(*row), rows.stage_name(*row)).matches(target);
    Some(rows.rows().filter(is_here).count())
}
