//! Details read in the background, so that the time in the stage is known of
//! everybody: what was read before comes from the cache, the rest is asked for
//! while nobody wants anything else.
//!
//! `ask` calls `ask` when all that the screen needs is there. What comes is
//! learned and not kept: the shelf is for records that somebody looks at.

use std::collections::BTreeMap;

use super::request::{FetchRequest, fetch};
use crate::keymap::action::Pane;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::Urgency;
use crate::recruiting::table::Row;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::record_cache::RecordCache;
use crate::tui::app::request::Slot;
use crate::tui::app::state::{InFlight, State, WorkspaceStatus};
use crate::wire::{Candidate, CandidateId, JobId};

/// Details out at a time.
const FEW: usize = 2;
/// The same while somebody looks at the funnel, which is made of them.
const MORE: usize = 4;
/// So far the inbox is looked through for those who come next.
const AHEAD: usize = 200;

/// Asks the cache for the jobs that are looked at, once each.
pub(crate) fn recall(state: &mut State, effects: &mut Vec<Effect>) {
    if !matches!(state.workspace, WorkspaceStatus::Open(_)) {
        return;
    }
    let State { open, job, inbox, over, .. } = state;
    let queued = inbox.iter().flat_map(|inbox| inbox.jobs.iter().map(|group| &group.id));
    for id in job.iter().chain(queued).chain(funnel(over.as_ref())) {
        if let Some(open) = open.get_mut(id)
            && !std::mem::replace(&mut open.history_queue.is_recalled, true)
        {
            effects.push(Effect::Recall(id.clone()));
        }
    }
}

/// Asks for the next details, if nothing else is asked for.
pub(crate) fn ask(state: &mut State, effects: &mut Vec<Effect>) {
    let is_awaited = funnel(state.over.as_ref()).is_some();
    if !(state.rules.ageing || is_awaited) || state.paused_until.is_some() {
        return;
    }
    if state.asked.values().any(|asked| asked.urgency != Urgency::Idle) {
        return;
    }
    let most = if is_awaited { MORE } else { FEW };
    while state.asked.len() < most
        && let Some(id) = next(state)
    {
        fetch(
            state,
            FetchRequest { slot: Slot::Candidate(id), limit: 1, urgency: Urgency::Idle },
            effects,
        );
    }
}

/// The details of a candidate will not come.
pub(crate) fn failed(state: &mut State, id: &CandidateId, failure: &Failure) {
    for open in state.open.values_mut() {
        if let Some(row) = open.list.roll.rows.find(id.as_str()) {
            open.history_queue.record_failure(row, failure);
        }
    }
}

fn funnel(over: Option<&Dialog>) -> Option<&JobId> {
    match over {
        Some(Dialog::Funnel(funnel)) => Some(&funnel.job),
        _ => None,
    }
}

/// Whose details are read next: of the funnel that is open; those on the screen;
/// the rest of the job; in the inbox those who come next, and then all of it.
fn next(state: &mut State) -> Option<CandidateId> {
    let mut jobs: Vec<JobId> = funnel(state.over.as_ref()).into_iter().cloned().collect();
    if jobs.is_empty() {
        if let Some(id) = seen(state) {
            return Some(id);
        }
        match &state.inbox {
            Some(inbox) => jobs.extend(inbox.jobs.iter().map(|group| group.id.clone())),
            None => jobs.extend(state.job.clone()),
        }
    }
    let State { open, rules, asked, candidates, clock, .. } = state;
    let limits = &rules.limits;
    let is_free = |id: &CandidateId| is_free(asked, candidates, id);
    jobs.iter().find_map(|job| open.get_mut(job)?.next_unread(limits, clock.date, is_free))
}

/// The first on the screen, or soon on the card.
fn seen(state: &State) -> Option<CandidateId> {
    if let Some(inbox) = &state.inbox {
        let items = inbox.items.iter().skip(inbox.at).take(AHEAD);
        let mut rows = items
            .filter_map(|item| Some((state.open.get(&inbox.jobs.get(item.job)?.id)?, item.row)));
        return rows.find_map(|(open, row)| wanted(state, open, row));
    }
    let open = state.opened()?;
    let area = state.layout.pane(Pane::Candidates)?;
    let mut rows: Box<dyn Iterator<Item = Row>> = if state.layout.board {
        let columns = open.board.shown(area.body);
        let room = crate::tui::features::board::state::Board::room(area.body);
        Box::new(
            columns
                .into_iter()
                .filter_map(|(at, _)| open.board.columns.get(at))
                .flat_map(move |column| column.rows.iter().skip(column.top).take(room).copied()),
        )
    } else {
        Box::new(open.list.window().filter_map(|index| open.list.at(index)))
    };
    rows.find_map(|row| wanted(state, open, row))
}

fn wanted(state: &State, open: &OpenJob, row: Row) -> Option<CandidateId> {
    if open.history_queue.is_idle() || !open.is_unread(row) {
        return None;
    }
    let id = CandidateId::from(open.list.roll.rows.id(row));
    is_free(&state.asked, &state.candidates, &id).then_some(id)
}

/// Whether nobody asked for a record yet, or was told that it cannot be had.
fn is_free(
    asked: &BTreeMap<Slot, InFlight>,
    shelf: &RecordCache<CandidateId, Candidate>,
    id: &CandidateId,
) -> bool {
    let failed = shelf.get(id).is_some_and(|loaded| loaded.failure.is_some());
    !failed && !asked.contains_key(&Slot::Candidate(id.clone()))
}
