//! Keys of the open dialog: passed to its feature, or handled here for plain lists and texts.

use crate::keymap::action::{Action, SaveFlowAction, TextEdit};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{ApiKey, Effect, HttpEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::locations;
use crate::tui::features::requests::state::LoggedRequest;
use crate::tui::features::triage::log;
use crate::tui::features::{
    attach, compare, duplicates, edit_log, editor, funnel, saved_views, todo,
};
use crate::tui::widgets::pick_list;
use crate::tui::widgets::text_input::TextInput;

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match &state.dialog {
        Some(Dialog::Todo(_) | Dialog::Apply(_)) => todo::update::act(state, action, effects),
        Some(Dialog::Funnel(_)) => funnel::update::act(state, action, effects),
        Some(Dialog::Compare(_)) => {
            compare::update::act(state, action, effects);
            // Records loaded for the comparison may match others.
            duplicates::update::refresh_pairs(state);
        }
        Some(Dialog::Duplicates(_)) => duplicates::update::act(state, action, effects),
        Some(Dialog::Forget(..)) => log::act_in_forget_dialog(state, action, effects),
        Some(_) => act_in_list(state, action, effects),
        None => {}
    }
}

/// A dialog that is a plain list or text.
fn act_in_list(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let step = |at: usize, last: usize| pick_list::step(at, last, page, action);
    let last = last_index(state);
    let is_open = selected_request(state).is_some_and(LoggedRequest::is_open);
    match (&mut state.dialog, action) {
        (Some(Dialog::Requests { .. }), Action::Back) if is_open => cancel_request(state, effects),
        (Some(Dialog::Batch { .. }), Action::Back | Action::Quit) => attach::update::leave(state),
        (Some(Dialog::Batch { at }), Action::Open) => {
            let at = *at;
            if let Some(report) = attach::update::open(state, at, effects) {
                editor::update::open::open_report(state, report);
            }
        }
        (Some(Dialog::Batch { .. }), Action::Batch(step)) => {
            attach::update::decide(state, step, effects);
        }
        (Some(Dialog::Batch { at }), _) => *at = step(*at, last),
        (_, Action::Back | Action::Quit) => state.dialog = None,
        (Some(Dialog::History { at }), Action::Open) => {
            let at = *at;
            state.dialog = None;
            locations::pick_location(state, at, effects);
        }
        (Some(Dialog::Requests { .. }), Action::CancelRequest) => cancel_request(state, effects),
        (Some(Dialog::Requests { selected }), _) => {
            let at = step(state.requests.index_of(*selected), last);
            *selected = state.requests.newest_first().nth(at).map(|request| request.id);
        }
        (Some(Dialog::Edits { at }), Action::Open) => {
            let at = *at;
            if let Some(report) = edit_log::update::show_details(state, at) {
                editor::update::open::open_report(state, report);
            }
        }
        (Some(Dialog::Drafts { at, .. }), Action::Open) => {
            let at = *at;
            editor::update::drafts::open_at(state, at);
        }
        (Some(Dialog::Drafts { at, is_confirming }), Action::Decide(SaveFlowAction::Discard)) => {
            let (at, was_confirming) = (*at, std::mem::replace(is_confirming, true));
            if was_confirming {
                editor::update::drafts::discard_at(state, at, effects);
            }
        }
        (Some(Dialog::Drafts { at, is_confirming }), _) => {
            (*at, *is_confirming) = (step(*at, last), false);
        }
        (Some(Dialog::Edits { at } | Dialog::History { at }), _) => *at = step(*at, last),
        (
            Some(Dialog::Help { scroll } | Dialog::Notices { scroll } | Dialog::Raw { scroll, .. }),
            _,
        ) => {
            *scroll = step(*scroll, last);
        }
        _ => {}
    }
}

/// The last row or scroll position of the open dialog.
fn last_index(state: &State) -> usize {
    let Some(dialog) = &state.dialog else { return 0 };
    if let Some(rows) = row_count(state, dialog) {
        return rows.saturating_sub(1);
    }
    let inner = dialog.inner(&state.layout);
    let lines = state.dialog_lines(inner.width).len();
    lines.saturating_sub(usize::from(inner.height))
}

