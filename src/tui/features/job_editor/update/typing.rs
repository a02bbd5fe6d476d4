//! The text input of the dialog: names, clients and statuses with those of other jobs as
//! suggestions, and new stages with the choice of their kind.

use super::changes;
use crate::keymap::action::TextEdit;
use crate::recruiting::job_change::{JobChange, NewStageKind};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::job_editor::selectors::{dialog, dialog_mut, job_of, kind_label};
use crate::tui::features::job_editor::state::{
    InputTarget, JobInput, JobStep, SAVING, TemplatePicker,
};
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::{InputKind, TextInput};

pub(super) fn begin(state: &mut State, target: InputTarget) {
    let job = dialog(state).and_then(|dialog| job_of(state, &dialog.job));
    let text = match &target {
        InputTarget::Name => job.map(|job| job.name.clone()),
        InputTarget::Client => job.map(|job| job.client_company_name.clone()),
        InputTarget::Status => job.map(|job| job.job_status_name.clone()),
        InputTarget::StageName { old, .. } => Some(old.clone()),
        InputTarget::NewJobClient { client, .. } => Some(client.clone()),
        InputTarget::NewStage { .. } | InputTarget::NewJobName => None,
    };
    let mut field = TextInput::new(&text.unwrap_or_default(), InputKind::Line);
    let options = options(state, &target);
    if !options.is_empty() {
        // Typing replaces the old value: it would hide the other suggestions.
        field.select_all();
    }
    let choice = match target {
        InputTarget::NewStage { first_kind, .. } => {
            NewStageKind::ALL.iter().position(|kind| *kind == first_kind)
        }
        _ => None,
    };
    let input = JobInput { target, field, options, matches: Vec::new(), choice };
    if let Some(dialog) = dialog_mut(state) {
        dialog.step = JobStep::Typing(Box::new(input));
    }
    search(state);
}

/// The clients or statuses of the loaded jobs, each once, in alphabetical order; the kinds of a
/// new stage.
fn options(state: &State, target: &InputTarget) -> Vec<String> {
    let rows = &state.jobs.pages.rows;
    let mut options: Vec<String> = match target {
        InputTarget::Client | InputTarget::NewJobClient { .. } => {
            rows.rows().map(|row| rows.client(row).to_owned()).collect()
        }
        InputTarget::Status => rows.rows().map(|row| rows.status(row).to_owned()).collect(),
        InputTarget::NewStage { .. } => {
            return NewStageKind::ALL.map(|kind| kind_label(kind).to_owned()).to_vec();
        }
        InputTarget::Name | InputTarget::StageName { .. } | InputTarget::NewJobName => Vec::new(),
    };
    options.retain(|option| !option.trim().is_empty());
    options.sort_by_cached_key(|option| option.to_lowercase());
    options.dedup();
    options
}

/// The text changed: other suggestions may match. All of them do while the old value is there. The
/// kinds of a stage are not about its name.
pub(crate) fn search(state: &mut State) {
    let Some(dialog) = dialog_mut(state) else { return };
    let JobStep::Typing(input) = &mut dialog.step else { return };
    if let InputTarget::NewStage { .. } = input.target {
        input.matches = (0..input.options.len()).collect();
        return;
    }
    let is_old = input.field.selected() == Some(input.field.text());
    let words = if is_old { "" } else { input.field.text().trim() };
    let is_match = |at: &usize| pick_list::contains_words(&input.options[*at], words);
    input.matches = (0..input.options.len()).filter(is_match).collect();
    input.choice = None;
}

/// An editing key.
pub(crate) fn edit(state: &mut State, edit: TextEdit, effects: &mut Vec<Effect>) {
    let Some(dialog) = dialog_mut(state) else { return };
    let is_saving = dialog.sent.is_some();
    let JobStep::Typing(input) = &mut dialog.step else { return };
    match edit {
        TextEdit::Cancel => changes::close_form(state),
        _ if is_saving => state.notify(Severity::Info, SAVING),
        TextEdit::Accept => accept(state, effects),
        TextEdit::Next | TextEdit::Complete | TextEdit::Previous => {
            if input.matches.is_empty() {
                return state.notify(Severity::Info, "No suggestions here");
            }
            let is_backward = edit == TextEdit::Previous;
            let next = pick_list::cycle(input.choice, input.matches.len(), is_backward);
            input.choice = Some(next);
        }
        _ => {
            input.field.edit(edit);
            search(state);
        }
    }
}

fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(dialog) = dialog(state) else { return };
    let JobStep::Typing(input) = &dialog.step else { return };
    let chosen = match input.target {
        InputTarget::NewStage { .. } => None,
        _ => input.chosen(),
    };
    let text = chosen.unwrap_or_else(|| input.field.text()).trim().to_owned();
    if text.is_empty() {
        return state.notify(Severity::Info, "Type a name first");
    }
    let change = match input.target.clone() {
        InputTarget::NewJobName => {
            let target = InputTarget::NewJobClient { name: text, client: String::new() };
            return begin(state, target);
        }
        InputTarget::NewJobClient { name, .. } => {
            let picker = TemplatePicker { name, client: text, at: 0, scroll: 0 };
            if let Some(dialog) = dialog_mut(state) {
                dialog.step = JobStep::PickingTemplate(Box::new(picker));
            }
            return;
        }
        InputTarget::Name => JobChange::Rename(text),
        InputTarget::Client => JobChange::SetClient(text),
        InputTarget::Status => JobChange::SetStatus(text),
        InputTarget::NewStage { after, .. } => {
            JobChange::AddStage { name: text, after, kind: input.stage_kind() }
        }
        InputTarget::StageName { id, .. } => JobChange::RenameStage { stage: id, name: text },
    };
    changes::send_change(state, change, effects);
}
