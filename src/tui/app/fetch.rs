//! What the screen shows, held against what was asked for.
//!
//! What is missing is asked for, the most urgent first and no more at a time
//! than the client's budget can use; what nobody looks at any more is let go.
//! Nothing else in the program asks for anything.

pub mod arrive;
pub mod history_prefetch;
pub mod history_queue;
pub mod request;
pub mod unread;
pub mod wanted;

use std::time::Duration;

use super::effect::Effect;
use super::list::List;
use super::state::{InFlight, State, WorkspaceStatus};
use crate::keymap::action::Pane;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::{PageRequest, Urgency};
use crate::recruiting::table::Row;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::request::Slot;
use crate::wire::{CandidateId, PersonId};
use request::{FetchRequest, fetch};

/// Pages that complete a list, out at a time.
const REST: usize = 6;
/// A list that is scrolled without rest is filled so often nevertheless.
const PAGED: Duration = Duration::from_millis(250);
/// Rows after the selected one whose details are read beforehand.
const AHEAD: usize = 2;

/// The same in the queue of the inbox: whoever decides needs them at once.
const QUEUED: usize = 5;

/// More steps than these without a rest are a run.
const FEW: u32 = 3;

pub(crate) fn reconcile(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    let rests = state.rests_at.is_none_or(|at| at <= now);
    if rests {
        state.rests_at = None;
    }
    let_go(state, effects);
    if !matches!(state.workspace, WorkspaceStatus::Open(_)) || state.locked.is_some() {
        return;
    }
    if state.offline.is_some() {
        probe(state, effects);
        return;
    }
    if !rests && now.since(state.paged_at) < PAGED {
        return;
    }
    for need in needs(state, rests) {
        match state.asked.get_mut(&need.slot) {
            // It was asked for beforehand, and is waited for now.
            Some(asked) if asked.urgency != Urgency::Idle => {
                (asked.urgency, asked.since) = (need.urgency, now);
            }
            // What nobody waited for is asked for anew, before others.
            _ => fetch(state, need, effects),
        }
    }
    state.paged_at = now;
    if rests {
        crate::tui::features::duplicates::update::ask(state, effects);
        history_prefetch::ask(state, effects);
    }
}

/// One question, to see whether the server is back.
fn probe(state: &mut State, effects: &mut Vec<Effect>) {
    let due = state.offline.as_ref().is_some_and(|offline| offline.probe_at <= state.clock.moment);
    if !due || !state.asked.is_empty() {
        return;
    }
    // The one thing that is not let go when somebody moves on meanwhile. A whole
    // page: a shorter one would be taken for the server's own size.
    let limit = state.jobs.roll.page_size();
    fetch(state, FetchRequest { slot: Slot::Jobs(0), limit, urgency: Urgency::Seen }, effects);
}

/// Everything the screen needs and nobody asked for yet.
fn needs(state: &State, rests: bool) -> Vec<FetchRequest> {
    let mut needs = Vec::new();
    let jobs = |offset| Slot::Jobs(offset);
    pages(state, &state.jobs, &jobs, &mut needs);
    let is_inbox = state.inbox.is_some();
    if is_inbox {
        queued(state, rests, &mut needs);
    }
    let shows = |pane| !is_inbox && state.layout.pane(pane).is_some();
    let any = [Pane::Job, Pane::Candidates, Pane::Candidate].into_iter().any(shows);
    if let Some(open) = state.opened().filter(|_| any) {
        let roster = |offset| Slot::Roster(open.id.clone(), offset);
        if rests {
            if open.job.is_wanted() {
                needs.push(FetchRequest {
                    slot: Slot::Job(open.id.clone()),
                    limit: 1,
                    urgency: Urgency::Seen,
                });
            }
            if shows(Pane::Candidates) || shows(Pane::Candidate) {
                details(state, &mut needs);
            }
            pages(state, &open.list, &roster, &mut needs);
        } else if open.list.roll.is_known() {
            pages(state, &open.list, &roster, &mut needs);
        }
    }
    decided(state, &mut needs);
    if let Some(id) = edited(state).filter(|id| state.people.wants(id)) {
        needs.push(FetchRequest {
            slot: Slot::Person(id.clone()),
            limit: 1,
            urgency: Urgency::Seen,
        });
    }
    for (subject, urgency) in state.wanted_beside() {
        detail(state, subject.candidate, subject.person, urgency, &mut needs);
    }
    needs.sort_by_key(|need| need.urgency);
    let out = state.asked.values().filter(|asked| asked.urgency == Urgency::Rest).count();
    let mut room = REST.saturating_sub(out);
    needs.retain(|need| {
        if let Some(asked) = state.asked.get(&need.slot) {
            let is_sooner = need.urgency == Urgency::Seen && asked.urgency != Urgency::Seen;
            return is_sooner || asked.urgency == Urgency::Idle;
        }
        if need.urgency != Urgency::Rest {
            return true;
        }
        room = match room.checked_sub(1) {
            Some(left) => left,
            None => return false,
        };
        true
    });
    needs
}

