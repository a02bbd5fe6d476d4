//! Whether the server can be reached, how long to wait for it, and the API key.
//!
//! Called wherever a response or a failure arrives. The banner and the fetch
//! planner read the result from the state.

pub(crate) mod status;

use std::time::Duration;

use super::dialog::Dialog;
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

/// The server responded: the connection works.
pub(crate) fn mark_online(state: &mut State) {
    if state.connection.offline.take().is_some() {
        state.notify(Severity::Info, "the server answers again");
        state.clear_failures(|failure| failure.kind == FailureKind::Network);
    }
}

/// Applies what a failure means for all requests: offline, paused or without a key.
pub(crate) fn record_failure(state: &mut State, failure: &Failure) {
    match failure.kind {
        // A single timeout does not mean that the server is unreachable.
        FailureKind::Timeout if state.connection.offline.is_none() => {}
        FailureKind::Timeout | FailureKind::Network => mark_offline(state, failure),
        FailureKind::Cancelled => {
            // The user cancelled the probe: wait for the next one.
            if let Some(offline) = &mut state.connection.offline {
                offline.probe_at = state.clock.moment.after(offline.wait);
            }
        }
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
                FailureKind::InvalidKey => require_key(state, failure.message.clone()),
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
        Some(offline) if now < offline.probe_at => return,
        Some(offline) => (offline.since, (offline.wait * 2).min(MAX_PROBE)),
        None => (state.clock.date, FIRST_PROBE),
    };
    let (failure, probe_at) = (failure.clone(), now.after(wait));
    state.connection.offline = Some(Offline { since, failure, probe_at, wait });
}

/// Stops all requests and prompts for a key. While the user is typing the prompt
/// waits, or the rest of the word would end up in it.
pub(crate) fn require_key(state: &mut State, why: String) {
    state.connection.locked = Some(why.clone());
    if matches!(state.workspace, WorkspaceStatus::Opening(_)) {
        state.workspace = WorkspaceStatus::Opening("it waits for the key".to_owned());
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
