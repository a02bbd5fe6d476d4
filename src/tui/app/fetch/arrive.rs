//! Answers, taken in where they belong.

use std::time::Duration;

use crate::keymap::action::Pane;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::recruiting::paging::{ListPage, Urgency};
use crate::recruiting::table::ListField;
use crate::recruiting::table::store::RowStore;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::ListChange;
use crate::tui::app::request::{Answer, Slot, Ticket};
use crate::tui::app::state::{Offline, State};
use crate::tui::features::messages::state::Severity;
use crate::wire::{Candidate, CandidateId, CandidateItem, JobId};

/// The first wait before the server is tried again, and the longest.
const WAIT: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(15));

/// How long to wait until it is known for how long.
const MOMENT: Duration = Duration::from_secs(1);

/// How long to wait for a server that does not say it.
const PAUSE: Duration = Duration::from_secs(10);

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
            trouble(state, &failure);
            return match slot {
                Slot::Candidate(id) if is_idle => {
                    super::history_prefetch::failed(state, id, &failure)
                }
                Slot::Person(id) if is_idle => {
                    crate::tui::features::duplicates::update::failed(state, id, &failure)
                }
                _ => state.fail(slot, failure),
            };
        }
    };
    online(state);
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
                open.ageing.turned();
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
    open.ageing.turned();
    if !gone.is_empty() {
        open.sweep();
    }
    let complete = open.list.roll.is_complete();
    if complete {
        open.ageing.forgive();
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
            open.ageing.works();
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

/// The server answers.
pub(crate) fn online(state: &mut State) {
    if state.offline.take().is_some() {
        state.tell(Severity::Info, "the server answers again");
        state.forgive(|failure| failure.kind == FailureKind::Network);
    }
}

/// What one failure means for everything.
pub(crate) fn trouble(state: &mut State, failure: &Failure) {
    match failure.kind {
        // One answer that does not come says nothing about the others.
        FailureKind::Silence if state.offline.is_none() => {}
        FailureKind::Silence | FailureKind::Network => went_offline(state, failure),
        FailureKind::Cancelled => {
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
                FailureKind::Busy if state.paused_until.is_none() => {
                    state.paused_until = Some(state.clock.moment.after(PAUSE));
                }
                // For how long comes by another way, and may come later.
                FailureKind::Waiting if state.paused_until.is_none() => {
                    state.paused_until = Some(state.clock.moment.after(MOMENT));
                }
                FailureKind::Key => {
                    crate::tui::app::update::ask_for_key(state, failure.told.clone())
                }
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