/// The number of rows, if the dialog is a list.
pub(crate) fn row_count(state: &State, dialog: &Dialog) -> Option<usize> {
    match dialog {
        Dialog::Requests { .. } => Some(state.requests.newest_first().len()),
        Dialog::Edits { .. } => Some(state.edit_log.edits.len()),
        Dialog::Drafts { .. } => Some(state.edit_session.drafts.len()),
        Dialog::Batch { .. } => Some(state.batch.as_ref().map_or(0, |batch| batch.rows.len())),
        Dialog::History { .. } => Some(state.navigation.history.newest_first().len()),
        Dialog::Palette(palette) => Some(palette.hits.len()),
        Dialog::PickJob(picker) => Some(picker.matches.len()),
        _ => None,
    }
}

/// Rebuilds the JSON view when a record arrived.
pub(crate) fn follow_records(state: &mut State) {
    if matches!(state.dialog, Some(Dialog::Raw { .. })) {
        let records = state.raw_records();
        if let Some(Dialog::Raw { parts, .. }) = &mut state.dialog {
            *parts = records;
        }
    }
}

pub(crate) fn show_requests(state: &mut State) {
    let selected = state.requests.newest_first().next().map(|request| request.id);
    state.dialog = Some(Dialog::Requests { selected });
}

/// Selects the first request when there was none before.
pub(crate) fn follow_request(state: &mut State) {
    if matches!(state.dialog, Some(Dialog::Requests { selected: None })) {
        show_requests(state);
    }
}

fn selected_request(state: &State) -> Option<&LoggedRequest> {
    let Some(Dialog::Requests { selected }) = &state.dialog else { return None };
    state.requests.newest_first().nth(state.requests.index_of(*selected))
}

fn cancel_request(state: &mut State, effects: &mut Vec<Effect>) {
    match selected_request(state).map(|request| (request.id, request.is_open())) {
        Some((id, true)) => effects.push(Effect::Http(HttpEffect::CancelRequest(id))),
        Some((_, false)) => state.notify(Severity::Info, "this request is over"),
        None => state.notify(Severity::Info, "no request is selected"),
    }
}

/// Accepts the typed text.
pub(crate) fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    match state.dialog.take() {
        Some(Dialog::Key { field, why }) => {
            let key = field.text().trim().to_owned();
            if key.is_empty() {
                state.dialog = Some(Dialog::Key { field, why });
                return report_missing(state, "a key is needed");
            }
            state.connection.locked = None;
            state.clear_failures(|_| true);
            effects.push(Effect::Http(HttpEffect::UseKey(ApiKey::new(key))));
        }
        Some(Dialog::SaveView { field, taken_name }) => {
            name_view(state, field, taken_name.as_deref(), effects);
        }
        other => state.dialog = other,
    }
}

/// Saves the view under the typed name. Warns before it replaces another view.
fn name_view(
    state: &mut State,
    field: TextInput,
    taken_name: Option<&str>,
    effects: &mut Vec<Effect>,
) {
    let name = crate::text::sanitize(field.text().trim()).into_owned();
    if name.is_empty() {
        state.dialog = Some(Dialog::SaveView { field: TextInput::default(), taken_name: None });
        return report_missing(state, "a view needs a name");
    }
    let is_taken = state.views.iter().any(|view| view.name == name);
    if is_taken && taken_name != Some(name.as_str()) {
        state.dialog = Some(Dialog::SaveView { field, taken_name: Some(name) });
        return;
    }
    if is_taken {
        state.notify(Severity::Info, format!("replaced {name}"));
    }
    saved_views::update::save_view(state, name, effects);
}

fn report_missing(state: &mut State, requirement: &str) {
    let message =
        format!("{requirement}; {} leaves it", state.key_of(Action::Edit(TextEdit::Cancel)));
    state.notify(Severity::Info, message);
}

/// Cancels the dialog.
pub(crate) fn leave(state: &mut State) {
    if matches!(state.dialog, Some(Dialog::Key { .. })) {
        let again = state.key_of(Action::Refresh);
        let message = format!("without a key nothing can be read; {again} asks again");
        state.notify(Severity::Warning, message);
    }
    state.dialog = None;
}
