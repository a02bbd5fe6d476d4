//! Rejects triage keys that the user meant for the previous card.
//!
//! Until the user moves, the inbox shows the first candidate of a queue that grows while lists load, so
//! another card may appear by itself. A card that has been visible for `PINNED` stays; after a card was
//! replaced, triage keys are ignored for `AIM`.

use std::time::Duration;

use crate::keymap::action::{Action, TriageAction};
use crate::tui::app::state::State;
use crate::tui::app::update::lists::moved;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;

/// A key pressed this soon after another card appeared was meant for the card before.
const AIM: Duration = Duration::from_millis(700);
const PINNED: Duration = Duration::from_secs(1);

/// Rebuilds the queue when it is due, or when the day changes.
pub(crate) fn rebuild_queue(state: &mut State) {
    let now = state.clock;
    let today = now.date.to_utc().with_timezone(&now.zone).date_naive();
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_other_day = inbox.day.replace(today).is_some_and(|day| day != today);
    if !is_other_day && inbox.stale.is_none_or(|at| at > now.moment) {
        return;
    }
    let is_pinned = inbox.shown_at.is_some_and(|at| now.moment.since(at) >= PINNED);
    inbox.touched |= is_pinned && inbox.heading_for.is_none() && !inbox.items.is_empty();
    let selected = |state: &State| state.selected().map(|(candidate, _)| candidate);
    let before = selected(state);
    queue::make(state);
    if before == selected(state) {
        return;
    }
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.shown_at = Some(now.moment);
        // A change is expected while a filter is typed.
        let is_unexpected = before.is_some() && !inbox.filtering;
        inbox.slid = if is_unexpected { Some(now.moment) } else { inbox.slid };
    }
    moved(state);
}

/// Returns true, and tells the user, if the action may be meant for another candidate.
pub(crate) fn refuses(state: &mut State, action: TriageAction) -> bool {
    use TriageAction::{Give, Note, Snooze, Star, Tags};
    let Some(inbox) = state.inbox.as_deref() else { return false };
    if !matches!(action, Give(_) | Note | Snooze | Star | Tags) {
        return false;
    }
    let is_over = matches!(action, Give(_)) && inbox.over_at.is_some() && inbox.waiting() == 0;
    let key = |action| state.key_of(action);
    let message = if is_over {
        let (undo, up) = (key(Action::Undo), key(Action::Up));
        format!("nobody waits any more: {undo} takes the last one back, {up} goes to them")
    } else if inbox.heading_for.is_some() && !inbox.touched {
        let (down, up) = (key(Action::Down), key(Action::Up));
        format!("where you were is still being read; {down} or {up} stays here")
    } else if inbox.slid.is_some_and(|at| state.clock.moment.since(at) < AIM) {
        "another card came just now; look, and press it again".to_owned()
    } else {
        return false;
    };
    state.tell(Severity::Warning, message);
    true
}