/// What the inbox needs: the card and those that come next, then the lists of its
/// jobs, that of the card first.
fn queued(state: &State, rests: bool, needs: &mut Vec<FetchRequest>) {
    let Some(inbox) = state.inbox.as_deref() else { return };
    if rests {
        details(state, needs);
    }
    let first = inbox.item().map_or(0, |item| item.job);
    let (before, after) = inbox.jobs.split_at(first.min(inbox.jobs.len()));
    let groups = after.iter().take(1).chain(before).chain(after.iter().skip(1));
    let before = needs.len();
    for open in groups.filter_map(|group| state.open.get(&group.id)) {
        if needs.len() - before > REST * 2 {
            break;
        }
        let urgency = Urgency::Rest;
        if open.job.is_wanted() {
            needs.push(FetchRequest { slot: Slot::Job(open.id.clone()), limit: 1, urgency });
        }
        let from = needs.len();
        pages(state, &open.list, &|offset| Slot::Roster(open.id.clone(), offset), needs);
        for need in needs.iter_mut().skip(from) {
            need.urgency = urgency;
        }
    }
}

/// The lists that say whether what was decided was done, after all else.
fn decided(state: &State, needs: &mut Vec<FetchRequest>) {
    for id in state.todo_jobs() {
        let Some(open) = state.open.get(&id) else { continue };
        let mut more = Vec::new();
        if open.job.is_wanted() {
            more.push(FetchRequest {
                slot: Slot::Job(id.clone()),
                limit: 1,
                urgency: Urgency::Rest,
            });
        }
        pages(state, &open.list, &|offset| Slot::Roster(id.clone(), offset), &mut more);
        more.retain(|need| !needs.iter().any(|other| other.slot == need.slot));
        needs.extend(more.into_iter().map(|need| FetchRequest { urgency: Urgency::Rest, ..need }));
    }
}

/// Whose record the editor waits for.
fn edited(state: &State) -> Option<&PersonId> {
    let editor = state.editor.as_deref().filter(|editor| editor.reading)?;
    editor.form.person.as_ref()
}

fn pages<S: RowStore>(
    state: &State,
    list: &List<S>,
    slot: &dyn Fn(usize) -> Slot,
    needs: &mut Vec<FetchRequest>,
) {
    // What is out beforehand may be needed sooner now.
    let is_seen = |asked: &InFlight| asked.urgency == Urgency::Seen;
    let out = |offset: usize| state.asked.get(&slot(offset)).is_some_and(is_seen);
    let wanted = list.roll.wanted(list.needed(), out);
    let mut rest = 0;
    for PageRequest { offset, limit, urgency } in wanted {
        rest += usize::from(urgency == Urgency::Rest);
        if rest > REST {
            break;
        }
        needs.push(FetchRequest { slot: slot(offset), limit, urgency });
    }
}

/// The selected candidate, and those whom the next keys will select.
fn details(state: &State, needs: &mut Vec<FetchRequest>) {
    let Some((candidate, person)) = state.selected() else { return };
    let before = needs.len();
    detail(state, candidate, person, Urgency::Seen, needs);
    if needs.len() > before && state.inbox.is_none() {
        return;
    }
    // A run over many rows may end anywhere: the record of the next row will do.
    let ran = state.strides > FEW;
    for (candidate, person) in ahead(state).into_iter().take(if ran { 1 } else { QUEUED }) {
        let person = if ran { PersonId::default() } else { person };
        detail(state, candidate, person, Urgency::Near, needs);
    }
}

/// Asks the cache for whoever is shown, once: they are shown as they were until
/// the server answers.
pub(crate) fn recall_person(state: &mut State, effects: &mut Vec<Effect>) {
    let rests = state.rests_at.is_none_or(|at| at <= state.clock.moment);
    let is_shown = state.inbox.is_some() || state.layout.pane(Pane::Candidate).is_some();
    if !rests || !is_shown || !matches!(state.workspace, WorkspaceStatus::Open(_)) {
        return;
    }
    let Some((_, person)) = state.selected().filter(|(_, person)| !person.is_empty()) else {
        return;
    };
    if state.people.get(&person).is_none() {
        // Its place says that it was asked for.
        state.people.place(&person);
        effects.push(Effect::RecallPerson(person));
    }
}

