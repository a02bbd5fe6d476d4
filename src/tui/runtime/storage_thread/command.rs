//! The commands of the storage thread, and the order in which it takes them.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::recruiting::person::{Draft, DraftId, ServerQuirks};
use crate::recruiting::search::SearchWords;
use crate::recruiting::triage::{LogEntry, Subject, UndoGroup};
use crate::storage::mirror::MirrorWrite;
use crate::tui::app::effect::CachedRecord;
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::request::Ticket;
use crate::tui::features::inbox::state::InboxPosition;
use crate::wire::{CandidateId, JobId, PersonId, Timestamp};

pub(crate) type WriteReceipt = Result<(), String>;

#[derive(Debug)]
pub(crate) enum StorageCommand {
    /// The senders get the result of the write.
    SaveDraft(Box<Draft>, Vec<oneshot::Sender<WriteReceipt>>),
    DiscardDraft(DraftId),
    /// The draft was saved to the server.
    DeleteDraft(DraftId),
    RestoreDraft(DraftId),
    /// Check whether another window has a draft about this person.
    CheckOtherEditors(PersonId),
    LearnQuirks(ServerQuirks),
    ForgetQuirks(ServerQuirks),
    /// Written before everything else: a frame waits for it.
    Append {
        groups: Vec<UndoGroup>,
        entries: Vec<LogEntry>,
        position: Option<InboxPosition>,
    },
    /// Read what other windows wrote to the log.
    Tail,
    SaveInboxPosition(InboxPosition),
    SaveScreen(Box<SavedScreen>),
    MarkSeen(Vec<Subject>),
    Cache(CachedRecord, Timestamp),
    Mirror(Box<MirrorWrite>),
    /// Write the buffered records and the buffered screen.
    Flush,
    /// Drop the sender: the drafts that were sent before are written, or could not be.
    Confirm(oneshot::Sender<()>),
    FindPeople(Ticket, SearchWords),
    LoadJob(JobId),
    LoadCandidate(CandidateId),
    LoadCachedCandidates(JobId),
    LoadAllCandidates,
    LoadCachedPerson(PersonId),
    LoadCachedPeople,
    LoadChanges(Option<Timestamp>),
    ForgetPerson(PersonId),
}

impl StorageCommand {
    const fn draft(&self) -> Option<&DraftId> {
        match self {
            Self::SaveDraft(draft, _) => Some(&draft.id),
            Self::DiscardDraft(id) | Self::DeleteDraft(id) | Self::RestoreDraft(id) => Some(id),
            _ => None,
        }
    }
}

/// Takes all pending commands into the queue and returns its first; None at the end. At
/// `due` it returns `Flush`.
pub(crate) fn next(
    receiver: &Receiver<StorageCommand>,
    queue: &mut VecDeque<StorageCommand>,
    due: Option<Instant>,
) -> Option<StorageCommand> {
    if queue.is_empty() {
        let first = match due.map(|due| due.saturating_duration_since(Instant::now())) {
            None => receiver.recv().ok()?,
            Some(timeout) => match receiver.recv_timeout(timeout) {
                Ok(command) => command,
                Err(RecvTimeoutError::Timeout) => StorageCommand::Flush,
                Err(RecvTimeoutError::Disconnected) => return None,
            },
        };
        queue.push_back(first);
    }
    for command in receiver.try_iter() {
        enqueue(queue, command);
    }
    queue.pop_front()
}

/// Queues a command. A newer version of a draft replaces the queued one, unless another
/// command about that draft comes in between. Appends go before all background commands.
pub(crate) fn enqueue(queue: &mut VecDeque<StorageCommand>, command: StorageCommand) {
    match command {
        StorageCommand::Append { groups, entries, position } => {
            append(queue, groups, entries, position);
        }
        StorageCommand::Tail
            if queue.iter().any(|before| matches!(before, StorageCommand::Tail)) => {}
        StorageCommand::SaveInboxPosition(position) => {
            queue.retain(|before| !matches!(before, StorageCommand::SaveInboxPosition(_)));
            queue.push_back(StorageCommand::SaveInboxPosition(position));
        }
        StorageCommand::SaveDraft(draft, senders) => {
            let last = queue.iter_mut().rev().find(|before| before.draft() == Some(&draft.id));
            if let Some(StorageCommand::SaveDraft(before, queued_senders)) = last {
                *before = draft;
                queued_senders.extend(senders);
            } else {
                queue.push_back(StorageCommand::SaveDraft(draft, senders));
            }
        }
        command => queue.push_back(command),
    }
}

fn append(
    queue: &mut VecDeque<StorageCommand>,
    groups: Vec<UndoGroup>,
    entries: Vec<LogEntry>,
    position: Option<InboxPosition>,
) {
    if position.is_some() {
        // The queued position is older but would be written later.
        queue.retain(|before| !matches!(before, StorageCommand::SaveInboxPosition(_)));
    }
    // An append must not be moved before an earlier ForgetPerson, which would delete it.
    let is_before = |command: &StorageCommand| {
        matches!(command, StorageCommand::Append { .. } | StorageCommand::ForgetPerson(_))
    };
    let at = queue.iter().rposition(is_before).map_or(0, |last| last + 1);
    if let Some(StorageCommand::Append {
        groups: last_groups,
        entries: last_entries,
        position: last_position,
    }) = at.checked_sub(1).and_then(|last| queue.get_mut(last))
    {
        last_groups.extend(groups);
        last_entries.extend(entries);
        *last_position = position.or_else(|| last_position.take());
    } else {
        queue.insert(at, StorageCommand::Append { groups, entries, position });
    }
}
