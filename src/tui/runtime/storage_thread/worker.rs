//! The storage thread's own side: carries out one command after the other.
//!
//! [`StorageWorker::carry_out`] names every command: a new one does not compile until it has an
//! arm. The commands about triage are in `triage`, those about the mirror in `mirror`.

use std::collections::HashSet;
use std::time::Instant;

use super::command::{StorageCommand, WriteReceipt};
use crate::recruiting::person::{Draft, DraftId};
use crate::storage::mirror::{MirrorSession, MirrorWrite};
use crate::storage::{LocalStore, Storage, StorageError};
use crate::tui::app::last_screen::SavedScreen;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;
use crate::wire::{PersonId, Timestamp};

pub(super) struct StorageWorker {
    pub(super) store: LocalStore,
    /// None until the file can be opened.
    storage: Option<Storage>,
    /// People who have a draft in another window, as reported to the UI.
    edited_elsewhere: HashSet<PersonId>,
    /// The number of the last log entry that was read.
    pub(super) log_seq: i64,
    pub(super) buffer: WriteBuffer,
    pub(super) mirror: MirrorBuffer,
}

/// Written together, since no caller waits for it.
#[derive(Default)]
pub(super) struct WriteBuffer {
    /// The screen to store.
    pub(super) screen: Option<SavedScreen>,
    /// When to write it and the mirror, even if no more arrives.
    pub(super) due: Option<Instant>,
}

/// The part of the worker that belongs to the mirror.
#[derive(Default)]
pub(super) struct MirrorBuffer {
    pub(super) writes: Vec<MirrorWrite>,
    pub(super) session: MirrorSession,
    /// When the program was used before this session.
    pub(super) last_visit: Option<Timestamp>,
    /// Whether a failed write was reported to the user.
    pub(super) is_failure_reported: bool,
}

impl StorageWorker {
    pub(super) fn new(store: LocalStore) -> Self {
        Self {
            store,
            storage: None,
            edited_elsewhere: HashSet::new(),
            log_seq: 0,
            buffer: WriteBuffer::default(),
            mirror: MirrorBuffer::default(),
        }
    }

