//! What the keeper is told to do, and in which order it is done.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::recruiting::person::{Draft, DraftId, ServerQuirks};
use crate::recruiting::triage::{LogEntry, Subject, UndoGroup};
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{Candidate, JobId, Person, PersonId, Timestamp};

/// Whether something is on disk, or why not.
pub(crate) type WriteReceipt = Result<(), String>;

/// Something to be written, or to be looked up.
#[derive(Debug)]
pub(crate) enum StorageCommand {
    /// Keep a draft; these wait for it.
    Keep(Box<Draft>, Vec<oneshot::Sender<WriteReceipt>>),
    /// It is not wanted any more.
    Drop(DraftId),
    /// It is saved.
    Forget(DraftId),
    /// It is wanted after all.
    Restore(DraftId),
    /// Whether another window has a draft of them.
    WhoElse(PersonId),
    /// Something was learned of the server.
    Learn(ServerQuirks),
    /// What was remembered of the server holds no more.
    Unlearn(ServerQuirks),
    /// Steps for the log, written at once. A frame waits for them.
    Append {
        /// Which.
        steps: Vec<UndoGroup>,
        /// What was done in them.
        entries: Vec<LogEntry>,
        /// Where one is in the inbox after them.
        place: Option<InboxPosition>,
    },
    /// What other windows wrote into the log since.
    Tail,
    /// Where one is in the inbox.
    KeepPlace(InboxPosition),
    /// These were looked at.
    Looked(Vec<Subject>),
    /// A record came, then.
    Cache(CachedRecord, Timestamp),
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
pub(crate) enum CachedRecord {
    /// A candidate.
    Candidate(Box<Candidate>),
    /// A person.
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

/// The next order, when all that are there were looked at; none at the end. When
/// `due` comes, the records that came are written.
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

/// Puts an order behind the others. What was typed since replaces what was to be
/// kept before, unless something else is to be done with that draft in between.
/// Steps go before all that nobody waits for.
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
        // It would be written after the newer one.
        waiting.retain(|before| !matches!(before, StorageCommand::KeepPlace(_)));
    }
    // Somebody is not forgotten after what was done since.
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
