//! Draws the dialog of a job.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::selectors::{
    FIELD_ROWS, JobRow, candidates_in, job_rows, other_stages, selected_row, selected_template,
    template_areas,
};
use super::state::{InputTarget, JobDialog, JobInput, JobStep, TemplatePicker};
use crate::keymap::action::{Action, JobAction, TextEdit};
use crate::recruiting::job_change::NewStageKind;
use crate::recruiting::stage::StageKind;
use crate::recruiting::table::to_display;
use crate::text::{Align, pluralize, width};
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list_view::{draw_groups, draw_heading, draw_input, draw_rows};
use crate::tui::widgets::render_context::RenderContext;
use crate::wire::{PipelineStage, StageId};

/// "Archived" and a space.
const LABEL_WIDTH: usize = 9;
/// "withdrawal" and a space.
const NOTE_WIDTH: usize = 11;
/// "10,000".
const COUNT_WIDTH: usize = 6;

pub(crate) fn title(state: &State, dialog: &JobDialog) -> String {
    let name = state.job_display_name(&dialog.job);
    match &dialog.step {
        JobStep::List => format!("Edit {name}"),
        JobStep::Retiring { retired, .. } => retire_title(state, dialog, retired),
        JobStep::PickingTemplate(picker) => {
            let TemplatePicker { name, at, .. } = picker.as_ref();
            let all = state.local_data.job_templates.len();
            format!("Pipeline {} of {all} for {}", at + 1, to_display(name))
        }
        JobStep::Typing(input) => match &input.target {
            InputTarget::Name => format!("Rename {name}"),
            InputTarget::Client => format!("Client of {name}"),
            InputTarget::Status => format!("Status of {name}"),
            InputTarget::NewStage { .. } => match input.stage_kind() {
                NewStageKind::Plain => "Add a stage",
                NewStageKind::Interview => "Add an interview stage",
                NewStageKind::Rejection => "Add a rejection stage",
            }
            .to_owned(),
            InputTarget::StageName { old, .. } => format!("Rename the stage {}", to_display(old)),
            InputTarget::NewJobName => "Add a job: name".to_owned(),
            InputTarget::NewJobClient { name, .. } => format!("Client of {}", to_display(name)),
        },
    }
}

fn retire_title(state: &State, dialog: &JobDialog, retired: &StageId) -> String {
    let pipeline = state.stages_of_job(&dialog.job);
    let Some(retired) = pipeline.into_iter().find(|other| other.id == *retired) else {
        return "Retire the stage".to_owned();
    };
    let who = match candidates_in(state, &dialog.job, retired) {
        Some(count) => pluralize(count, "candidate", "candidates"),
        None => "the candidates".to_owned(),
    };
    // A long name must not hide what happens to the candidates.
    format!("Move {who} and retire {}", to_display(&retired.name))
}

/// Returns the hidden rows above and below.
pub(crate) fn job(
    state: &State,
    dialog: &JobDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    match &dialog.step {
        JobStep::Typing(input) => draw_typing(input, dialog.sent.is_some(), context, area, buf),
        JobStep::Retiring { retired, at } => {
            let others = other_stages(state, &dialog.job, retired);
            draw_rows(others.iter(), *at, "No other stage", context, area, buf, |other, writer| {
                draw_stage(other, "", writer);
            })
        }
        JobStep::PickingTemplate(picker) => draw_templates(state, picker, context, area, buf),
        JobStep::List => draw_list(state, dialog, context, area, buf),
    }
}

fn draw_typing(
    input: &JobInput,
    is_saving: bool,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let list = draw_input(&input.field, context, area, buf);
    let matches = input.matches.iter().filter_map(|at| input.options.get(*at));
    let matches: Vec<&String> = matches.filter(|_| !is_saving).collect();
    let message = match input.target {
        _ if is_saving => "Saving",
        InputTarget::Client | InputTarget::NewJobClient { .. } => "Adds a client with this name",
        InputTarget::Status => "A new status",
        InputTarget::NewJobName => "Next: client and pipeline",
        InputTarget::Name | InputTarget::NewStage { .. } => "",
        InputTarget::StageName { .. } => "Histories keep the old name",
    };
    draw_rows(matches.iter(), input.choice, message, context, list, buf, |option, writer| {
        writer.write(Role::Text, option);
    })
}

/// The templates, and the stages of the selected one.
fn draw_templates(
    state: &State,
    picker: &TemplatePicker,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let (above, below) = template_areas(state);
    let templates = state.local_data.job_templates.iter();
    let names = templates.clone().map(|template| width(&template.name)).max().unwrap_or(0);
    draw_rows(templates, picker.at, "No pipelines", context, above, buf, |template, writer| {
        writer.cell(Role::Text, &template.name, names + 1, Align::Left);
        writer.write(Role::Dim, &template.description);
    });
    let Some(template) = selected_template(state, picker) else { return (0, 0) };
    let heading = line(area, usize::from(above.height));
    draw_heading("Stages", template.stages.len(), context, heading, buf);
    let height = usize::from(below.height);
    let visible = template.stages.iter().skip(picker.scroll).take(height);
    let hidden = template.stages.len().saturating_sub(picker.scroll + height);
    draw_rows(visible, None, "", context, below, buf, |stage, writer| {
        draw_stage(stage, "", writer);
    });
    (picker.scroll, hidden)
}