    /// When to write the buffered records.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.buffer.due
    }

    pub(super) fn storage(&mut self) -> Result<&mut Storage, String> {
        let storage = match self.storage.take() {
            Some(storage) => storage,
            None => self.store.open()?,
        };
        Ok(self.storage.insert(storage))
    }

    pub(super) fn restore(&mut self) -> Restored {
        let store = self.store.clone();
        let mut result = self.storage().map(|storage| store.restore(storage));
        if let Ok((_, Err(StorageError::Damaged))) = result {
            self.storage = None;
            let reopened = store.reopen_damaged();
            result = reopened.map(|storage| store.restore(self.storage.insert(storage)));
        }
        match result {
            Ok((restored, seq)) => {
                self.log_seq = seq.unwrap_or(0);
                restored
            }
            Err(why) => store.unavailable(&why),
        }
    }

    /// Reports that another window has a draft of this person: each time the UI asks, but
    /// only once while it writes drafts.
    fn report_other_editor(
        &mut self,
        person: PersonId,
        is_requested: bool,
        notify: &impl Fn(Message),
    ) {
        let server = self.store.server.clone();
        let is_edited = self.storage().map(|storage| storage.is_edited_elsewhere(&server, &person));
        // An error is no loss: the record is compared before it is sent.
        let Ok(Ok(true)) = is_edited else {
            self.edited_elsewhere.remove(&person);
            return;
        };
        if self.edited_elsewhere.insert(person.clone()) || is_requested {
            notify(Message::EditedElsewhere(person));
        }
    }

    pub(super) fn carry_out(
        &mut self,
        command: StorageCommand,
        notify: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        match command {
            StorageCommand::SaveDraft(draft, senders) => {
                let receipt = self.save_draft(&draft);
                for sender in senders {
                    // The receiver may be gone.
                    let _ = sender.send(receipt.clone());
                }
                notify(Message::DraftSaved(draft.id, receipt));
                if let Some(person) = draft.form.person {
                    self.report_other_editor(person, false, notify);
                }
            }
            StorageCommand::DiscardDraft(DraftId(id)) => {
                let now = Timestamp::now();
                report_discard_failure(
                    self.with_storage(|storage| storage.discard_draft(&id, now)),
                    notify,
                );
            }
            StorageCommand::DeleteDraft(DraftId(id)) => {
                report_discard_failure(
                    self.with_storage(|storage| storage.delete_draft(&id)),
                    notify,
                );
            }
            StorageCommand::RestoreDraft(id) => {
                let receipt = self.with_storage(|storage| storage.restore_draft(&id.0));
                notify(Message::DraftSaved(id, receipt));
            }
            StorageCommand::CheckOtherEditors(person) => {
                self.report_other_editor(person, true, notify);
            }
            StorageCommand::LearnQuirks(quirks) => {
                self.update_quirks(notify, |store, storage| store.learn(storage, quirks));
            }
            StorageCommand::ForgetQuirks(quirks) => {
                self.update_quirks(notify, |store, storage| store.unlearn(storage, quirks));
            }
            StorageCommand::Append { groups, entries, position } => {
                self.append(groups, &entries, position.as_ref(), notify);
            }
            StorageCommand::Tail => self.tail(&HashSet::new(), notify),
            StorageCommand::SaveInboxPosition(position) => {
                self.save_inbox_position(&position, notify);
            }
            StorageCommand::SaveScreen(screen) => self.save_screen(*screen),
            StorageCommand::MarkSeen(subjects) => self.mark_seen(&subjects, notify),
            StorageCommand::Cache(record, at) => self.cache(&record, at, notify),
            StorageCommand::Mirror(write) => self.mirror(*write, notify),
            StorageCommand::Flush => self.flush(notify),
            StorageCommand::Confirm(sender) => drop(sender),
            StorageCommand::FindPeople(ticket, search) => self.find_people(ticket, &search, notify),
            StorageCommand::LoadCandidate(candidate) => self.load_candidate(&candidate, notify),
            StorageCommand::LoadJob(job) => self.load_job(&job, notify),
            StorageCommand::LoadCachedCandidates(job) => self.load_cached_candidates(job, notify),
            StorageCommand::LoadAllCandidates => self.load_all_candidates(notify),
            StorageCommand::LoadCachedPeople => self.load_cached_people(notify),
            StorageCommand::LoadCachedPerson(person) => self.load_cached_person(&person, notify),
            StorageCommand::LoadChanges(since) => self.load_changes(since, notify),
            StorageCommand::ForgetPerson(person) => self.forget_person(person, notify),
        }
    }

    fn update_quirks(
        &mut self,
        notify: &impl Fn(Message),
        write: impl FnOnce(&LocalStore, &Storage) -> Result<(), String>,
    ) {
        let store = self.store.clone();
        if let Err(why) = self.storage().and_then(|storage| write(&store, storage)) {
            let text = format!("Server quirks were not saved: {why}");
            notify(Message::Notice(text));
        }
    }

    fn save_draft(&mut self, draft: &Draft) -> WriteReceipt {
        let store = self.store.clone();
        self.with_storage(|storage| storage.save_draft(&store.draft_row(storage, draft)))
    }

    pub(super) fn with_storage(
        &mut self,
        write: impl FnOnce(&Storage) -> Result<(), StorageError>,
    ) -> WriteReceipt {
        write(self.storage()?).map_err(|error| error.to_string())
    }
}

fn report_discard_failure(receipt: WriteReceipt, notify: &impl Fn(Message)) {
    if let Err(why) = receipt {
        notify(Message::Notice(format!("This edit will be offered again: {why}")));
    }
}
