//! Applies, names and saves views.

use crate::config::{SavedView, ViewPane};
use crate::keymap::action::{Action, Pane, TextEdit};
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS, ListField};
use crate::text::sanitize;
use crate::tui::app::all_candidates::{ALL_JOBS, is_all};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::tasks::list_of;
use crate::tui::app::list::{sort_from_text, sort_to_text};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::ViewTarget;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::JobId;

pub(crate) fn use_view(state: &mut State, view: &SavedView) {
    let (pane, columns) = match view.pane {
        ViewPane::Jobs => (Pane::Jobs, JOB_FIELDS),
        ViewPane::Candidates => (Pane::Candidates, CANDIDATE_FIELDS),
    };
    let job = view.job.as_deref().filter(|_| pane == Pane::Candidates).map(JobId::from);
    if job.is_none() && pane == Pane::Candidates && state.job.is_none() {
        return state.notify(Severity::Info, "No job is selected");
    }
    let jobs = &state.jobs.pages;
    let is_gone = |job: &JobId| !is_all(job) && jobs.is_complete() && jobs.rows.find(job).is_none();
    if job.as_ref().is_some_and(is_gone) {
        let message = format!("The job of the view {} no longer exists", view.name);
        return state.notify(Severity::Warning, message);
    }
    let sort = sort_from_text(&view.sort, columns);
    if sort.is_none() && !view.sort.is_empty() {
        state
            .notify(Severity::Warning, format!("The view {} sorts by an unknown field", view.name));
    }
    let target = ViewTarget { pane, job, filter: view.filter.clone(), sort };
    state.follow_up(FollowUp::ShowView(target));
}

fn mistake(state: &State, pane: Pane) -> Option<String> {
    let mistakes = match pane {
        Pane::Jobs => &state.jobs.mistakes,
        _ => &state.open_job()?.list.mistakes,
    };
    mistakes.first().map(ToString::to_string)
}

/// Opens the prompt for the name of the current filter and sort order.
pub(crate) fn name_view(state: &mut State) {
    let pane = list_of(state.focus);
    let sort = state.sort_of(pane).filter(|sort| Some(*sort) != state.default_sort(pane));
    if !state.shows_filter(pane) && sort.is_none() {
        let (filter, sort) =
            (state.key_of(Action::Filter), state.key_of(Action::Sort(ListField::Name)));
        let message = format!(
            "Nothing to save: no filter and the default sort. {filter} filters, {sort} sorts by name"
        );
        state.notify(Severity::Info, message);
    } else if let Some(mistake) = mistake(state, pane) {
        let message = format!("Correct the filter first: {mistake}");
        state.notify(Severity::Warning, message);
    } else {
        state.dialogs.open(Dialog::SaveView { field: TextInput::default(), taken_name: None });
    }
}

/// Saves the view under the typed name. Warns before it replaces another view.
pub(crate) fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(Dialog::SaveView { field, taken_name }) = state.dialogs.top_mut() else { return };
    let name = sanitize(field.text().trim()).into_owned();
    if name.is_empty() {
        (*field, *taken_name) = (TextInput::default(), None);
        let leave = state.key_of(Action::Edit(TextEdit::Cancel));
        let message = format!("Enter a name; {leave} cancels");
        return state.notify(Severity::Info, message);
    }
    let is_taken = state.views.iter().any(|view| view.name == name);
    if is_taken && taken_name.as_ref() != Some(&name) {
        *taken_name = Some(name);
        return;
    }
    state.dialogs.close();
    if is_taken {
        state.notify(Severity::Info, format!("Replaced the view {name}"));
    }
    save_view(state, name, effects);
}

fn save_view(state: &mut State, name: String, effects: &mut Vec<Effect>) {
    let pane = list_of(state.focus);
    let (view_pane, columns) = if pane == Pane::Jobs {
        (ViewPane::Jobs, JOB_FIELDS)
    } else {
        (ViewPane::Candidates, CANDIDATE_FIELDS)
    };
    let sort = state.sort_of(pane).and_then(|sort| sort_to_text(sort, columns));
    let (filter, sort) = (state.filter_text(pane).to_owned(), sort.unwrap_or_default());
    let is_all = pane == Pane::Candidates && state.is_all_selected();
    let job = is_all.then(|| ALL_JOBS.to_owned());
    let view = SavedView { name, job, pane: view_pane, filter, sort };
    state.views.retain(|other| other.name != view.name);
    state.views.push(view.clone());
    effects.push(Effect::Storage(StorageEffect::SaveView(view)));
}
