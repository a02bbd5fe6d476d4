//! What lies over the panes: scrolled, picked from, closed.

use super::{batch, go};
use crate::app::action::{Action, Decide, Edit};
use crate::app::effect::{Effect, Key};
use crate::app::field::Field;
use crate::app::notice::Weight;
use crate::app::over::{Over, stepped};
use crate::app::requests::Request;
use crate::app::state::State;

/// What a key does to what lies over the panes.
pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = usize::from(state.layout.main.height.saturating_sub(4)).max(1);
    let step = |at: usize, last: usize| stepped(at, last, page, action);
    let last = last(state);
    let is_out = highlighted(state).is_some_and(Request::is_open);
    match (&mut state.over, action) {
        (Some(Over::Todo(_) | Over::Apply(_)), _) => super::todo::act(state, action, effects),
        (Some(Over::Funnel(_)), _) => super::funnel::act(state, action, effects),
        (Some(Over::Compare(_)), _) => {
            super::compare::act(state, action, effects);
            // What was read for it may tell more of the pairs below.
            super::duplicates::follow_records(state);
        }
        (Some(Over::Duplicates(_)), _) => super::duplicates::act(state, action, effects),
        (Some(Over::Forget(..)), _) => super::triage::forget(state, action, effects),
        (Some(Over::Requests { .. }), Action::Back) if is_out => cancel(state, effects),
        (Some(Over::Batch { .. }), Action::Back | Action::Quit) => batch::leave(state),
        (Some(Over::Batch { at }), Action::Open) => {
            let at = *at;
            batch::open(state, at, effects);
        }
        (Some(Over::Batch { .. }), Action::Batch(step)) => batch::decide(state, step, effects),
        (Some(Over::Batch { at }), _) => *at = step(*at, last),
        (_, Action::Back | Action::Quit) => state.over = None,
        (Some(Over::History { at }), Action::Open) => {
            let at = *at;
            state.over = None;
            go::pick_place(state, at, effects);
        }
        (Some(Over::Requests { .. }), Action::CancelRequest) => cancel(state, effects),
        (Some(Over::Requests { selected }), _) => {
            let at = step(state.requests.place_of(*selected), last);
            *selected = state.requests.newest_first().nth(at).map(|request| request.id);
        }
        (Some(Over::Edits { at }), Action::Open) => {
            let at = *at;
            super::editor::tell_of(state, at);
        }
        (Some(Over::Drafts { at, .. }), Action::Open) => {
            let at = *at;
            super::editor::open_at(state, at);
        }
        (Some(Over::Drafts { at, asks }), Action::Decide(Decide::Discard)) => {
            let (at, asked) = (*at, std::mem::replace(asks, true));
            if asked {
                super::editor::discard_at(state, at, effects);
            }
        }
        (Some(Over::Drafts { at, asks }), _) => {
            (*at, *asks) = (step(*at, last), false);
        }
        (Some(Over::Edits { at } | Over::History { at }), _) => *at = step(*at, last),
        (Some(Over::Help { scroll } | Over::Notices { scroll } | Over::Raw { scroll, .. }), _) => {
            *scroll = step(*scroll, last);
        }
        _ => {}
    }
}

/// The last line that one can go to.
fn last(state: &State) -> usize {
    let Some(over) = &state.over else { return 0 };
    match over {
        Over::Requests { .. } => state.requests.newest_first().len().saturating_sub(1),
        Over::Edits { .. } => state.edits.len().saturating_sub(1),
        Over::Drafts { .. } => state.memory.drafts.len().saturating_sub(1),
        Over::Batch { .. } => {
            state.batch.as_ref().map_or(0, |batch| batch.rows.len().saturating_sub(1))
        }
        Over::History { .. } => state.history.newest_first().len().saturating_sub(1),
        _ => {
            let inner = over.inner(&state.layout);
            let lines = state.over_lines(inner.width).len();
            lines.saturating_sub(usize::from(inner.height))
        }
    }
}

/// The records that are shown as they came may have come anew.
pub(super) fn follow_records(state: &mut State) {
    if matches!(state.over, Some(Over::Raw { .. })) {
        let read = state.raw();
        if let Some(Over::Raw { parts, .. }) = &mut state.over {
            *parts = read;
        }
    }
}

/// Asks for a key, because of this.
pub(super) fn show_key(state: &mut State, why: String) {
    state.key_waits = None;
    state.over = Some(Over::Key { field: Field::default(), why });
}

/// Asks for a key that was needed while somebody typed, when nobody does any more.
pub(super) fn show_key_that_waits(state: &mut State) {
    if state.over.is_none()
        && !state.is_typing()
        && let Some(why) = state.key_waits.take()
    {
        show_key(state, why);
    }
}

/// Shows the requests, the newest selected.
pub(super) fn show_requests(state: &mut State) {
    let selected = state.requests.newest_first().next().map(|request| request.id);
    state.over = Some(Over::Requests { selected });
}

/// The first request is selected when there was none before.
pub(super) fn follow_request(state: &mut State) {
    if matches!(state.over, Some(Over::Requests { selected: None })) {
        show_requests(state);
    }
}

/// The request that looks selected.
fn highlighted(state: &State) -> Option<&Request> {
    let Some(Over::Requests { selected }) = &state.over else { return None };
    state.requests.newest_first().nth(state.requests.place_of(*selected))
}

fn cancel(state: &mut State, effects: &mut Vec<Effect>) {
    match highlighted(state).map(|request| (request.id, request.is_open())) {
        Some((id, true)) => effects.push(Effect::CancelRequest(id)),
        Some((_, false)) => state.tell(Weight::Info, "this request is over"),
        None => state.tell(Weight::Info, "no request is selected"),
    }
}

/// Takes what was typed.
pub(super) fn accept(state: &mut State, effects: &mut Vec<Effect>) {
    match state.over.take() {
        Some(Over::Key { field, why }) => {
            let typed = field.text().trim().to_owned();
            if typed.is_empty() {
                state.over = Some(Over::Key { field, why });
                return needs(state, "a key is needed");
            }
            state.locked = None;
            state.forgive(|_| true);
            effects.push(Effect::UseKey(Key::new(typed)));
        }
        Some(Over::SaveView { field, taken }) => {
            name_view(state, field, taken.as_deref(), effects);
        }
        other => state.over = other,
    }
}

/// Keeps the view under the name that was typed. One of that name is replaced
/// when that was told once.
fn name_view(state: &mut State, field: Field, taken: Option<&str>, effects: &mut Vec<Effect>) {
    let name = crate::text::sanitize(field.text().trim()).into_owned();
    if name.is_empty() {
        state.over = Some(Over::SaveView { field: Field::default(), taken: None });
        return needs(state, "a view needs a name");
    }
    let is_taken = state.views.iter().any(|view| view.name == name);
    if is_taken && taken != Some(name.as_str()) {
        state.over = Some(Over::SaveView { field, taken: Some(name) });
        return;
    }
    if is_taken {
        state.tell(Weight::Info, format!("replaced {name}"));
    }
    super::find::save_view(state, name, effects);
}

/// Tells what is missing before it can be taken.
fn needs(state: &mut State, what: &str) {
    let told = format!("{what}; {} leaves it", state.key_of(Action::Edit(Edit::Leave)));
    state.tell(Weight::Info, told);
}

/// Leaves it as it was.
pub(super) fn leave(state: &mut State) {
    if matches!(state.over, Some(Over::Key { .. })) {
        let again = state.key_of(Action::Refresh);
        let told = format!("without a key nothing can be read; {again} asks again");
        state.tell(Weight::Warning, told);
    }
    state.over = None;
}
