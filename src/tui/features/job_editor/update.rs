//! Opens the dialog of a job, and handles its keys. The dispatcher calls this.

pub(crate) mod changes;
pub(crate) mod click;
mod template;
pub(crate) mod typing;

use super::selectors::{
    FIELD_ROWS, JobRow, candidates_in, dialog, dialog_mut, job_of, job_rows, other_stages,
    selected_row,
};
use super::state::{InputTarget, JobDialog, JobStep};
use crate::keymap::action::{Action, JobAction, Pane};
use crate::recruiting::job_change::{JobChange, NewStageKind};
use crate::recruiting::table::to_display;
use crate::tui::app::all_candidates::is_all;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::wire::{PipelineStage, StageId};

/// An action in the panes.
pub(crate) fn browse(state: &mut State, action: JobAction) {
    if !state.local_data.is_restored {
        let message = "The workspace is still opening; try again in a moment";
        return state.notify(Severity::Info, message);
    }
    if !state.local_data.can_apply {
        let message = "Jobs can be changed only in a workspace on this machine; on this server, \
                       change them in the ATS";
        return state.notify(Severity::Info, message);
    }
    match action {
        JobAction::Edit => open(state),
        JobAction::Add => {
            state.dialogs.open(Dialog::EditJob(Box::default()));
            typing::begin(state, InputTarget::NewJobName);
        }
        JobAction::ToggleArchived
        | JobAction::AddStage
        | JobAction::Rename
        | JobAction::StageUp
        | JobAction::StageDown
        | JobAction::RetireStage => {
            let key = state.key_of(Action::Job(JobAction::Edit));
            let message = format!("Press {key} on a job to edit it first");
            state.notify(Severity::Info, message);
        }
    }
}

/// The stage that is selected in the details of the job is selected in the dialog too.
fn open(state: &mut State) {
    let Some(job) = state.job.clone().filter(|job| !is_all(job)) else {
        return state.notify(Severity::Info, "Select a job to edit it");
    };
    let selected = state.open.get(&job).and_then(|open| open.stage);
    let at = selected.filter(|_| state.focus == Pane::Job).map_or(0, |index| FIELD_ROWS + index);
    state.open_in_background(&job);
    state.dialogs.open(Dialog::EditJob(Box::new(JobDialog { job, at, ..JobDialog::default() })));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(8)).max(1);
    let Some(dialog) = dialog(state) else { return };
    if let JobStep::Retiring { retired, at } = &dialog.step {
        let picking = (retired.clone(), *at);
        return act_retiring(state, action, picking, effects);
    }
    if let JobStep::PickingTemplate(picker) = &dialog.step {
        if !matches!(action, Action::Back | Action::Quit) {
            return template::act(state, action, effects);
        }
        let (name, client) = (picker.name.clone(), picker.client.clone());
        return typing::begin(state, InputTarget::NewJobClient { name, client });
    }
    let last = job_rows(state, dialog).len().saturating_sub(1);
    let row = selected_row(state, dialog);
    match (action, row) {
        (Action::Back | Action::Quit, _) => state.dialogs.close(),
        (Action::Open | Action::Job(_), None) => {
            state.notify(Severity::Info, "The job is not loaded yet");
        }
        (Action::Open | Action::Job(JobAction::Rename), Some(row)) => edit_row(state, row, effects),
        (Action::Job(action), Some(row)) => change(state, action, row, effects),
        _ => {
            if let Some(dialog) = dialog_mut(state) {
                dialog.at = pick_list::step(dialog.at.min(last), last, page, action);
            }
        }
    }
}

/// Asks for the new text of the row; archives or reopens on the row of the archive.
fn edit_row(state: &mut State, row: JobRow, effects: &mut Vec<Effect>) {
    let target = match row {
        JobRow::Name(_) => InputTarget::Name,
        JobRow::Client(_) => InputTarget::Client,
        JobRow::Status(_) => InputTarget::Status,
        JobRow::Archived(is_archived) => {
            let change = JobChange::SetArchived(!is_archived);
            return changes::send_change(state, change, effects);
        }
        JobRow::Stage(row) => InputTarget::StageName { id: row.id, old: row.name },
    };
    typing::begin(state, target);
}

