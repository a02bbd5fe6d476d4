//! Which requests the screen needs, compared with those in flight.
//!
//! [`reconcile`] runs after every message: sends missing requests, most urgent first and within the client's
//! limit, and cancels those that nothing on the screen needs. Background reads (`history_prefetch`,
//! the duplicates screen) follow only when it allows them.

pub(crate) mod backoff;
mod failures;
pub(crate) mod history_prefetch;
pub(crate) mod history_queue;
pub(crate) mod mirror;
pub(crate) mod refresh_report;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod state;
pub(crate) mod unread;
pub(crate) mod wanted;

use std::collections::BTreeSet;
use std::time::Duration;

use super::clock::Moment;
use super::effect::{Effect, StorageEffect};
use super::list::List;
use super::state::{State, WorkspaceStatus};
use crate::keymap::action::Pane;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::{PageRequest, Urgency};
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::request::Slot;
use crate::tui::features::todo::todo_counts::todo_jobs;
use crate::wire::{CandidateId, JobId, Person, PersonId, Timestamp};
use request::{FetchRequest, cancel, fetch};
use state::{FetchState, InFlight};

/// Background pages of a list in flight at the same time.
const MAX_BACKGROUND_PAGES: usize = 6;
/// How often a list is loaded while the user keeps scrolling.
const SCROLL_FETCH_INTERVAL: Duration = Duration::from_millis(250);
/// Rows after the selected one whose records are loaded ahead.
const LOOKAHEAD: usize = 2;

/// The same in the inbox, where the next card must appear at once.
const INBOX_LOOKAHEAD: usize = 5;

/// The request that shows whether the server responds again.
const PROBE: Slot = Slot::Jobs(0);

/// More steps without a rest count as scrolling.
const MAX_SINGLE_STEPS: u32 = 3;

/// Returns whether background requests may follow: the cursor rests and the server can be asked.
pub(crate) fn reconcile(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let now = state.clock.moment;
    let is_at_rest = state.is_selection_at_rest();
    if is_at_rest {
        state.fetching.cursor_rests_at = None;
    }
    cancel_unneeded(state, effects);
    if !matches!(state.workspace, WorkspaceStatus::Open(_)) || state.connection.locked.is_some() {
        return false;
    }
    if let Some(offline) = &state.connection.offline {
        if offline.failure.kind == FailureKind::Timeout {
            // The server answers none of them: one request is enough to notice when it does.
            cancel(state, effects, |slot| *slot != PROBE);
        }
        probe(state, effects);
        return false;
    }
    if !is_at_rest && now.since(state.fetching.fetched_at) < SCROLL_FETCH_INTERVAL {
        return false;
    }
    for request in collect_requests(state, is_at_rest) {
        match state.fetching.in_flight.get_mut(&request.slot) {
            // Requested ahead, and needed on the screen now.
            Some(in_flight) if in_flight.urgency != Urgency::Idle => {
                (in_flight.urgency, in_flight.since) = (request.urgency, now);
            }
            // A background request is replaced by an urgent one.
            _ => fetch(state, request, effects),
        }
    }
    state.fetching.fetched_at = now;
    is_at_rest
}

/// One request, to find out whether the server responds again.
fn probe(state: &mut State, effects: &mut Vec<Effect>) {
    let is_due = state
        .connection
        .offline
        .as_ref()
        .and_then(|offline| offline.probe_at)
        .is_some_and(|at| at <= state.clock.moment);
    if !is_due || !state.fetching.in_flight.is_empty() {
        return;
    }
    // The probe is not cancelled when the selection moves. A whole page, since a shorter one
    // would look like the server's page size.
    let limit = state.jobs.pages.page_size();
    let request = FetchRequest::record(PROBE, Urgency::Visible);
    fetch(state, FetchRequest { limit, ..request }, effects);
}

