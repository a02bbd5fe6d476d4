//! Answers, taken in where they belong.

use std::time::Duration;

use crate::app::action::Pane;
use crate::app::effect::Effect;
use crate::app::failure::{Failure, Trouble};
use crate::app::list::Arrived;
use crate::app::message::{Answer, Slot, Ticket};
use crate::app::notice::Weight;
use crate::app::roll::Sheaf;
use crate::app::rows::Field;
use crate::app::state::{Offline, State};
use crate::app::store::Store;
use crate::wire::{Candidate, CandidateId, CandidateItem, JobId};

/// The first wait before the server is tried again, and the longest.
const WAIT: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));

/// How long to wait until it is known for how long.
const MOMENT: Duration = Duration::from_secs(1);

/// How long to wait for a server that does not say it.
const PAUSE: Duration = Duration::from_secs(10);

pub(super) fn arrived(
    state: &mut State,
    slot: &Slot,
    ticket: Ticket,
    outcome: Result<Answer, Failure>,
    effects: &mut Vec<Effect>,
) {
    if state.asked.get(slot).is_none_or(|asked| asked.ticket != ticket) {
        return; // the answer to a question we no longer ask
    }
    state.asked.remove(slot);
    let answer = match outcome {
        Ok(answer) => answer,
        Err(failure) => {
            trouble(state, &failure);
            return state.fail(slot, failure);
        }
    };
    online(state);
    let now = state.clock.date;
    match (slot, answer) {
        (Slot::Jobs(offset), Answer::Jobs(page)) => {
            let gone = state.jobs.arrive(*offset, &page, (state.clock.moment, now)).gone;
            tell_gone::<crate::app::rows::Jobs>(state, &gone);
            if state.jobs.roll.is_complete() {
                super::find::search_again(state, Pane::Jobs, effects);
            }
        }
        (Slot::Roster(job, offset), Answer::Roster(page)) => {
            roster(state, job, *offset, &page, effects);
        }
        (Slot::Job(job), Answer::Job(record)) => {
            if let Some(open) = state.open.get_mut(job) {
                open.job.take(Ok(*record), now);
                open.board.outdate();
                // Stages are sorted as the pipeline has them.
                if open.list.sort.is_some_and(|sort| sort.field == Field::Stage) {
                    open.with_list(now, |list, context| list.sort_by(list.sort, context));
                }
            }
        }
        (Slot::Candidate(id), Answer::Candidate(record)) => candidate(state, id, *record),
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
    page: &Sheaf<CandidateItem>,
    effects: &mut Vec<Effect>,
) {
    let now = (state.clock.moment, state.clock.date);
    let State { open, candidates, .. } = state;
    let Some(open) = open.get_mut(job) else { return };
    let Arrived { changed, gone } = open.list.arrive(offset, page, now);
    for row in changed {
        open.doubt(row);
        let id = CandidateId::from(open.list.roll.rows.id(row));
        if candidates.get(&id).is_some() {
            candidates.place(&id).expire();
        }
    }
    let complete = open.list.roll.is_complete();
    tell_gone::<crate::app::rows::Candidates>(state, &gone);
    if complete && state.job.as_ref() == Some(job) {
        super::find::search_again(state, Pane::Candidates, effects);
    }
}

fn candidate(state: &mut State, id: &CandidateId, record: Candidate) {
    // Some servers say the wrong job, or none: the lists know better who is theirs.
    for open in state.open.values_mut() {
        if let Some(row) = open.list.roll.rows.find(id.as_str())
            && let Some(since) = record.current_pipeline_stage_date
            && open.learn(row, since)
            && open.goes_by_age()
        {
            open.list.restir(row);
        }
    }
    state.candidates.place(id).take(Ok(record), state.clock.date);
}

fn tell_gone<S: Store>(state: &mut State, gone: &[String]) {
    match gone {
        [] => {}
        [one] => state.tell(Weight::Warning, format!("{one} is no longer in the list")),
        [first, rest @ ..] if rest.len() < 3 => {
            let names = rest.iter().fold(first.clone(), |names, name| format!("{names}, {name}"));
            state.tell(Weight::Warning, format!("{names} are no longer in the list"));
        }
        [first, rest @ ..] => state.tell(
            Weight::Warning,
            format!("{first} and {} more {} are no longer in the list", rest.len(), S::MANY),
        ),
    }
}

/// The server answers.
pub(super) fn online(state: &mut State) {
    if state.offline.take().is_some() {
        state.tell(Weight::Info, "the server answers again");
        state.forgive(|failure| failure.kind == Trouble::Network);
    }
}

/// What one failure means for everything.
pub(super) fn trouble(state: &mut State, failure: &Failure) {
    match failure.kind {
        // One answer that does not come says nothing about the others.
        Trouble::Silence if state.offline.is_none() => {}
        Trouble::Silence | Trouble::Network => went_offline(state, failure),
        Trouble::Cancelled => {
            // Whoever stops the question whether the server is back can wait for
            // the next.
            if let Some(offline) = &mut state.offline {
                offline.probe_at = state.clock.moment.after(offline.wait);
            }
        }
        // Whatever it says, the server says something again.
        kind => {
            online(state);
            match kind {
                // It says to wait, but not for how long.
                Trouble::Busy if state.paused_until.is_none() => {
                    state.paused_until = Some(state.clock.moment.after(PAUSE));
                }
                // For how long comes by another way, and may come later.
                Trouble::Waiting if state.paused_until.is_none() => {
                    state.paused_until = Some(state.clock.moment.after(MOMENT));
                }
                Trouble::Key => super::ask_for_key(state, failure.told.clone()),
                _ => {}
            }
        }
    }
}

fn went_offline(state: &mut State, failure: &Failure) {
    let now = state.clock.moment;
    let (since, wait) = match &state.offline {
        // Others that were out with it fail for the same reason.
        Some(offline) if now < offline.probe_at => return,
        Some(offline) => (offline.since, (offline.wait * 2).min(WAIT.1)),
        None => (state.clock.date, WAIT.0),
    };
    let (failure, probe_at) = (failure.clone(), now.after(wait));
    state.offline = Some(Offline { since, failure, probe_at, wait });
}
