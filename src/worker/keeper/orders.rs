//! What the keeper is told to do, and in which order it is done.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::app::edit::{Draft, DraftId, Habits};
use crate::app::inbox::Place;
use crate::app::triage::{Entry, StepId, Subject};
use crate::wire::{Candidate, JobId, Person, PersonId, Timestamp};

/// Whether something is on disk, or why not.
pub(super) type Kept = Result<(), String>;

/// Something to be written, or to be looked up.
#[derive(Debug)]
pub(in crate::worker) enum Order {
    /// Keep a draft; these wait for it.
    Keep(Box<Draft>, Vec<oneshot::Sender<Kept>>),
    /// It is not wanted any more.
    Drop(DraftId),
    /// It is saved.
    Forget(DraftId),
    /// It is wanted after all.
    Restore(DraftId),
    /// Whether another window has a draft of them.
    WhoElse(PersonId),
    /// Something was learned of the server.
    Learn(Habits),
    /// What was remembered of the server holds no more.
    Unlearn(Habits),
    /// Steps for the log, written at once. A frame waits for them.
    Append {
        /// Which.
        steps: Vec<StepId>,
        /// What was done in them.
        entries: Vec<Entry>,
        /// Where one is in the inbox after them.
        place: Option<Place>,
    },
    /// What other windows wrote into the log since.
    Tail,
    /// Where one is in the inbox.
    KeepPlace(Place),
    /// These were looked at.
    Looked(Vec<Subject>),
    /// A record came, then.
    Cache(Record, Timestamp),
    /// The records that came shall not wait any longer.
    Flush,
    /// The candidates of a job that came before are wanted.
    Recall(JobId),
    /// A person who came before is wanted.
    RecallPerson(PersonId),
    /// Nothing of a person shall be left.
    ForgetPerson(PersonId),
}

/// A record that came.
#[derive(Debug)]
pub(in crate::worker) enum Record {
    /// A candidate.
    Candidate(Box<Candidate>),
    /// A person.
    Person(Box<Person>),
}

impl Order {
    const fn draft(&self) -> Option<&DraftId> {
        match self {
            Self::Keep(draft, _) => Some(&draft.id),
            Self::Drop(id) | Self::Forget(id) | Self::Restore(id) => Some(id),
            _ => None,
        }
    }
}

/// The next order, when all that are there were looked at; none at the end. When
/// `due` comes, the records that came are written.
pub(super) fn next(
    given: &Receiver<Order>,
    waiting: &mut VecDeque<Order>,
    due: Option<Instant>,
) -> Option<Order> {
    if waiting.is_empty() {
        let first = match due.map(|due| due.saturating_duration_since(Instant::now())) {
            None => given.recv().ok()?,
            Some(patience) => match given.recv_timeout(patience) {
                Ok(order) => order,
                Err(RecvTimeoutError::Timeout) => Order::Flush,
                Err(RecvTimeoutError::Disconnected) => return None,
            },
        };
        waiting.push_back(first);
    }
    for order in given.try_iter() {
        take_in(waiting, order);
    }
    waiting.pop_front()
}

/// Puts an order behind the others. What was typed since replaces what was to be
/// kept before, unless something else is to be done with that draft in between.
/// Steps go before all that nobody waits for.
pub(super) fn take_in(waiting: &mut VecDeque<Order>, order: Order) {
    match order {
        Order::Append { steps, entries, place } => append(waiting, steps, entries, place),
        Order::Tail if waiting.iter().any(|before| matches!(before, Order::Tail)) => {}
        Order::KeepPlace(place) => {
            waiting.retain(|before| !matches!(before, Order::KeepPlace(_)));
            waiting.push_back(Order::KeepPlace(place));
        }
        Order::Keep(draft, more) => {
            let last = waiting.iter_mut().rev().find(|before| before.draft() == Some(&draft.id));
            if let Some(Order::Keep(before, answers)) = last {
                *before = draft;
                answers.extend(more);
            } else {
                waiting.push_back(Order::Keep(draft, more));
            }
        }
        order => waiting.push_back(order),
    }
}

fn append(
    waiting: &mut VecDeque<Order>,
    steps: Vec<StepId>,
    entries: Vec<Entry>,
    place: Option<Place>,
) {
    if place.is_some() {
        // It would be written after the newer one.
        waiting.retain(|before| !matches!(before, Order::KeepPlace(_)));
    }
    // Somebody is not forgotten after what was done since.
    let is_before = |order: &Order| matches!(order, Order::Append { .. } | Order::ForgetPerson(_));
    let at = waiting.iter().rposition(is_before).map_or(0, |last| last + 1);
    if let Some(Order::Append { steps: before, entries: all, place: there }) =
        at.checked_sub(1).and_then(|last| waiting.get_mut(last))
    {
        before.extend(steps);
        all.extend(entries);
        *there = place.or_else(|| there.take());
    } else {
        waiting.insert(at, Order::Append { steps, entries, place });
    }
}
