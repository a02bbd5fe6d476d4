//! Starts a sync when it is due and the screen has what it needs, and reports what it brought.

use std::time::Duration;

use super::state::{SyncFailure, SyncSummary};
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::recruiting::paging::Urgency;
use crate::tui::app::clock::Moment;
use crate::tui::app::effect::{Effect, HttpEffect};
use crate::tui::app::request::Slot;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::tui::features::messages::state::Severity;

/// Another window syncs: this one follows what it writes, and takes the rows without reading them
/// again when it has ended.
const BUSY_DELAY: Duration = Duration::from_secs(5);

/// The local data is read: the first sync may begin.
pub(crate) fn set_settings(state: &mut State, settings: MirrorSettings) {
    if settings.keeps_lists() {
        state.sync.settings = Some(settings);
        state.sync.fresh_since = Some(state.clock.date);
        state.sync.next_at = settings.sync.map(|_| state.clock.moment);
    }
}

/// Starts the sync that is due, once nothing on the screen is loading.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    let is_due = state.sync.wakes_at().is_some_and(|at| at <= state.clock.moment);
    if !is_due || is_loading(state) || !state.can_sync() {
        return;
    }
    if state.sync.begun_at.is_some() && !state.sync.is_screen_fresh {
        // The sync begins when these lists are read: two walks over a list would disturb each other.
        return refresh_screen(state);
    }
    start(state, effects);
}

impl State {
    /// Whether the server can be asked.
    pub(crate) const fn can_sync(&self) -> bool {
        let connection = &self.connection;
        matches!(self.workspace, WorkspaceStatus::Open(_))
            && connection.offline.is_none()
            && connection.locked.is_none()
            && connection.paused_until.is_none()
    }

    /// When the program wakes up for the next sync.
    pub(crate) fn next_sync_at(&self) -> Option<Moment> {
        self.sync.wakes_at().filter(|_| self.can_sync())
    }
}

/// Whether anything on the screen, or a list, is being read.
fn is_loading(state: &State) -> bool {
    state.fetching.in_flight.iter().any(|(slot, in_flight)| {
        in_flight.urgency != Urgency::Idle
            || matches!(slot, Slot::Jobs(_) | Slot::CandidatePage(..))
    })
}

/// The lists on the screen are read again, first.
fn refresh_screen(state: &mut State) {
    state.sync.is_screen_fresh = true;
    state.jobs.pages.refresh();
    if let Some(open) = state.open_job_mut() {
        open.list.pages.refresh();
    }
}

fn start(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(settings) = state.sync.settings else { return };
    // What this session has read since the last sync is not read again.
    let fresh_since = state.sync.fresh_since.unwrap_or(state.clock.date);
    state.sync.is_running = true;
    state.sync.is_screen_fresh = false;
    state.sync.begun_at = Some(state.clock.date);
    let records = settings.keeps_records();
    effects.push(Effect::Http(HttpEffect::Sync { records, fresh_since }));
}

/// The user asks for a sync.
pub(crate) fn run(state: &mut State) {
    if state.sync.settings.is_none() {
        let text = "Cannot sync: the cache is off (`cache = \"off\"` or --no-cache)";
        return state.notify(Severity::Warning, text);
    }
    if state.sync.is_running || state.sync.is_requested {
        return state.notify(Severity::Info, "The sync is already running");
    }
    if !state.can_sync() {
        let connection = &state.connection;
        let why = if let Some(reason) = connection.offline_reason() {
            reason
        } else if connection.locked.is_some() {
            "an API key is needed"
        } else if connection.paused_until.is_some() {
            "the server asked for a pause"
        } else {
            "the server cannot be reached"
        };
        return state.notify(Severity::Warning, format!("Cannot sync: {why}"));
    }
    refresh_screen(state);
    state.sync.next_at = Some(state.clock.moment);
    state.sync.is_requested = true;
    state.notify(Severity::Info, "Syncing in the background");
}

pub(crate) fn finish(state: &mut State, result: Result<SyncSummary, SyncFailure>) {
    state.sync.is_running = false;
    let is_requested = std::mem::take(&mut state.sync.is_requested);
    let interval = state.sync.settings.and_then(|settings| settings.sync);
    let is_busy = matches!(result, Err(SyncFailure::Busy));
    let delay = interval.map(|interval| if is_busy { interval.min(BUSY_DELAY) } else { interval });
    state.sync.next_at = delay.map(|delay| state.clock.moment.after(delay));
    match result {
        Ok(summary) => {
            state.sync.fresh_since = state.sync.begun_at;
            report(state, &summary, is_requested);
        }
        Err(SyncFailure::Busy) if is_requested => {
            state.notify(Severity::Info, "Another window or command is syncing already");
        }
        Err(SyncFailure::Failed(why)) if is_requested => {
            state.notify(Severity::Warning, format!("The sync stopped: {why}"));
        }
        Err(_) => {}
    }
}

fn report(state: &mut State, summary: &SyncSummary, is_requested: bool) {
    state.sync.coverage = Some(summary.coverage);
    if summary.is_reset {
        let text = "The server's data was replaced. The copy on this machine was reset; your verdicts and notes are kept";
        state.notify(Severity::Warning, text);
    }
    let failures = match summary.failures {
        0 => String::new(),
        count => format!("; {count} could not be read"),
    };
    match summary.changes {
        0 if is_requested => state.notify(Severity::Info, format!("Synced: no changes{failures}")),
        0 => {}
        count => {
            let noun = if count == 1 { "change" } else { "changes" };
            state.notify(Severity::Info, format!("Synced: {count} {noun}{failures}"));
        }
    }
}
