//! Opens and closes the inbox, and chooses the jobs it covers.

use super::jobs::view_of;
use super::queue;
use super::state::{Inbox, InboxPosition, InboxScope};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::saved_views::state::SavedView;
use crate::tui::features::triage::transaction::position;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::JobId;

/// Opens the inbox over the marked jobs, else at the stored position, else over all open jobs.
pub(crate) fn open(state: &mut State) {
    let left = state.memory.place.clone();
    let scope = marked(state);
    let place = match (scope, left) {
        (Some(scope), Some(left)) if left.scope != scope => {
            InboxPosition { scope, candidate: None, ..left }
        }
        (Some(scope), None) => InboxPosition { scope, ..InboxPosition::default() },
        (_, left) => left.unwrap_or_default(),
    };
    let filter = view_of(state, &place.scope).filter(|view| !view.over_jobs);
    let filter = filter.map(|view| TextInput::of(&view.filter)).unwrap_or_default();
    let is_narrow = place.scope != InboxScope::Open && state.jobs.marks.is_empty();
    state.inbox = Some(Box::new(Inbox {
        scope: place.scope,
        order: place.order,
        side: place.side,
        blind: place.blind,
        heading_for: place.candidate,
        filter,
        since: Some(state.clock.date),
        ..Inbox::default()
    }));
    state.filtering = None;
    (state.rests_at, state.strides) = (None, 0);
    queue::make(state);
    if is_narrow {
        let told = told(state);
        let told = format!("the inbox is over {told}, as you left it; `inbox` in the palette: all");
        state.tell(Severity::Info, told);
    }
}

fn marked(state: &State) -> Option<InboxScope> {
    let rows = &state.jobs.roll.rows;
    let ids: Vec<JobId> = state.jobs.marks.iter().map(|row| rows.id(*row).clone()).collect();
    (!ids.is_empty()).then_some(InboxScope::Jobs(ids))
}

/// Switches to the marked jobs, else to all open jobs.
pub(crate) fn widen(state: &mut State) {
    let scope = marked(state).unwrap_or_default();
    rescope(state, scope, "");
}

pub(crate) fn use_view(state: &mut State, view: &SavedView) {
    let filter = if view.over_jobs { "" } else { &view.filter };
    rescope(state, InboxScope::View(view.name.clone()), filter);
}

fn rescope(state: &mut State, scope: InboxScope, filter: &str) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.scope = scope;
    inbox.filter.set(filter);
    (inbox.touched, inbox.heading_for, inbox.origin) = (false, None, None);
    queue::make(state);
    let told = format!("the inbox is over {}", told(state));
    state.tell(Severity::Info, told);
}

fn told(state: &State) -> String {
    let Some(inbox) = state.inbox.as_deref() else { return String::new() };
    match (&inbox.scope, inbox.jobs.as_slice()) {
        (InboxScope::Open, _) => "all open jobs".to_owned(),
        (InboxScope::View(name), _) => format!("the view {name}"),
        (InboxScope::Jobs(_), [job]) => job.name.clone(),
        (InboxScope::Jobs(_), jobs) => format!("{} jobs", jobs.len()),
    }
}

/// Closes the inbox, if it is open; the next time it opens at the same position.
pub(crate) fn close(state: &mut State, effects: &mut Vec<Effect>) {
    if state.inbox.is_none() {
        return;
    }
    keep_place(state, effects);
    state.inbox = None;
    (state.rests_at, state.strides) = (None, 0);
}

/// Stores the position if it changed.
pub(crate) fn keep_place(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    let place = position(state, inbox);
    if state.drafting.remembers && state.memory.place.as_ref() != Some(&place) {
        state.memory.place = Some(place.clone());
        effects.push(Effect::KeepPlace(place));
    }
}

/// Stores the reasons given with verdicts, whether the inbox is open or not.
pub(crate) fn keep_sticky(state: &mut State, effects: &mut Vec<Effect>) {
    if state.inbox.is_some() {
        return keep_place(state, effects);
    }
    let left = state.memory.place.clone().unwrap_or_default();
    let place = InboxPosition { sticky: state.deciding.sticky.clone(), ..left };
    if state.drafting.remembers {
        state.memory.place = Some(place.clone());
        effects.push(Effect::KeepPlace(place));
    }
}
