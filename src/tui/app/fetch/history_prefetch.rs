//! Reads candidate records in the background, to learn when each candidate entered the stage.
//!
//! Records come from the cache first; the rest is requested while nothing else is in flight.
//! The dispatcher calls [`prefetch`] when the screen has everything it needs. Only the history is
//! kept: the record cache is for records on the screen.

use super::request::{FetchRequest, fetch};
use crate::keymap::action::Pane;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::Row;
use crate::tui::app::clock::Moment;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::{Effect, StorageEffect};
use crate::tui::app::fetch::state::FetchState;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::request::Slot;
use crate::tui::app::state::{State, WorkspaceStatus};
use crate::wire::{Candidate, CandidateId, JobId};

/// Background records in flight at the same time.
const MAX_IN_FLIGHT: usize = 2;
/// The same while the funnel is open, which is computed from them.
const MAX_IN_FLIGHT_FOR_FUNNEL: usize = 4;
/// How far ahead the inbox is searched for missing histories.
const HISTORY_LOOKAHEAD: usize = 200;

/// Loads the open jobs from the cache, once each.
pub(crate) fn load_cached(state: &mut State, effects: &mut Vec<Effect>) {
    if !matches!(state.workspace, WorkspaceStatus::Open(_)) {
        return;
    }
    let State { open, job, inbox, dialogs, .. } = state;
    let inbox_jobs = inbox.iter().flat_map(|inbox| inbox.jobs.iter().map(|group| &group.id));
    for id in job.iter().chain(inbox_jobs).chain(funnel_job(dialogs.top())) {
        if let Some(open) = open.get_mut(id)
            && !std::mem::replace(&mut open.history_queue.is_cache_requested, true)
        {
            effects.push(Effect::Storage(StorageEffect::LoadJob(id.clone())));
            effects.push(Effect::Storage(StorageEffect::LoadCachedCandidates(id.clone())));
        }
    }
}

pub(crate) fn prefetch(state: &mut State, effects: &mut Vec<Effect>) {
    let is_funnel_open = funnel_job(state.dialogs.top()).is_some();
    if !(state.rules.prefetch_histories || is_funnel_open)
        || state.connection.paused_until.is_some()
    {
        return;
    }
    if state.fetching.in_flight.values().any(|in_flight| in_flight.urgency != Urgency::Idle) {
        return;
    }
    let limit = if is_funnel_open { MAX_IN_FLIGHT_FOR_FUNNEL } else { MAX_IN_FLIGHT };
    while state.fetching.in_flight.len() < limit
        && let Some(id) = next(state)
    {
        fetch(state, FetchRequest::record(Slot::Candidate(id), Urgency::Idle), effects);
    }
}

pub(crate) fn record_failure(state: &mut State, id: &CandidateId, failure: &Failure) {
    for open in state.candidate_lists_mut() {
        if let Some(row) = open.list.pages.rows.find(id.as_str()) {
            open.history_queue.record_failure(row, failure);
        }
    }
}

fn funnel_job(dialog: Option<&Dialog>) -> Option<&JobId> {
    match dialog {
        Some(Dialog::Funnel(funnel)) => Some(&funnel.job),
        _ => None,
    }
}

/// In order: the open funnel, the rows on the screen, the rest of the job, the next cards of
/// the inbox, the rest of the inbox.
fn next(state: &mut State) -> Option<CandidateId> {
    let mut jobs: Vec<JobId> = funnel_job(state.dialogs.top()).into_iter().cloned().collect();
    if jobs.is_empty() {
        if let Some(id) = next_visible(state) {
            return Some(id);
        }
        match &state.inbox {
            Some(inbox) => jobs.extend(inbox.jobs.iter().map(|group| group.id.clone())),
            None => jobs.extend(state.job.clone()),
        }
    }
    let State { open, rules, fetching, candidates, clock, .. } = state;
    let limits = &rules.limits;
    let is_free = |id: &CandidateId| is_free(fetching, candidates, clock.moment, id);
    jobs.iter().find_map(|job| open.get_mut(job)?.next_unread(limits, clock.date, is_free))
}

/// The first visible row, or the next card.
fn next_visible(state: &State) -> Option<CandidateId> {
    if let Some(inbox) = &state.inbox {
        let items = inbox.items.iter().skip(inbox.at).take(HISTORY_LOOKAHEAD);
        let mut rows = items
            .filter_map(|item| Some((state.open.get(&inbox.jobs.get(item.job)?.id)?, item.row)));
        return rows.find_map(|(open, row)| unread_candidate(state, open, row));
    }
    let open = state.open_job()?;
    let area = state.layout.pane(Pane::Candidates)?;
    let mut rows: Box<dyn Iterator<Item = Row>> = if state.layout.board {
        let columns = open.board.visible_columns(area.body);
        let rows_per_column =
            crate::tui::features::board::state::Board::cards_per_column(area.body);
        Box::new(columns.into_iter().filter_map(|(at, _)| open.board.columns.get(at)).flat_map(
            move |column| column.rows.iter().skip(column.top).take(rows_per_column).copied(),
        ))
    } else {
        Box::new(open.list.window().filter_map(|index| open.list.at(index)))
    };
    rows.find_map(|row| unread_candidate(state, open, row))
}

fn unread_candidate(state: &State, open: &OpenJob, row: Row) -> Option<CandidateId> {
    if open.history_queue.is_idle() || !open.is_unread(row) {
        return None;
    }
    let id = CandidateId::from(open.list.pages.rows.id(row));
    is_free(&state.fetching, &state.candidates, state.clock.moment, &id).then_some(id)
}

/// Whether a record is neither in flight nor failed.
fn is_free(
    fetching: &FetchState,
    cache: &RecordCache<CandidateId, Candidate>,
    now: Moment,
    id: &CandidateId,
) -> bool {
    let slot = Slot::Candidate(id.clone());
    let has_failed = cache.get(id).is_some_and(|loaded| loaded.failure.is_some());
    !has_failed
        && !fetching.in_flight.contains_key(&slot)
        && !fetching.backoff.is_waiting(&slot, now)
}
