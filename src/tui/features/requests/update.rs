//! The request log: its entries and its keys.

use super::state::LoggedRequest;
use crate::client::{RequestEvent, RequestId};
use crate::keymap::action::Action;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;

pub(crate) fn open(state: &mut State) {
    let selected = state.requests.newest_first().next().map(|request| request.id);
    state.dialogs.open(Dialog::Requests { selected });
}

/// Logs what happened to a request, and selects the first one.
pub(crate) fn record(state: &mut State, id: RequestId, event: RequestEvent) {
    state.requests.record(id, event, state.clock.moment);
    if matches!(state.dialogs.top(), Some(Dialog::Requests { selected: None })) {
        open(state);
    }
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Back if selected_request(state).is_some_and(LoggedRequest::is_open) => {
            cancel(state, effects);
        }
        Action::Back | Action::Quit => state.dialogs.close(),
        Action::CancelRequest => cancel(state, effects),
        action => step(state, action),
    }
}

fn step(state: &mut State, action: Action) {
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let last = state.requests.newest_first().len().saturating_sub(1);
    let Some(Dialog::Requests { selected }) = state.dialogs.top_mut() else { return };
    let at = pick_list::step(state.requests.index_of(*selected), last, page, action);
    *selected = state.requests.newest_first().nth(at).map(|request| request.id);
}

fn selected_request(state: &State) -> Option<&LoggedRequest> {
    let Some(Dialog::Requests { selected }) = state.dialogs.top() else { return None };
    state.requests.newest_first().nth(state.requests.index_of(*selected))
}

fn cancel(state: &mut State, effects: &mut Vec<Effect>) {
    match selected_request(state).map(|request| (request.id, request.is_open())) {
        Some((id, true)) => effects.push(Effect::Http(HttpEffect::CancelRequest(id))),
        Some((_, false)) => state.notify(Severity::Info, "This request has already ended"),
        None => state.notify(Severity::Info, "No request is selected"),
    }
}
