//! Whether the server can be reached, how long to wait for it, and the API key.
//!
//! Called wherever a response or a failure arrives. The banner and the fetch
//! planner read the result from the state.

pub(crate) mod status;

use std::time::Duration;

use super::clock::Moment;
use super::dialog::Dialog;
use super::follow_up::FollowUp;
use super::state::{State, WorkspaceStatus};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::text_input::TextInput;
use status::Offline;

const FIRST_PROBE: Duration = Duration::from_secs(2);
const MAX_PROBE: Duration = Duration::from_secs(15);

/// The pause before the server's own `Retry-After` arrives in a separate message.
const UNKNOWN_PAUSE: Duration = Duration::from_secs(1);

/// The pause for a server that is busy and names no time.
const DEFAULT_PAUSE: Duration = Duration::from_secs(10);

/// A longer pause is shown with its end instead of a countdown.
pub(crate) const MAX_COUNTDOWN: Duration = Duration::from_mins(2);

/// The server responded: the connection works.
pub(crate) fn mark_online(state: &mut State) {
    state.connection.answered_at = Some(state.clock.moment);
    if state.connection.offline.take_if(|offline| offline.probe_at.is_some()).is_some() {
        state.notify(Severity::Info, "The server answers again");
        state.follow_up(FollowUp::OfferWaiting);
        state.clear_failures(|failure| {
            matches!(failure.kind, FailureKind::Network | FailureKind::Timeout)
        });
    }
}

/// Applies what a failure means for all requests: offline, paused or without a key. `since` is when
/// a read was sent.
pub(crate) fn record_failure(state: &mut State, failure: &Failure, since: Option<Moment>) {
    let has_answered_since = since.is_none_or(|since| state.connection.answered_at >= Some(since));
    match failure.kind {
        // Other requests were answered meanwhile: only this one is slow.
        FailureKind::Timeout if state.connection.offline.is_none() && has_answered_since => {}
        FailureKind::Timeout | FailureKind::Network => mark_offline(state, failure),
        FailureKind::Cancelled => {
            // The user cancelled the probe: wait for the next one.
            if let Some(Offline { probe_at: Some(at), wait, .. }) = &mut state.connection.offline {
                *at = state.clock.moment.after(*wait);
            }
        }
        // Not sent at all.
        FailureKind::Offline => {}
        // Any other failure is a response: the server can be reached.
        kind => {
            mark_online(state);
            match kind {
                FailureKind::Busy if state.connection.paused_until.is_none() => {
                    state.connection.paused_until = Some(state.clock.moment.after(DEFAULT_PAUSE));
                }
                FailureKind::RateLimited if state.connection.paused_until.is_none() => {
                    state.connection.paused_until = Some(state.clock.moment.after(UNKNOWN_PAUSE));
                }
                // The first rejection says more than the requests that were held back after it.
                FailureKind::InvalidKey if state.connection.locked.is_none() => {
                    require_key(state, failure.message.clone());
                }
                _ => {}
            }
        }
    }
}

/// The server asked for a pause. A longer one that is running stays.
pub(crate) fn pause(state: &mut State, pause: Duration) {
    let until = state.clock.moment.after(pause);
    state.connection.paused_until = state.connection.paused_until.max(Some(until));
}

fn mark_offline(state: &mut State, failure: &Failure) {
    let now = state.clock.moment;
    let (since, wait) = match &state.connection.offline {
        // Requests that were in flight together fail for the same reason.
        Some(offline) if offline.probe_at.is_none_or(|at| now < at) => return,
        // The probe has waited long enough for an answer.
        Some(offline) if failure.kind == FailureKind::Timeout => (offline.since, FIRST_PROBE),
        Some(offline) => (offline.since, (offline.wait * 2).min(MAX_PROBE)),
        None => (state.clock.date, FIRST_PROBE),
    };
    let (failure, probe_at) = (failure.clone(), Some(now.after(wait)));
    state.connection.offline = Some(Offline { since, failure, probe_at, wait });
}

/// The user chose to send nothing.
pub(crate) fn stay_offline(state: &mut State) {
    let failure = Failure::new(FailureKind::Offline, "--offline was given");
    let (since, wait) = (state.clock.date, Duration::ZERO);
    state.connection.offline = Some(Offline { since, failure, probe_at: None, wait });
}

/// Stops all requests and prompts for a key. While the user is typing the prompt
/// waits, or the rest of the word would end up in it.
pub(crate) fn require_key(state: &mut State, why: String) {
    state.connection.locked = Some(why.clone());
    if matches!(state.workspace, WorkspaceStatus::Opening(_)) {
        state.workspace = WorkspaceStatus::Opening("Waiting for the API key".to_owned());
    }
    if is_key_prompt_open(state) {
        return;
    }
    if state.is_typing() {
        state.connection.deferred_key_prompt = Some(why);
    } else {
        show_key_prompt(state, why);
    }
}

/// Opens the prompt over the other dialogs, which come back when it closes.
pub(crate) fn show_key_prompt(state: &mut State, why: String) {
    state.connection.deferred_key_prompt = None;
    if !is_key_prompt_open(state) {
        state.dialogs.push(Dialog::Key { field: TextInput::default(), why });
    }
}

const fn is_key_prompt_open(state: &State) -> bool {
    matches!(state.dialogs.top(), Some(Dialog::Key { .. }))
}

/// Opens the prompt that had to wait until the user stopped typing.
pub(crate) fn show_deferred_key_prompt(state: &mut State) {
    if state.dialogs.is_empty()
        && !state.is_typing()
        && let Some(why) = state.connection.deferred_key_prompt.take()
    {
        show_key_prompt(state, why);
    }
}