/// Everything the screen needs that is not loaded, most urgent first.
fn collect_requests(state: &State, is_at_rest: bool) -> Vec<FetchRequest> {
    let mut requests = Vec::new();
    let jobs = |offset| Slot::Jobs(offset);
    page_requests(state, &state.jobs, &jobs, &mut requests);
    let is_inbox = state.inbox.is_some();
    if is_inbox {
        inbox_requests(state, is_at_rest, &mut requests);
    }
    let is_visible = |pane| !is_inbox && state.layout.pane(pane).is_some();
    let is_any_visible = [Pane::Job, Pane::Candidates, Pane::Candidate].into_iter().any(is_visible);
    if let Some(open) = state.open_job().filter(|_| is_any_visible) {
        let candidate_page = |offset| Slot::CandidatePage(open.id.clone(), offset);
        // No server has the list of all candidates.
        let is_on_server = !state.is_all_selected();
        if is_at_rest && is_on_server && open.job.needs_fetch() {
            requests.push(FetchRequest::record(Slot::Job(open.id.clone()), Urgency::Visible));
        }
        if is_at_rest && (is_visible(Pane::Candidates) || is_visible(Pane::Candidate)) {
            detail_requests(state, &mut requests);
        }
        if is_on_server && (is_at_rest || open.list.pages.is_known()) {
            page_requests(state, &open.list, &candidate_page, &mut requests);
        }
    }
    background_requests(state, &todo_jobs(state), &mut requests);
    background_requests(state, state.jobs_being_read(), &mut requests);
    if let Some(id) = edited_person(state).cloned() {
        if state.people.is_cut(&id) {
            requests.push(FetchRequest::record(Slot::WholePerson(id), Urgency::Visible));
        } else if state.people.needs_fetch(&id) {
            requests.push(FetchRequest::record(Slot::Person(id), Urgency::Visible));
        }
    }
    for (subject, urgency) in state.subjects_to_fetch() {
        push_details(state, subject.candidate, subject.person, urgency, &mut requests);
    }
    requests.sort_by_key(|request| request.urgency);
    retain_sendable(&state.fetching, state.clock.moment, &mut requests);
    requests
}

/// Drops what is under way already, unless it became more urgent, what failed a moment ago, and
/// background pages beyond the limit.
fn retain_sendable(fetching: &FetchState, now: Moment, requests: &mut Vec<FetchRequest>) {
    let is_background = |in_flight: &&InFlight| in_flight.urgency == Urgency::Rest;
    let running = fetching.in_flight.values().filter(is_background).count();
    let mut free = MAX_BACKGROUND_PAGES.saturating_sub(running);
    requests.retain(|request| {
        if let Some(in_flight) = fetching.in_flight.get(&request.slot) {
            let is_sooner =
                request.urgency == Urgency::Visible && in_flight.urgency != Urgency::Visible;
            return is_sooner || in_flight.urgency == Urgency::Idle;
        }
        if fetching.backoff.is_waiting(&request.slot, now) {
            return false;
        }
        if request.urgency != Urgency::Rest {
            return true;
        }
        let is_free = free > 0;
        free = free.saturating_sub(1);
        is_free
    });
}

/// For the inbox: the card and the next ones, then the lists of its jobs, beginning with the
/// card's.
fn inbox_requests(state: &State, is_at_rest: bool, requests: &mut Vec<FetchRequest>) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    if is_at_rest {
        detail_requests(state, requests);
    }
    let first = inbox.item().map_or(0, |item| item.job);
    let (before, after) = inbox.jobs.split_at(first.min(inbox.jobs.len()));
    let groups = after.iter().take(1).chain(before).chain(after.iter().skip(1));
    let before = requests.len();
    for open in groups.filter_map(|group| state.open.get(&group.id)) {
        if requests.len() - before > MAX_BACKGROUND_PAGES * 2 {
            break;
        }
        let urgency = Urgency::Rest;
        if open.job.needs_fetch() {
            requests.push(FetchRequest::record(Slot::Job(open.id.clone()), urgency));
        }
        let from = requests.len();
        let candidate_page = |offset| Slot::CandidatePage(open.id.clone(), offset);
        page_requests(state, &open.list, &candidate_page, requests);
        for request in requests.iter_mut().skip(from) {
            request.urgency = urgency;
        }
    }
}

