//! Opens and closes the inbox, and chooses the jobs it covers.

use super::jobs::view_of;
use super::queue;
use super::state::{Inbox, InboxPosition, InboxScope};
use crate::config::{SavedView, ViewPane};
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::text_input::{InputKind, TextInput};
use crate::wire::JobId;

/// Opens the inbox over the marked jobs, else at the stored position, else over all open jobs.
pub(crate) fn open(state: &mut State) {
    let stored = state.inbox_position.clone();
    let scope = marked_scope(state);
    let position = match (scope, stored) {
        (Some(scope), Some(stored)) if stored.scope != scope => {
            InboxPosition { scope, candidate: None, ..stored }
        }
        (Some(scope), None) => InboxPosition { scope, ..InboxPosition::default() },
        (_, stored) => stored.unwrap_or_default(),
    };
    let filter = view_of(state, &position.scope).filter(|view| view.pane == ViewPane::Candidates);
    let filter =
        filter.map(|view| TextInput::new(&view.filter, InputKind::Line)).unwrap_or_default();
    let is_narrow = position.scope != InboxScope::Open && state.jobs.marks.is_empty();
    state.inbox = Some(Box::new(Inbox {
        scope: position.scope,
        order: position.order,
        side: position.side,
        blind: position.blind,
        resume_at: position.candidate,
        filter,
        opened_at: Some(state.clock.date),
        ..Inbox::default()
    }));
    (state.fetching.cursor_rests_at, state.fetching.rapid_steps) = (None, 0);
    queue::rebuild(state);
    if is_narrow {
        let description = describe_scope(state);
        let message = format!(
            "The inbox shows {description}, as you left it; `inbox` in the palette shows all"
        );
        state.notify(Severity::Info, message);
    }
}

fn marked_scope(state: &State) -> Option<InboxScope> {
    let rows = &state.jobs.pages.rows;
    let ids: Vec<JobId> = state.jobs.marks.iter().map(|row| rows.id(*row).clone()).collect();
    (!ids.is_empty()).then_some(InboxScope::Jobs(ids))
}

/// Switches to the marked jobs, else to all open jobs.
pub(crate) fn widen(state: &mut State) {
    let scope = marked_scope(state).unwrap_or_default();
    set_scope(state, scope, "");
}

pub(crate) fn use_view(state: &mut State, view: &SavedView) {
    let filter = if view.pane == ViewPane::Jobs { "" } else { &view.filter };
    set_scope(state, InboxScope::View(view.name.clone()), filter);
}

fn set_scope(state: &mut State, scope: InboxScope, filter: &str) {
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    inbox.scope = scope;
    inbox.filter.set(filter);
    (inbox.has_moved, inbox.resume_at, inbox.origin) = (false, None, None);
    queue::rebuild(state);
    let message = format!("The inbox shows {}", describe_scope(state));
    state.notify(Severity::Info, message);
}

fn describe_scope(state: &State) -> String {
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
    store_position(state, effects);
    state.inbox = None;
    (state.fetching.cursor_rests_at, state.fetching.rapid_steps) = (None, 0);
}

/// Takes the position of the last session. An inbox that is open already moves there, unless the
/// user moved first.
pub(crate) fn restore_position(state: &mut State, position: Option<InboxPosition>) {
    if let Some(inbox) = state.inbox.as_deref_mut().filter(|inbox| !inbox.has_moved)
        && let Some(position) =
            position.as_ref().filter(|position| position.scope == inbox.scope).cloned()
    {
        inbox.resume_at = position.candidate;
        (inbox.order, inbox.side, inbox.blind) = (position.order, position.side, position.blind);
    }
    state.inbox_position = position;
    queue::schedule_rebuild(state);
}

/// Runs after every message: stores the position once the selection rests.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    if state.is_selection_at_rest() {
        store_position(state, effects);
    }
}

/// Stores the position if it changed.
pub(crate) fn store_position(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(position) = position(state) else { return };
    if state.local_data.is_restored && state.inbox_position.as_ref() != Some(&position) {
        state.inbox_position = Some(position.clone());
        effects.push(Effect::Storage(StorageEffect::SaveInboxPosition(position)));
    }
}

/// Takes the current position as the stored one, for a caller that stores it with something else.
pub(crate) fn update_position(state: &mut State) -> Option<InboxPosition> {
    let position = position(state)?;
    state.inbox_position = Some(position.clone());
    Some(position)
}

/// The current position; `None` while the inbox is closed.
fn position(state: &State) -> Option<InboxPosition> {
    let inbox = state.inbox.as_deref()?;
    let selected = || state.selected().map(|(candidate, _)| candidate);
    Some(InboxPosition {
        scope: inbox.scope.clone(),
        order: inbox.order,
        side: inbox.side,
        // A filter is temporary: the next session starts where the user was before it.
        candidate: inbox.origin.clone().or_else(|| inbox.resume_at.clone()).or_else(selected),
        blind: inbox.blind,
    })
}
