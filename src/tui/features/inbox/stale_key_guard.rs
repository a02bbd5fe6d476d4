//! Rejects triage keys that the user meant for the previous card.
//!
//! Until the user moves, the inbox shows the first candidate of a queue that grows while lists
//! load, so another card may appear by itself. A card that has been visible for [`PIN_DELAY`]
//! stays; after a card was replaced, triage keys are refused for [`REACTION_TIME`].

use std::time::Duration;

use super::queue;
use crate::keymap::action::{Action, TriageAction};
use crate::tui::app::clock::Moment;
use crate::tui::app::list::tasks::note_cursor_jump;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// A key pressed this soon after another card appeared was meant for the card before.
const REACTION_TIME: Duration = Duration::from_millis(700);
const PIN_DELAY: Duration = Duration::from_secs(1);

/// Rebuilds the queue when it is due, or when the day changes.
pub(crate) fn rebuild_queue(state: &mut State) {
    let now = state.clock;
    let today = now.today();
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_other_day = inbox.day.replace(today).is_some_and(|day| day != today);
    if !is_other_day && inbox.rebuild_at.is_none_or(|at| at > now.moment) {
        return;
    }
    let is_pinned = inbox.visible_since.is_some_and(|at| now.moment.since(at) >= PIN_DELAY);
    inbox.has_moved |= is_pinned && inbox.resume_at.is_none() && !inbox.items.is_empty();
    let selected = |state: &State| state.selected().map(|(candidate, _)| candidate);
    let before = selected(state);
    queue::rebuild(state);
    if before == selected(state) {
        return;
    }
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.visible_since = Some(now.moment);
        // A change is expected while a filter is typed.
        let is_unexpected = before.is_some() && !inbox.filtering;
        inbox.replaced_at = if is_unexpected { Some(now.moment) } else { inbox.replaced_at };
    }
    note_cursor_jump(state);
}

/// Until when verdicts are refused, since another card just appeared.
pub(crate) fn refuses_until(state: &State) -> Option<Moment> {
    let until = state.inbox.as_deref()?.replaced_at?.after(REACTION_TIME);
    (until > state.clock.moment).then_some(until)
}

/// Returns true, and tells the user, if the action may be meant for another candidate.
pub(crate) fn refuse_stale_key(state: &mut State, action: TriageAction) -> bool {
    use TriageAction::{
        DeclineWithReason, Give, MoveStage, Note, RepeatReason, Snooze, Star, Tags,
    };
    let Some(inbox) = state.inbox.as_deref() else { return false };
    let is_verdict = matches!(action, Give(_) | DeclineWithReason | RepeatReason);
    if !is_verdict && !matches!(action, MoveStage | Note | Snooze | Star | Tags) {
        return false;
    }
    let is_finished = is_verdict && inbox.finished_at.is_some() && inbox.waiting() == 0;
    let key = |action| state.key_of(action);
    let message = if is_finished {
        let (undo, up) = (key(Action::Undo), key(Action::Up));
        format!(
            "The queue is done: {undo} undoes the last verdict, {up} goes back to the candidate"
        )
    } else if inbox.resume_at.is_some() && !inbox.has_moved {
        let (down, up) = (key(Action::Down), key(Action::Up));
        format!("Loading the candidate where you stopped; press {down} or {up} to stay here")
    } else if inbox.replaced_at.is_some_and(|at| state.clock.moment.since(at) < REACTION_TIME) {
        "The card just changed; look at it and press the key again".to_owned()
    } else {
        return false;
    };
    state.notify(Severity::Warning, message);
    true
}