/// After everything else: the lists that show which verdicts were carried out, and those that are
/// read for the list of all candidates.
fn background_requests<'a>(
    state: &State,
    jobs: impl IntoIterator<Item = &'a JobId>,
    requests: &mut Vec<FetchRequest>,
) {
    let before = requests.len();
    for id in jobs {
        // The rest follows when these are answered.
        if requests.len() - before > MAX_BACKGROUND_PAGES * 2 {
            break;
        }
        let Some(open) = state.open.get(id) else { continue };
        let mut more = Vec::new();
        if open.job.needs_fetch() {
            more.push(FetchRequest::record(Slot::Job(id.clone()), Urgency::Rest));
        }
        let candidate_page = |offset| Slot::CandidatePage(id.clone(), offset);
        page_requests(state, &open.list, &candidate_page, &mut more);
        more.retain(|request| !requests.iter().any(|other| other.slot == request.slot));
        requests.extend(
            more.into_iter().map(|request| FetchRequest { urgency: Urgency::Rest, ..request }),
        );
    }
}

/// The person the editor waits for.
pub(super) fn edited_person(state: &State) -> Option<&PersonId> {
    let editor = state.editor.as_deref().filter(|editor| editor.is_loading())?;
    editor.form.person.as_ref()
}

fn page_requests<S: RowStore>(
    state: &State,
    list: &List<S>,
    slot: &dyn Fn(usize) -> Slot,
    requests: &mut Vec<FetchRequest>,
) {
    // A background request may be urgent now.
    let is_seen = |in_flight: &InFlight| in_flight.urgency == Urgency::Visible;
    let is_requested =
        |offset: usize| state.fetching.in_flight.get(&slot(offset)).is_some_and(is_seen);
    let wanted = list.pages.next_requests(list.range_to_load(), is_requested);
    let is_bulk = list.pages.is_bulk();
    let mut rest = 0;
    for PageRequest { offset, limit, urgency } in wanted {
        rest += usize::from(urgency == Urgency::Rest);
        if rest > MAX_BACKGROUND_PAGES {
            break;
        }
        requests.push(FetchRequest { slot: slot(offset), limit, urgency, is_bulk });
    }
}

/// The selected candidate, and those the next keys will select.
fn detail_requests(state: &State, requests: &mut Vec<FetchRequest>) {
    let Some((candidate, person)) = state.selected() else { return };
    let before = requests.len();
    push_details(state, candidate, person, Urgency::Visible, requests);
    if requests.len() > before && state.inbox.is_none() {
        return;
    }
    // Scrolling may stop anywhere: one row ahead is enough.
    let is_fast = state.fetching.rapid_steps > MAX_SINGLE_STEPS;
    for (candidate, person) in
        upcoming(state).into_iter().take(if is_fast { 1 } else { INBOX_LOOKAHEAD })
    {
        let person = if is_fast { PersonId::default() } else { person };
        push_details(state, candidate, person, Urgency::Near, requests);
    }
}

/// Loads the selected candidate and person from the mirror, once: shown until the server responds.
pub(crate) fn load_selected(state: &mut State, effects: &mut Vec<Effect>) {
    let is_shown = state.inbox.is_some() || state.layout.pane(Pane::Candidate).is_some();
    if !state.is_selection_at_rest()
        || !is_shown
        || !matches!(state.workspace, WorkspaceStatus::Open(_))
    {
        return;
    }
    let Some((candidate, person)) = state.selected() else { return };
    if !candidate.is_empty() && state.candidates.get(&candidate).is_none() {
        state.candidates.entry(&candidate);
        effects.push(Effect::Storage(StorageEffect::LoadCandidate(candidate)));
    }
    if !person.is_empty() && state.people.get(&person).is_none() {
        // An entry marks the person as requested.
        state.people.entry(&person);
        effects.push(Effect::Storage(StorageEffect::LoadCachedPerson(person)));
    }
}

/// Takes a person from the cache, unless the server responded first.
pub(crate) fn take_cached_person(state: &mut State, person: Person, read_at: Timestamp) {
    state.people.entry(&person.id.clone()).restore(person, read_at);
}

fn push_details(
    state: &State,
    candidate: CandidateId,
    person: PersonId,
    urgency: Urgency,
    requests: &mut Vec<FetchRequest>,
) {
    if !candidate.is_empty() && state.candidates.needs_fetch(&candidate) {
        requests.push(FetchRequest::record(Slot::Candidate(candidate), urgency));
    }
    if !person.is_empty() && state.people.needs_fetch(&person) {
        requests.push(FetchRequest::record(Slot::Person(person), urgency));
    }
}

