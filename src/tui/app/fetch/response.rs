//! Stores responses where they belong: in a list, an open job or the record cache.
//!
//! The dispatcher calls it for every `Message::Fetched`. A response with a stale ticket is
//! ignored. What a feature takes from a response is queued as a follow-up.

use super::{edited_person, history_prefetch, mirror, refresh_report};
use crate::keymap::action::Pane;
use crate::list_guard::StopReason;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::Urgency;
use crate::recruiting::paging::row_page::RowPage;
use crate::recruiting::table::store::RowStore;
use crate::recruiting::table::{CandidateTable, JobTable};
use crate::text::is_long;
use crate::tui::app::all_candidates;
use crate::tui::app::connection::{mark_online, record_failure};
use crate::tui::app::effect::{CachedRecord, Effect};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::ListChange;
use crate::tui::app::list::tasks::search_again;
use crate::tui::app::record_cache;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{Candidate, CandidateId, CandidateItem, JobId, Person, PersonId, Texts};

pub(crate) fn handle_response(
    state: &mut State,
    slot: &Slot,
    ticket: Ticket,
    outcome: Result<Answer, Failure>,
    effects: &mut Vec<Effect>,
) {
    let Some(in_flight) =
        state.fetching.in_flight.get(slot).copied().filter(|in_flight| in_flight.ticket == ticket)
    else {
        return; // a newer request replaced this one, or it was cancelled
    };
    state.fetching.in_flight.remove(slot);
    let is_idle = in_flight.urgency == Urgency::Idle;
    match outcome.and_then(|answer| check(state, slot, answer)) {
        Ok(answer) => {
            mark_online(state);
            state.fetching.backoff.reset(slot);
            store(state, slot, answer, is_idle, effects);
            refresh_report::finish(state);
        }
        Err(failure) => {
            record_failure(state, &failure, Some(in_flight.since));
            if failure.kind == FailureKind::NotFound {
                effects.extend(mirror::gone(slot));
            }
            state.fetching.backoff.record_failure(slot, failure.kind, state.clock.moment);
            match slot {
                Slot::Candidate(id) if is_idle => {
                    history_prefetch::record_failure(state, id, &failure);
                }
                Slot::Person(id) if is_idle => {
                    state.follow_up(FollowUp::ContactsFailed(id.clone(), failure));
                }
                _ => state.fail(slot, failure),
            }
        }
    }
}

/// Rejects the record of another candidate, person or job. The client has compared the id that was
/// requested; the row tells the rest.
fn check(state: &State, slot: &Slot, answer: Answer) -> Result<Answer, Failure> {
    if let (Slot::Candidate(id), Answer::Candidate(record)) = (slot, &answer) {
        let rows = state.candidate_lists().filter_map(|open| {
            Some(open.describe_mismatch(open.list.pages.rows.find(id.as_str())?, record))
        });
        // A candidate who left the list of one job may be in that of another.
        let mut mismatches = rows.collect::<Option<Vec<String>>>().unwrap_or_default();
        if let Some(mismatch) = mismatches.pop() {
            return Err(Failure::new(FailureKind::Unusable, &mismatch));
        }
    }
    Ok(answer)
}

fn store(state: &mut State, slot: &Slot, answer: Answer, is_idle: bool, effects: &mut Vec<Effect>) {
    let now = state.clock.date;
    match (slot, answer) {
        (Slot::Jobs(offset), Answer::Jobs(page)) => {
            let was_stopped = state.jobs.pages.stop_reason();
            let removed = state.jobs.apply_page(*offset, &page, (state.clock.moment, now)).removed;
            mirror::job_page(state, *offset, page, effects);
            report_stop(state, "jobs", was_stopped, state.jobs.pages.stop_reason());
            report_removed::<JobTable>(state, &removed);
            if state.jobs.pages.is_complete() {
                all_candidates::drop_jobs(state);
                search_again(state, Pane::Jobs, effects);
            }
        }
        (Slot::CandidatePage(job, offset), Answer::CandidatePage(page)) => {
            apply_candidate_page(state, job, *offset, &page, effects);
            mirror::candidate_page(state, job, *offset, page, effects);
        }
        (Slot::Job(job), Answer::Job(record)) => {
            let stored = (!record.any_text(&is_long)).then(|| record.clone());
            if let Some(open) = state.open.get_mut(job) {
                let is_first = !open.job.is_loaded();
                open.job.set(Ok(*record), now);
                open.board.invalidate();
                open.figures.invalidate();
                open.history_queue.reset();
                // Sort and filter go by the order and the flags of the stages.
                open.list.invalidate();
                if is_first {
                    open.list.begin_again();
                }
                open.find_recent(now);
            }
            effects.extend(stored.map(|job| Effect::cache(CachedRecord::Job(job))));
            all_candidates::feed_stages(state, job);
        }
        (Slot::Candidate(id), Answer::Candidate(record)) => {
            if !record.any_text(&is_long) {
                effects.push(Effect::cache(CachedRecord::Candidate(record.clone())));
            }
            apply_candidate(state, id, *record, is_idle);
        }
        (Slot::Person(id), Answer::Person(record)) => {
            apply_person(state, id, record, is_idle, effects);
        }
        (Slot::WholePerson(id), Answer::Person(record)) => {
            if edited_person(state) == Some(id) {
                state.people.entry(id).set_whole(*record, now);
            } else {
                state.people.entry(id).set(Ok(*record), now);
            }
            state.follow_up(FollowUp::DropVisibleDrafts(id.clone()));
        }
        _ => {}
    }
}

