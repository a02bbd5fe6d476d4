//! What the keeper is told to do, and in which order it is done.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

use tokio::sync::oneshot;

use crate::app::edit::{Draft, DraftId, Habits};
use crate::wire::PersonId;

/// Whether a draft is on disk, or why not.
pub(super) type Kept = Result<(), String>;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Order {
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
}

impl Order {
    const fn draft(&self) -> Option<&DraftId> {
        match self {
            Self::Keep(draft, _) => Some(&draft.id),
            Self::Drop(id) | Self::Forget(id) | Self::Restore(id) => Some(id),
            Self::WhoElse(_) | Self::Learn(_) | Self::Unlearn(_) => None,
        }
    }
}

/// The next order, when all that are there were looked at; none at the end.
pub(super) fn next(given: &Receiver<Order>, waiting: &mut VecDeque<Order>) -> Option<Order> {
    if waiting.is_empty() {
        waiting.push_back(given.recv().ok()?);
    }
    for order in given.try_iter() {
        take_in(waiting, order);
    }
    waiting.pop_front()
}

/// Puts an order behind the others. What was typed since replaces what was to be
/// kept before, unless something else is to be done with that draft in between.
pub(super) fn take_in(waiting: &mut VecDeque<Order>, order: Order) {
    let last = waiting.iter_mut().rev().find(|before| before.draft() == order.draft());
    match (last, order) {
        (Some(Order::Keep(before, answers)), Order::Keep(draft, more)) => {
            *before = draft;
            answers.extend(more);
        }
        (_, order) => waiting.push_back(order),
    }
}