fn detail(
    state: &State,
    candidate: CandidateId,
    person: PersonId,
    urgency: Urgency,
    needs: &mut Vec<FetchRequest>,
) {
    if !candidate.is_empty() && state.candidates.wants(&candidate) {
        needs.push(FetchRequest { slot: Slot::Candidate(candidate), limit: 1, urgency });
    }
    if !person.is_empty() && state.people.wants(&person) {
        needs.push(FetchRequest { slot: Slot::Person(person), limit: 1, urgency });
    }
}

/// The rows after the selected one.
fn ahead(state: &State) -> Vec<(CandidateId, PersonId)> {
    if let Some(inbox) = state.inbox.as_deref() {
        let next = (inbox.at + 1..inbox.items.len()).filter(|at| inbox.waits(*at)).take(QUEUED);
        let ids = next.filter_map(|at| {
            let item = inbox.items.get(at)?;
            let rows = &state.open.get(&inbox.jobs.get(item.job)?.id)?.list.roll.rows;
            Some((rows.id(item.row).into(), rows.person_id(item.row).into()))
        });
        return ids.collect();
    }
    let Some(open) = state.opened() else { return Vec::new() };
    let rows = &open.list.roll.rows;
    let next = open.list.index() + 1;
    let on_board = state.layout.board.then(|| open.board.find(open.list.row()?)).flatten();
    let ids: Vec<Row> = match on_board {
        Some((column, at)) => {
            open.board.columns[column].rows.iter().skip(at + 1).take(AHEAD).copied().collect()
        }
        None => (next..next + AHEAD).filter_map(|index| open.list.at(index)).collect(),
    };
    ids.into_iter().map(|row| (rows.id(row).into(), rows.person_id(row).into())).collect()
}

/// Lets go of what nobody looks at any more.
fn let_go(state: &mut State, effects: &mut Vec<Effect>) {
    let selected = state.selected();
    let near = ahead(state);
    let beside = state.wanted_beside();
    let decided = state.todo_jobs();
    let is_looked_at = |slot: &Slot| match slot {
        Slot::Jobs(_) => true,
        Slot::Job(job) | Slot::Roster(job, _) => {
            let is_open = match state.inbox.as_deref() {
                Some(inbox) => inbox.jobs.iter().any(|group| group.id == *job),
                None => state.job.as_ref() == Some(job),
            };
            is_open || decided.contains(job)
        }
        Slot::Candidate(id) => {
            selected.iter().chain(&near).any(|(candidate, _)| candidate == id)
                || beside.iter().any(|(subject, _)| subject.candidate == *id)
        }
        Slot::Person(id) => {
            edited(state) == Some(id)
                || selected.iter().chain(&near).any(|(_, person)| person == id)
                || beside.iter().any(|(subject, _)| subject.person == *id)
        }
    };
    // What nobody waits for disturbs nobody.
    let is_left =
        |(slot, asked): &(&Slot, &InFlight)| asked.urgency != Urgency::Idle && !is_looked_at(slot);
    let left: Vec<Slot> =
        state.asked.iter().filter(is_left).map(|(slot, _)| slot.clone()).collect();
    for slot in left {
        state.asked.remove(&slot);
        effects.push(Effect::Cancel(slot));
    }
}

/// Gives up what the focused pane is waiting for, if it takes long. Whether
/// there was anything.
pub(crate) fn give_up(state: &mut State, effects: &mut Vec<Effect>) -> bool {
    let now = state.clock.moment;
    let slow = |slot: &Slot, asked: &InFlight| {
        let pane = match slot {
            Slot::Jobs(_) => Pane::Jobs,
            Slot::Job(_) => Pane::Job,
            Slot::Roster(..) => Pane::Candidates,
            Slot::Candidate(_) | Slot::Person(_) => Pane::Candidate,
        };
        pane == state.focus
            && asked.urgency == Urgency::Seen
            && now.since(asked.since) >= super::state::PATIENCE
    };
    let found = state.asked.iter().filter(|(slot, asked)| slow(slot, asked));
    let slots: Vec<Slot> = found.map(|(slot, _)| slot.clone()).collect();
    for slot in &slots {
        state.asked.remove(slot);
        effects.push(Effect::Cancel(slot.clone()));
        let failure = Failure { kind: FailureKind::Cancelled, told: "cancelled".to_owned() };
        state.fail(slot, failure);
    }
    !slots.is_empty()
}