fn draw_list(
    state: &State,
    dialog: &JobDialog,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let rows = job_rows(state, dialog);
    if rows.is_empty() {
        return draw_rows(rows.iter(), None, "Loading the job", context, area, buf, |_, _| {});
    }
    let at = dialog.at.min(rows.len() - 1);
    let stage_rows = rows.len() - FIELD_ROWS;
    let groups = [("Job".to_owned(), FIELD_ROWS), ("Stages".to_owned(), stage_rows)];
    draw_groups(groups, at, context, area, buf, |row, writer| match rows.get(row) {
        Some(JobRow::Name(name)) => draw_field("Name", name, writer),
        Some(JobRow::Client(client)) => draw_field("Client", client, writer),
        Some(JobRow::Status(status)) => draw_field("Status", status, writer),
        Some(JobRow::Archived(is_archived)) => {
            draw_field("Archived", if *is_archived { "yes" } else { "no" }, writer);
        }
        Some(JobRow::Stage(row)) => {
            let here = candidates_in(state, &dialog.job, row);
            let here = here.filter(|here| *here > 0).map(|here| count(here as u64));
            draw_stage(row, &here.unwrap_or_default(), writer);
        }
        None => {}
    })
}

fn draw_field(label: &str, value: &str, writer: &mut LineWriter<'_>) {
    writer.cell(Role::Dim, label, LABEL_WIDTH, Align::Left);
    writer.write(Role::Text, &to_display(value));
}

/// The kind of the stage after its name, and at the end the number of its candidates.
fn draw_stage(stage: &PipelineStage, here: &str, writer: &mut LineWriter<'_>) {
    let kind = match StageKind::new(stage) {
        StageKind::Rejection => "rejection",
        StageKind::Withdrawal => "withdrawal",
        _ if stage.is_interviewing_stage => "interview",
        _ => "",
    };
    let cells = writer.remaining().saturating_sub(NOTE_WIDTH + COUNT_WIDTH + 3);
    writer.cell(Role::Text, &to_display(&stage.name), cells, Align::Left);
    writer.cell(Role::Dim, kind, NOTE_WIDTH, Align::Left);
    writer.cell(Role::Dim, here, COUNT_WIDTH, Align::Right);
}

/// The hint for a key where it differs from the keymap; empty if the key does nothing.
pub(crate) fn key_hint(state: &State, dialog: &JobDialog, action: Action) -> Option<&'static str> {
    match (&dialog.step, action) {
        (JobStep::Typing(input), Action::Edit(TextEdit::Accept)) => Some(match input.target {
            InputTarget::NewJobName | InputTarget::NewJobClient { .. } => "next",
            InputTarget::NewStage { .. } => "add",
            _ => "save",
        }),
        (JobStep::Typing(input), Action::Edit(TextEdit::Complete)) => Some(match input.target {
            InputTarget::NewStage { .. } => "kind",
            _ if input.matches.is_empty() => "",
            _ => "suggestion",
        }),
        (JobStep::Retiring { .. }, Action::Open) => Some("retire"),
        (JobStep::PickingTemplate(_), Action::Open) => Some("add"),
        (JobStep::Retiring { .. } | JobStep::PickingTemplate(_), Action::Quit) => Some("back"),
        (JobStep::Retiring { .. } | JobStep::PickingTemplate(_), Action::Job(_) | Action::Undo) => {
            Some("")
        }
        (JobStep::List, Action::Open | Action::Job(_)) => row_hint(state, dialog, action),
        _ => None,
    }
}

fn row_hint(state: &State, dialog: &JobDialog, action: Action) -> Option<&'static str> {
    use JobAction::{RetireStage, StageDown, StageUp, ToggleArchived};
    let Some(row) = selected_row(state, dialog) else { return Some("") };
    let is_stage = matches!(row, JobRow::Stage(_));
    let is_archived = job_rows(state, dialog).contains(&JobRow::Archived(true));
    let archive = if is_archived { "reopen" } else { "archive" };
    match (action, row) {
        (Action::Open, JobRow::Archived(_)) => Some(archive),
        (Action::Open, _) => Some(if is_stage { "rename" } else { "change" }),
        // The keys of a stage need the room.
        (Action::Job(ToggleArchived), _) => Some(if is_stage { "" } else { archive }),
        (Action::Job(StageUp | StageDown | RetireStage), _) if !is_stage => Some(""),
        _ => None,
    }
}