fn apply_person(
    state: &mut State,
    id: &PersonId,
    record: Box<Person>,
    is_idle: bool,
    effects: &mut Vec<Effect>,
) {
    let (now, has_long_text) = (state.clock.date, record.any_text(&is_long));
    if !has_long_text {
        effects.push(Effect::cache(CachedRecord::Person(record.clone())));
    }
    // The record cache is for records on the screen.
    if is_idle && state.people.get(id).is_none() {
        let known = record_cache::shorten(&*record).map_or(record, Box::new);
        state.follow_up(FollowUp::IndexContacts(known));
    } else {
        state.people.entry(id).set(Ok(*record), now);
        state.follow_up(FollowUp::DropVisibleDrafts(id.clone()));
    }
}

fn apply_candidate_page(
    state: &mut State,
    job: &JobId,
    offset: usize,
    page: &RowPage<CandidateItem>,
    effects: &mut Vec<Effect>,
) {
    let now = (state.clock.moment, state.clock.date);
    let State { open, candidates, jobs, .. } = state;
    let Some(open) = open.get_mut(job) else { return };
    if let Some(row) = jobs.pages.rows.find(job) {
        open.list.pages.rows.set_job(jobs.pages.rows.item(row).into());
    }
    let was_complete = open.list.pages.is_complete();
    let was_stopped = open.list.pages.stop_reason();
    let ListChange { changed, removed } = open.list.apply_page(offset, page, now);
    for row in changed {
        open.invalidate(row);
        let id = CandidateId::from(open.list.pages.rows.id(row));
        if candidates.get(&id).is_some() {
            candidates.entry(&id).expire();
        }
    }
    let loaded = page.rows.iter().map(|row| (row.id, row.person_id));
    open.apply_waiting(loaded);
    open.history_queue.reset();
    if !removed.is_empty() {
        open.sweep();
    }
    let complete = open.list.pages.is_complete();
    let stopped = open.list.pages.stop_reason();
    if complete {
        open.find_recent(now.1);
        open.history_queue.clear_failures();
    }
    // A removed row is detected only after the last page.
    let are_all_affected = !removed.is_empty() || complete != was_complete;
    if state.todo_counter.tracks(job) {
        let ids = || page.rows.iter().map(|row| row.id.into()).collect();
        let changed = (!are_all_affected).then(ids);
        state.follow_up(FollowUp::RecountTodo(job.clone(), changed));
    }
    all_candidates::feed_page(state, job, &page.rows, complete && are_all_affected);
    report_stop(state, "candidates", was_stopped, stopped);
    match removed.len() {
        0 => {}
        1 if state.is_blind() => {
            state.notify(Severity::Warning, "A candidate is no longer in the list");
        }
        count if state.is_blind() => {
            state
                .notify(Severity::Warning, format!("{count} candidates are no longer in the list"));
        }
        _ => report_removed::<CandidateTable>(state, &removed),
    }
    if complete && state.job.as_ref() == Some(job) {
        search_again(state, Pane::Candidates, effects);
    }
}

fn apply_candidate(state: &mut State, id: &CandidateId, record: Candidate, is_idle: bool) {
    for open in state.candidate_lists_mut() {
        if let Some(row) = open.list.pages.rows.find(id.as_str())
            && open.describe_mismatch(row, &record).is_none()
        {
            open.update_history(row, &record);
            open.history_queue.record_success();
        }
    }
    state.follow_up(FollowUp::HistoryChanged);
    // The record cache is for records on the screen.
    if is_idle && state.candidates.get(id).is_none() {
        return;
    }
    state.candidates.entry(id).set(Ok(record), state.clock.date);
}

/// Says why the rest of a list is not read, once.
fn report_stop(
    state: &mut State,
    what: &str,
    before: Option<StopReason>,
    after: Option<StopReason>,
) {
    if let Some(reason) = after.filter(|_| before.is_none()) {
        state.notify(Severity::Warning, format!("Stopped reading the {what}: {reason}"));
    }
}

fn report_removed<S: RowStore>(state: &mut State, removed: &[String]) {
    match removed {
        [] => {}
        [name] => state.notify(Severity::Warning, format!("{name} is no longer in the list")),
        [first, rest @ ..] if rest.len() < 3 => {
            let names = rest.iter().fold(first.clone(), |names, name| format!("{names}, {name}"));
            state.notify(Severity::Warning, format!("{names} are no longer in the list"));
        }
        [first, rest @ ..] => state.notify(
            Severity::Warning,
            format!("{first} and {} more {} are no longer in the list", rest.len(), S::PLURAL),
        ),
    }
}
