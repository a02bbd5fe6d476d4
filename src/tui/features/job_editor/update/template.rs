//! The last step of a new job: picks the pipeline that it starts with.

use super::changes;
use crate::keymap::action::Action;
use crate::recruiting::job_change::JobRequest;
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::job_editor::selectors::{
    dialog_mut, selected_template, template_areas, template_picker,
};
use crate::tui::features::job_editor::state::JobStep;
use crate::tui::widgets::pick_list;

/// Up and down pick a template, the keys for longer ways scroll through its stages.
pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(picker) = template_picker(state) else { return };
    match action {
        Action::Open => {
            let (name, client) = (picker.name.clone(), picker.client.clone());
            let template = selected_template(state, picker).map(|template| template.name.clone());
            let request = JobRequest::Add { name, client, template: template.unwrap_or_default() };
            changes::send(state, request, effects);
        }
        Action::Up | Action::Down => {
            let last = state.local_data.job_templates.len().saturating_sub(1);
            let at = pick_list::step(picker.at, last, 1, action);
            set(state, at, 0);
        }
        action => {
            let page = usize::from(template_areas(state).1.height);
            let stages = selected_template(state, picker).map_or(0, |one| one.stages.len());
            let last = stages.saturating_sub(page);
            let (at, scroll) = (picker.at, pick_list::step(picker.scroll, last, page, action));
            set(state, at, scroll);
        }
    }
}

fn set(state: &mut State, at: usize, scroll: usize) {
    if let Some(dialog) = dialog_mut(state)
        && let JobStep::PickingTemplate(picker) = &mut dialog.step
    {
        (picker.at, picker.scroll) = (at, scroll);
    }
}
