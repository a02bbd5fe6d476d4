//! What lies over the panes: scrolled, picked from, closed.

use crate::keymap::action::{Action, SaveFlowAction, TextEdit};
use crate::tui::app::dialog::{Dialog, stepped};
use crate::tui::app::effect::{ApiKey, Effect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::places;
use crate::tui::features::requests::state::Request;
use crate::tui::features::triage::log;
use crate::tui::features::{attach, compare, duplicates, edit_log, editor, funnel, todo};
use crate::tui::widgets::text_input::TextInput;

/// What a key does in the open dialog.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match &state.over {
        Some(Dialog::Todo(_) | Dialog::Apply(_)) => todo::update::act(state, action, effects),
        Some(Dialog::Funnel(_)) => funnel::update::act(state, action, effects),
        Some(Dialog::Compare(_)) => {
            compare::update::act(state, action, effects);
            // The records that were read for it may match others.
            duplicates::update::follow_records(state);
        }
        Some(Dialog::Duplicates(_)) => duplicates::update::act(state, action, effects),
        Some(Dialog::Forget(..)) => log::forget(state, action, effects),
        Some(_) => act_in_list(state, action, effects),
        None => {}
    }
}

/// What a key does in a dialog that is a plain list or text.
fn act_in_list(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let step = |at: usize, last: usize| stepped(at, last, page, action);
    let last = last(state);
    let is_out = highlighted(state).is_some_and(Request::is_open);
    match (&mut state.over, action) {
        (Some(Dialog::Requests { .. }), Action::Back) if is_out => cancel(state, effects),
        (Some(Dialog::Batch { .. }), Action::Back | Action::Quit) => attach::update::leave(state),
        (Some(Dialog::Batch { at }), Action::Open) => {
            let at = *at;
            attach::update::open(state, at, effects);
        }
        (Some(Dialog::Batch { .. }), Action::Batch(step)) => {
            attach::update::decide(state, step, effects);
        }
        (Some(Dialog::Batch { at }), _) => *at = step(*at, last),
        (_, Action::Back | Action::Quit) => state.over = None,
        (Some(Dialog::History { at }), Action::Open) => {
            let at = *at;
            state.over = None;
            places::pick_place(state, at, effects);
        }
        (Some(Dialog::Requests { .. }), Action::CancelRequest) => cancel(state, effects),
        (Some(Dialog::Requests { selected }), _) => {
            let at = step(state.requests.place_of(*selected), last);
            *selected = state.requests.newest_first().nth(at).map(|request| request.id);
        }
        (Some(Dialog::Edits { at }), Action::Open) => {
            let at = *at;
            edit_log::update::tell_of(state, at);
        }
        (Some(Dialog::Drafts { at, .. }), Action::Open) => {
            let at = *at;
            editor::update::open_at(state, at);
        }
        (Some(Dialog::Drafts { at, asks }), Action::Decide(SaveFlowAction::Discard)) => {
            let (at, asked) = (*at, std::mem::replace(asks, true));
            if asked {
                editor::update::discard_at(state, at, effects);
            }
        }
        (Some(Dialog::Drafts { at, asks }), _) => {
            (*at, *asks) = (step(*at, last), false);
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

/// The last line that one can go to.
fn last(state: &State) -> usize {
    let Some(over) = &state.over else { return 0 };
    match over {
        Dialog::Requests { .. } => state.requests.newest_first().len().saturating_sub(1),
        Dialog::Edits { .. } => state.edits.len().saturating_sub(1),
        Dialog::Drafts { .. } => state.memory.drafts.len().saturating_sub(1),
        Dialog::Batch { .. } => {
            state.batch.as_ref().map_or(0, |batch| batch.rows.len().saturating_sub(1))
        }
        Dialog::History { .. } => state.history.newest_first().len().saturating_sub(1),
        _ => {
            let inner = over.inner(&state.layout);
            let lines = state.over_lines(inner.width).len();
            lines.saturating_sub(usize::from(inner.height))
        }
    }
}

/// The records that are shown as they came may have come anew.
pub(crate) fn follow_records(state: &mut State) {
    if matches!(state.over, Some(Dialog::Raw { .. })) {
        let read = state.raw();
        if let Some(Dialog::Raw { parts, .. }) = &mut state.over {
            *parts = read;
        }
    }
}

/// Shows the requests, the newest selected.
pub(crate) fn show_requests(state: &mut State) {
    let selected = state.requests.newest_first().next().map(|request| request.id);
    state.over = Some(Dialog::Requests { selected });
}

/// The first request is selected when there was none before.
pub(crate) fn follow_request(state: &mut State) {
    if matches!(state.over, Some(Dialog::Requests { selected: None })) {
        show_requests(state);
    }
}

/// The request that looks selected.
fn highlighted(state: &State) -> Option<&Request> {
    let Some(Dialog::Requests { selected }) = &state.over else { return None };
    state.requests.newest_first().nth(state.requests.place_of(*selected))
}

fn cancel(state: &mut State, effects: &mut Vec<Effect>) {
    match highlighted(state).map(|request| (request.id, request.is_open())) {
        Some((id, true)) => effects.push(Effect::CancelRequest(id)),
        Some((_, false)) => state.tell(Severity::Info, "this request is over"),
        None => state.tell(Severity::Info, "no request is selected"),
    }
}

/// Takes what was typed.
pub(crate) fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    match state.over.take() {
        Some(Dialog::Key { field, why }) => {
            let typed = field.text().trim().to_owned();
            if typed.is_empty() {
                state.over = Some(Dialog::Key { field, why });
                return needs(state, "a key is needed");
            }
            state.locked = None;
            state.forgive(|_| true);
            effects.push(Effect::UseKey(ApiKey::new(typed)));
        }
        Some(Dialog::SaveView { field, taken }) => {
            name_view(state, field, taken.as_deref(), effects);
        }
        other => state.over = other,
    }
}

/// Keeps the view under the name that was typed. One of that name is replaced
/// when that was told once.
fn name_view(state: &mut State, field: TextInput, taken: Option<&str>, effects: &mut Vec<Effect>) {
    let name = crate::text::sanitize(field.text().trim()).into_owned();
    if name.is_empty() {
        state.over = Some(Dialog::SaveView { field: TextInput::default(), taken: None });
        return needs(state, "a view needs a name");
    }
    let is_taken = state.views.iter().any(|view| view.name == name);
    if is_taken && taken != Some(name.as_str()) {
        state.over = Some(Dialog::SaveView { field, taken: Some(name) });
        return;
    }
    if is_taken {
        state.tell(Severity::Info, format!("replaced {name}"));
    }
    crate::tui::features::filter::update::save_view(state, name, effects);
}

/// Tells what is missing before it can be taken.
fn needs(state: &mut State, what: &str) {
    let told = format!("{what}; {} leaves it", state.key_of(Action::Edit(TextEdit::Leave)));
    state.tell(Severity::Info, told);
}

/// Leaves it as it was.
pub(crate) fn leave(state: &mut State) {
    if matches!(state.over, Some(Dialog::Key { .. })) {
        let again = state.key_of(Action::Refresh);
        let told = format!("without a key nothing can be read; {again} asks again");
        state.tell(Severity::Warning, told);
    }
    state.over = None;
}