/// The keys that have no row of their own, or need a stage.
fn change(state: &mut State, action: JobAction, row: JobRow, effects: &mut Vec<Effect>) {
    let job = dialog(state).map(|dialog| dialog.job.clone()).unwrap_or_default();
    match (action, row) {
        (JobAction::ToggleArchived, _) => {
            let is_archived = job_of(state, &job).is_some_and(|job| job.is_archived);
            changes::send_change(state, JobChange::SetArchived(!is_archived), effects);
        }
        (JobAction::AddStage, JobRow::Stage(selected)) => {
            // Rejection stages stand together, at the end.
            let is_rejection = selected.is_rejection_stage;
            let first_kind =
                if is_rejection { NewStageKind::Rejection } else { NewStageKind::Plain };
            let after = Some(selected.id);
            typing::begin(state, InputTarget::NewStage { after, first_kind });
        }
        (JobAction::AddStage, _) => {
            let first_kind = NewStageKind::Plain;
            typing::begin(state, InputTarget::NewStage { after: None, first_kind });
        }
        (JobAction::StageUp, JobRow::Stage(selected)) => shift(state, &selected.id, -1, effects),
        (JobAction::StageDown, JobRow::Stage(selected)) => shift(state, &selected.id, 1, effects),
        (JobAction::RetireStage, JobRow::Stage(selected)) => retire(state, &selected, effects),
        _ => state.notify(Severity::Info, "Select a stage first"),
    }
}

/// Moves a stage in the pipeline.
fn shift(state: &mut State, shifted: &StageId, by: isize, effects: &mut Vec<Effect>) {
    let Some(job) = dialog(state).map(|dialog| dialog.job.clone()) else { return };
    let pipeline = state.stages_of_job(&job).into_iter();
    let mut order: Vec<StageId> = pipeline.map(|other| other.id.clone()).collect();
    let at = order.iter().position(|other| other == shifted);
    let target = at.and_then(|at| at.checked_add_signed(by)).filter(|to| *to < order.len());
    let (Some(at), Some(to)) = (at, target) else {
        let end = if by < 0 { "first" } else { "last" };
        return state.notify(Severity::Info, format!("It is the {end} stage"));
    };
    order.swap(at, to);
    changes::send_change(state, JobChange::ReorderStages(order), effects);
}

/// Asks where the candidates of the stage go. An empty stage is retired by a second press.
fn retire(state: &mut State, retired: &PipelineStage, effects: &mut Vec<Effect>) {
    let Some(job) = dialog(state).map(|dialog| dialog.job.clone()) else { return };
    if candidates_in(state, &job, retired) != Some(0) {
        // The stage after it is the likely target.
        let next = state.stages_of_job(&job).iter().position(|other| other.id == retired.id);
        let last = other_stages(state, &job, &retired.id).len().checked_sub(1);
        let (Some(at), Some(last)) = (next, last) else {
            return state
                .notify(Severity::Info, "No other stage for its candidates: add one first");
        };
        if let Some(dialog) = dialog_mut(state) {
            dialog.step = JobStep::Retiring { retired: retired.id.clone(), at: at.min(last) };
        }
        return;
    }
    let action = Action::Job(JobAction::RetireStage);
    if state.confirmation.is_second_press(action, retired.id.as_str()) {
        let change = JobChange::RetireStage { stage: retired.id.clone(), move_to: None };
        return changes::send_change(state, change, effects);
    }
    let (key, name) = (state.key_of(action), to_display(&retired.name));
    let message = format!("Press {key} again to retire the stage {name}; that cannot be undone");
    state.notify(Severity::Warning, message);
}

fn act_retiring(
    state: &mut State,
    action: Action,
    (retired, at): (StageId, usize),
    effects: &mut Vec<Effect>,
) {
    let Some(job) = dialog(state).map(|dialog| dialog.job.clone()) else { return };
    let others = other_stages(state, &job, &retired);
    let (last, page) = (others.len().saturating_sub(1), usize::from(state.layout.main.height));
    let at = at.min(last);
    let step = match action {
        Action::Back | Action::Quit => JobStep::List,
        Action::Open => {
            let move_to = others.get(at).map(|target| target.id.clone());
            let change = JobChange::RetireStage { stage: retired, move_to };
            return changes::send_change(state, change, effects);
        }
        action => JobStep::Retiring { retired, at: pick_list::step(at, last, page, action) },
    };
    if let Some(dialog) = dialog_mut(state) {
        dialog.step = step;
    }
}
