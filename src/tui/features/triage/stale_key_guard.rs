//! A queue that changes by itself: nobody is decided on who was not meant.
//!
//! Until somebody moved, the first of the queue is shown, and lists that are still
//! being read may bring another first. Whoever has been on the screen for a while
//! stays there; when another card comes by itself, a key that was on its way to the
//! one before is not taken.

use std::time::Duration;

use crate::keymap::action::TriageAction;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::moved;
use crate::tui::features::inbox::queue;
use crate::tui::features::messages::state::Severity;

/// A key was meant for what was on the screen so long ago.
const AIM: Duration = Duration::from_millis(700);
/// Whoever was shown for so long stays.
const PINNED: Duration = Duration::from_secs(1);

/// Makes the queue anew when it is time, or another day.
pub(crate) fn remake(state: &mut State) {
    let now = state.clock;
    let today = now.date.to_utc().with_timezone(&now.zone).date_naive();
    let Some(inbox) = state.inbox.as_deref_mut() else { return };
    let is_other_day = inbox.day.replace(today).is_some_and(|day| day != today);
    if !is_other_day && inbox.stale.is_none_or(|at| at > now.moment) {
        return;
    }
    let is_shown_long = inbox.shown_at.is_some_and(|at| now.moment.since(at) >= PINNED);
    inbox.touched |= is_shown_long && inbox.heading_for.is_none() && !inbox.items.is_empty();
    let shown = |state: &State| state.selected().map(|(candidate, _)| candidate);
    let before = shown(state);
    queue::make(state);
    let after = shown(state);
    if before == after {
        return;
    }
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.shown_at = Some(now.moment);
        // Whoever types a filter expects others.
        let is_unexpected = before.is_some() && !inbox.filtering;
        inbox.slid = if is_unexpected { Some(now.moment) } else { inbox.slid };
    }
    moved(state);
}

/// Whether something cannot be done to whoever is shown, because they came by
/// themselves just now. It is told.
pub(crate) fn refuses(state: &mut State, wish: TriageAction) -> bool {
    use crate::keymap::action::TriageAction::{Give, Note, Snooze, Star, Tags};
    let Some(inbox) = state.inbox.as_deref() else { return false };
    if !matches!(wish, Give(_) | Note | Snooze | Star | Tags) {
        return false;
    }
    let is_over = matches!(wish, Give(_)) && inbox.over_at.is_some() && inbox.waiting() == 0;
    let told = if is_over {
        "nobody waits any more: u takes the last one back, k goes to them"
    } else if inbox.heading_for.is_some() && !inbox.touched {
        "where you were is still being read; j or k stays here"
    } else if inbox.slid.is_some_and(|at| state.clock.moment.since(at) < AIM) {
        "another card came just now; look, and press it again"
    } else {
        return false;
    };
    state.tell(Severity::Warning, told);
    true
}
