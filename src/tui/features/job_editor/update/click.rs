//! Clicks on the rows of the dialog. The dispatcher calls this.

use super::{act, typing};
use crate::keymap::action::{Action, TextEdit};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::{MouseAction, MouseInput};
use crate::tui::app::state::State;
use crate::tui::features::job_editor::selectors::{
    FIELD_ROWS, dialog, dialog_mut, job_rows, other_stages, template_areas,
};
use crate::tui::features::job_editor::state::JobStep;
use crate::tui::widgets::line_writer::below;
use crate::tui::widgets::pick_list::{INPUT_HEIGHT, row_at, row_below_heading};

/// Selects the row under the mouse; a double click acts as enter.
pub(crate) fn click(state: &mut State, click: MouseInput, effects: &mut Vec<Effect>) {
    let Some(row) = row_under(state, click) else { return };
    let Some(dialog) = dialog_mut(state) else { return };
    match &mut dialog.step {
        JobStep::List => dialog.at = row,
        JobStep::Typing(input) => input.choice = Some(row),
        JobStep::Retiring { at, .. } => *at = row,
        JobStep::PickingTemplate(picker) => (picker.at, picker.scroll) = (row, 0),
    }
    match click.action {
        MouseAction::DoubleClick if dialog.is_typing() => {
            typing::edit(state, TextEdit::Accept, effects);
        }
        MouseAction::DoubleClick => act(state, Action::Open, effects),
        MouseAction::Click | MouseAction::WheelUp | MouseAction::WheelDown => {}
    }
}

fn row_under(state: &State, click: MouseInput) -> Option<usize> {
    let inner = state.dialog_inner(state.dialogs.top()?);
    let position = (click.x, click.y).into();
    let dialog = dialog(state)?;
    match &dialog.step {
        JobStep::List => {
            let last = job_rows(state, dialog).len().checked_sub(1)?;
            let groups = [FIELD_ROWS, (last + 1).saturating_sub(FIELD_ROWS)];
            row_below_heading(inner, dialog.at.min(last), groups, position)
        }
        JobStep::Typing(input) => {
            let list = below(inner, INPUT_HEIGHT);
            row_at(list, input.choice.unwrap_or(0), input.matches.len(), position)
        }
        JobStep::Retiring { retired, at } => {
            let rows = other_stages(state, &dialog.job, retired).len();
            row_at(inner, *at, rows, position)
        }
        JobStep::PickingTemplate(picker) => {
            let rows = state.local_data.job_templates.len();
            row_at(template_areas(state).0, picker.at, rows, position)
        }
    }
}
