//! Answers, taken in where they belong.

use crate::keymap::action::Pane;
use crate::recruiting::failure::Failure;
use crate::recruiting::paging::{ListPage, Urgency};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::connection::{mark_online, record_failure};
use crate::tui::app::effect::Effect;
use crate::tui::app::list::ListChange;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::{Candidate, CandidateId, CandidateItem, JobId};

pub(crate) fn arrived(
    state: &mut State,
    slot: &Slot,
    ticket: Ticket,
    outcome: Result<Answer, Failure>,
    effects: &mut Vec<Effect>,
) {
    let Some(asked) = state.asked.get(slot).copied().filter(|asked| asked.ticket == ticket) else {
        return; // the answer to a question we no longer ask
    };
    state.asked.remove(slot);
    let is_idle = asked.urgency == Urgency::Idle;
    let answer = match outcome {
        Ok(answer) => answer,
        Err(failure) => {
            record_failure(state, &failure);
            return match slot {
                Slot::Candidate(id) if is_idle => {
                    super::history_prefetch::failed(state, id, &failure);
                }
                Slot::Person(id) if is_idle => {
                    crate::tui::features::duplicates::update::failed(state, id, &failure);
                }
                _ => state.fail(slot, failure),
            };
        }
    };
    mark_online(state);
    let now = state.clock.date;
    match (slot, answer) {
        (Slot::Jobs(offset), Answer::Jobs(page)) => {
            let gone = state.jobs.arrive(*offset, &page, (state.clock.moment, now)).gone;
            tell_gone::<crate::recruiting::table::JobTable>(state, &gone);
            if state.jobs.roll.is_complete() {
                crate::tui::features::filter::update::search_again(state, Pane::Jobs, effects);
            }
        }
        (Slot::Roster(job, offset), Answer::Roster(page)) => {
            roster(state, job, *offset, &page, effects);
        }
        (Slot::Job(job), Answer::Job(record)) => {
            if let Some(open) = state.open.get_mut(job) {
                open.job.take(Ok(*record), now);
                open.board.outdate();
                open.figures.outdate();
                open.history_queue.reset();
                // Stages are sorted as the pipeline has them.
                if open.list.sort.is_some_and(|sort| sort.field == ListField::Stage) {
                    open.with_list(now, &state.book, |list, context| {
                        list.sort_by(list.sort, context);
                    });
                }
            }
        }
        (Slot::Candidate(id), Answer::Candidate(record)) => {
            candidate(state, id, *record, is_idle);
        }
        // The shelf is for what somebody looks at.
        (Slot::Person(id), Answer::Person(record)) if is_idle && state.people.get(id).is_none() => {
            crate::tui::features::duplicates::update::came(state, &record);
        }
        (Slot::Person(id), Answer::Person(record)) => {
            state.people.place(id).take(Ok(*record), now);
        }
        _ => {}
    }
}

fn roster(
    state: &mut State,
    job: &JobId,
    offset: usize,
    page: &ListPage<CandidateItem>,
    effects: &mut Vec<Effect>,
) {
    let now = (state.clock.moment, state.clock.date);
    let State { open, candidates, tally, .. } = state;
    let Some(open) = open.get_mut(job) else { return };
    let was_complete = open.list.roll.is_complete();
    let ListChange { changed, gone } = open.list.arrive(offset, page, now);
    for row in changed {
        open.doubt(row);
        let id = CandidateId::from(open.list.roll.rows.id(row));
        if candidates.get(&id).is_some() {
            candidates.place(&id).expire();
        }
    }
    open.meet(&page.items.good);
    open.history_queue.reset();
    if !gone.is_empty() {
        open.sweep();
    }
    let complete = open.list.roll.is_complete();
    if complete {
        open.history_queue.clear_failures();
    }
    // Who is on no page is missed when all of them are read.
    if !gone.is_empty() || complete != was_complete {
        tally.doubt(job);
    } else {
        tally.doubt_some(job, page.items.good.iter().map(|item| &item.id));
    }
    match gone.len() {
        0 => {}
        1 if state.is_blind() => {
            state.tell(Severity::Warning, "a candidate is no longer in the list");
        }
        many if state.is_blind() => {
            state.tell(Severity::Warning, format!("{many} candidates are no longer in the list"));
        }
        _ => tell_gone::<crate::recruiting::table::CandidateTable>(state, &gone),
    }
    if complete && state.job.as_ref() == Some(job) {
        crate::tui::features::filter::update::search_again(state, Pane::Candidates, effects);
    }
}

fn candidate(state: &mut State, id: &CandidateId, record: Candidate, is_idle: bool) {
    // Some servers say the wrong job, or none: the lists know better who is theirs.
    for open in state.open.values_mut() {
        if let Some(row) = open.list.roll.rows.find(id.as_str()) {
            open.learn(row, &record);
            open.history_queue.record_success();
        }
    }
    crate::tui::features::inbox::queue::learned(state);
    // The shelf is for what somebody looks at.
    if is_idle && state.candidates.get(id).is_none() {
        return;
    }
    state.candidates.place(id).take(Ok(record), state.clock.date);
}

fn tell_gone<S: RowStore>(state: &mut State, gone: &[String]) {
    match gone {
        [] => {}
        [one] => state.tell(Severity::Warning, format!("{one} is no longer in the list")),
        [first, rest @ ..] if rest.len() < 3 => {
            let names = rest.iter().fold(first.clone(), |names, name| format!("{names}, {name}"));
            state.tell(Severity::Warning, format!("{names} are no longer in the list"));
        }
        [first, rest @ ..] => state.tell(
            Severity::Warning,
            format!("{first} and {} more {} are no longer in the list", rest.len(), S::MANY),
        ),
    }
}
