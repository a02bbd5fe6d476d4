//! The commands of the storage thread, and the order in which it takes them.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::recruiting::person::{Draft, DraftId, ServerQuirks};
use crate::recruiting::triage::{LogEntry, Subject, UndoGroup};
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{Candidate, JobId, Person, PersonId, Timestamp};

pub(crate) type WriteReceipt = Result<(), String>;

#[derive(Debug)]
pub(crate) enum StorageCommand {
    /// The senders are told when the draft is on disk.
    Keep(Box<Draft>, Vec<oneshot::Sender<WriteReceipt>>),
    Drop(DraftId),
    /// The draft was saved to the server.
    Forget(DraftId),
    Restore(DraftId),
    /// Check whether another window has a draft about this person.
    WhoElse(PersonId),
    Learn(ServerQuirks),
    Unlearn(ServerQuirks),
    /// Written before everything else: a frame waits for it.
    Append {
        steps: Vec<UndoGroup>,
        entries: Vec<LogEntry>,
        place: Option<InboxPosition>,
    },
    /// Read what other windows wrote to the log.
    Tail,
    KeepPlace(InboxPosition),
    Looked(Vec<Subject>),
    Cache(CachedRecord, Timestamp),
    /// Write the buffered records.
    Flush,
    /// The candidates of a job that came before are wanted.
    Recall(JobId),
    /// A person who came before is wanted.
    RecallPerson(PersonId),
    /// Nothing of a person shall be left.
    ForgetPerson(PersonId),
}

#[derive(Debug)]
pub(crate) enum CachedRecord {
    Candidate(Box<Candidate>),
    Person(Box<Person>),
}

impl StorageCommand {
    const fn draft(&self) -> Option<&DraftId> {
        match self {
            Self::Keep(draft, _) => Some(&draft.id),
            Self::Drop(id) | Self::Forget(id) | Self::Restore(id) => Some(id),
            _ => None,
        }
    }
}

/// Takes all pending commands into the queue and returns its first; None at the end. At
/// `due` it returns `Flush`.
pub(crate) fn next(
    given: &Receiver<StorageCommand>,
    waiting: &mut VecDeque<StorageCommand>,
    due: Option<Instant>,
) -> Option<StorageCommand> {
    if waiting.is_empty() {
        let first = match due.map(|due| due.saturating_duration_since(Instant::now())) {
            None => given.recv().ok()?,
            Some(patience) => match given.recv_timeout(patience) {
                Ok(order) => order,
                Err(RecvTimeoutError::Timeout) => StorageCommand::Flush,
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

/// Queues a command. A newer version of a draft replaces the queued one, unless another
/// command about that draft comes in between. Appends go before all background commands.
pub(crate) fn take_in(waiting: &mut VecDeque<StorageCommand>, order: StorageCommand) {
    match order {
        StorageCommand::Append { steps, entries, place } => append(waiting, steps, entries, place),
        StorageCommand::Tail
            if waiting.iter().any(|before| matches!(before, StorageCommand::Tail)) => {}
        StorageCommand::KeepPlace(place) => {
            waiting.retain(|before| !matches!(before, StorageCommand::KeepPlace(_)));
            waiting.push_back(StorageCommand::KeepPlace(place));
        }
        StorageCommand::Keep(draft, more) => {
            let last = waiting.iter_mut().rev().find(|before| before.draft() == Some(&draft.id));
            if let Some(StorageCommand::Keep(before, answers)) = last {
                *before = draft;
                answers.extend(more);
            } else {
                waiting.push_back(StorageCommand::Keep(draft, more));
            }
        }
        order => waiting.push_back(order),
    }
}

fn append(
    waiting: &mut VecDeque<StorageCommand>,
    steps: Vec<UndoGroup>,
    entries: Vec<LogEntry>,
    place: Option<InboxPosition>,
) {
    if place.is_some() {
        // The queued position is older but would be written later.
        waiting.retain(|before| !matches!(before, StorageCommand::KeepPlace(_)));
    }
    // An append must not be moved before an earlier ForgetPerson, which would delete it.
    let is_before = |order: &StorageCommand| {
        matches!(order, StorageCommand::Append { .. } | StorageCommand::ForgetPerson(_))
    };
    let at = waiting.iter().rposition(is_before).map_or(0, |last| last + 1);
    if let Some(StorageCommand::Append { steps: before, entries: all, place: there }) =
        at.checked_sub(1).and_then(|last| waiting.get_mut(last))
    {
        before.extend(steps);
        all.extend(entries);
        *there = place.or_else(|| there.take());
    } else {
        waiting.insert(at, StorageCommand::Append { steps, entries, place });
    }
}