/// The rows after the selected one.
fn upcoming(state: &State) -> Vec<(CandidateId, PersonId)> {
    if let Some(inbox) = state.inbox.as_deref() {
        let next = (inbox.at + 1..inbox.items.len())
            .filter(|at| inbox.is_waiting(*at))
            .take(INBOX_LOOKAHEAD);
        let ids = next.filter_map(|at| {
            let item = inbox.items.get(at)?;
            let rows = &state.open.get(&inbox.jobs.get(item.job)?.id)?.list.pages.rows;
            Some((rows.id(item.row).into(), rows.person_id(item.row).into()))
        });
        return ids.collect();
    }
    let Some(open) = state.open_job() else { return Vec::new() };
    let rows = &open.list.pages.rows;
    let next = open.list.index() + 1;
    let on_board = state.layout.board.then(|| open.board.find(open.list.row()?)).flatten();
    let ids: Vec<Row> = match on_board {
        Some((column, at)) => {
            open.board.columns[column].rows.iter().skip(at + 1).take(LOOKAHEAD).copied().collect()
        }
        None => (next..next + LOOKAHEAD).filter_map(|index| open.list.at(index)).collect(),
    };
    ids.into_iter().map(|row| (rows.id(row).into(), rows.person_id(row).into())).collect()
}

/// Cancels requests that nothing on the screen needs.
fn cancel_unneeded(state: &mut State, effects: &mut Vec<Effect>) {
    let selected = state.selected();
    let near = upcoming(state);
    let extra = state.subjects_to_fetch();
    let todo_jobs = todo_jobs(state);
    let is_needed = |slot: &Slot| match slot {
        Slot::Jobs(_) => true,
        Slot::Job(job) | Slot::CandidatePage(job, _) => {
            let is_open = match state.inbox.as_deref() {
                Some(inbox) => inbox.jobs.iter().any(|group| group.id == *job),
                None => state.job.as_ref() == Some(job),
            };
            is_open || todo_jobs.contains(job) || state.jobs_being_read().contains(job)
        }
        Slot::Candidate(id) => {
            selected.iter().chain(&near).any(|(candidate, _)| candidate == id)
                || extra.iter().any(|(subject, _)| subject.candidate == *id)
        }
        Slot::WholePerson(id) => edited_person(state) == Some(id),
        Slot::Person(id) => {
            edited_person(state) == Some(id)
                || selected.iter().chain(&near).any(|(_, person)| person == id)
                || extra.iter().any(|(subject, _)| subject.person == *id)
        }
    };
    // Idle requests serve no screen; they end by themselves.
    let is_unneeded = |(slot, in_flight): &(&Slot, &InFlight)| {
        in_flight.urgency != Urgency::Idle && !is_needed(slot)
    };
    let unneeded: BTreeSet<Slot> =
        state.fetching.in_flight.iter().filter(is_unneeded).map(|(slot, _)| slot.clone()).collect();
    cancel(state, effects, |slot| unneeded.contains(slot));
}

/// Cancels the slow requests of the focused pane. Returns whether there were any.
pub(crate) fn cancel_slow(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let now = state.clock.moment;
    let is_slow = |slot: &Slot, in_flight: &InFlight| {
        let pane = match slot {
            Slot::Jobs(_) => Pane::Jobs,
            Slot::Job(_) => Pane::Job,
            Slot::CandidatePage(..) => Pane::Candidates,
            Slot::Candidate(_) | Slot::Person(_) | Slot::WholePerson(_) => Pane::Candidate,
        };
        pane == state.focus
            && in_flight.urgency == Urgency::Visible
            && now.since(in_flight.since) >= super::state::SPINNER_DELAY
    };
    let slow = state.fetching.in_flight.iter().filter(|(slot, in_flight)| is_slow(slot, in_flight));
    let slots: BTreeSet<Slot> = slow.map(|(slot, _)| slot.clone()).collect();
    cancel(state, effects, |slot| slots.contains(slot));
    for slot in &slots {
        let failure = Failure { kind: FailureKind::Cancelled, message: "canceled".to_owned() };
        state.fail(slot, failure);
    }
    !slots.is_empty()
}
