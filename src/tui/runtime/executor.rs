//! Carries out effects in the background and sends back messages.
//!
//! Each slot has one task; a newer request in the slot drops the connection of the older.
//! A write to a person is never replaced. `update` says what to fetch or write, and
//! `controller` passes its effects on. The executor adds only one thing: it reads the verdicts of
//! other windows when a list is read.

pub(crate) mod appends;
pub(crate) mod apply;
pub(crate) mod compute_effects;
pub(crate) mod export;
pub(crate) mod fetch;
pub(crate) mod link;
pub(crate) mod move_progress;
pub(crate) mod shutdown;
pub(crate) mod storage_effects;
pub(crate) mod sync;
pub(crate) mod worker_event;
pub(crate) mod writes;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{AbortHandle, JoinSet};

use super::storage_thread::{StorageCommand, StorageThread};
use super::workspace::{OpenError, Workspace, WorkspaceOpener};
use crate::client::{Priority, SecretString};
use crate::recruiting::paging::Urgency;
use crate::recruiting::person::{Draft, DraftId, Plan, ServerQuirks};
use crate::storage::LocalStore;
use crate::tui::app::effect::{ApiKey, HttpEffect};
use crate::tui::app::message::Message;
use crate::tui::app::request::{Slot, Ticket};
use appends::Appends;
use move_progress::MoveProgress;
use worker_event::{WorkerEvent, forward_requests};
use writes::Writes;

pub struct Executor {
    pub(crate) opener: Arc<dyn WorkspaceOpener>,
    workspace: Option<Workspace>,
    pub(crate) sender: UnboundedSender<WorkerEvent>,
    events: UnboundedReceiver<WorkerEvent>,
    running: HashMap<Slot, (Ticket, AbortHandle)>,
    opening: Option<AbortHandle>,
    syncing: Option<AbortHandle>,
    /// Writes to disk; the end of the program waits for them.
    pub(crate) saving: JoinSet<()>,
    /// The batches of stage moves in `saving`.
    pub(crate) moving: Vec<MoveProgress>,
    /// Running searches, each with the flag that stops it.
    searching: HashMap<Ticket, Arc<AtomicBool>>,
    writes: Writes,
    appends: Appends,
    /// None until the workspace is open.
    pub(crate) storage_thread: Option<StorageThread>,
    /// Where saved views go; `None` without a home directory.
    pub(crate) config_file: Option<PathBuf>,
}

impl Drop for Executor {
    fn drop(&mut self) {
        for stop in self.searching.values() {
            stop.store(true, Ordering::Relaxed);
        }
        for (_, task) in self.running.values() {
            task.abort();
        }
        for task in self.opening.iter().chain(&self.syncing) {
            task.abort();
        }
    }
}

impl Executor {
    /// Does not open the workspace yet.
    #[must_use]
    pub fn new(opener: Arc<dyn WorkspaceOpener>, config_file: Option<PathBuf>) -> Self {
        let (sender, events) = unbounded_channel();
        let (running, saving, searching) = (HashMap::new(), JoinSet::new(), HashMap::new());
        let (writes, workspace, storage_thread) = (Writes::default(), None, None);
        let (opening, syncing) = (None, None);
        let appends = Appends::default();
        Self {
            opener,
            workspace,
            sender,
            events,
            running,
            opening,
            syncing,
            saving,
            moving: Vec::new(),
            searching,
            writes,
            appends,
            storage_thread,
            config_file,
        }
    }

    /// Begins to open the workspace, in place of an earlier attempt.
    pub fn open(&mut self, key: Option<SecretString>) {
        let (opener, sender) = (Arc::clone(&self.opener), self.sender.clone());
        let progress = sender.clone();
        let report = move |text| {
            // The receiver is gone when the program ends.
            let _ = progress.send(WorkerEvent::Message(Message::Opening(text)));
        };
        let task = tokio::spawn(async move {
            let event = match opener.open(key, Box::new(report)).await {
                Ok(workspace) => WorkerEvent::Opened(Box::new(workspace)),
                Err(OpenError::NeedsKey(why)) => WorkerEvent::Message(Message::KeyNeeded(why)),
                Err(OpenError::Failed(failure)) => {
                    WorkerEvent::Message(Message::OpenFailed(failure))
                }
            };
            let _ = sender.send(event);
        });
        if let Some(before) = self.opening.replace(task.abort_handle()) {
            before.abort();
        }
    }

    /// The local storage of the open workspace.
    pub(crate) fn local_store(&self) -> Option<&LocalStore> {
        self.workspace.as_ref().map(|workspace| &workspace.local_store)
    }

    pub async fn next(&mut self) -> Message {
        tokio::select! {
            biased;
            message = self.appends.next() => message,
            // `self.sender` keeps the channel open.
            Some(event) = self.events.recv() => self.handle(event),
        }
    }

    /// The next message, if there is one already.
    pub(crate) fn try_next(&mut self) -> Option<Message> {
        let appended = self.appends.try_next();
        appended.or_else(|| self.events.try_recv().ok().map(|event| self.handle(event)))
    }

    fn handle(&mut self, event: WorkerEvent) -> Message {
        match event {
            WorkerEvent::Opened(workspace) => {
                let (title, welcome) = (workspace.title.clone(), workspace.welcome.clone());
                let is_offline = workspace.is_offline;
                forward_requests(&workspace.client, self.sender.clone());
                let (sender, append_sender) = (self.sender.clone(), self.appends.sender.clone());
                self.storage_thread.get_or_insert_with(|| {
                    StorageThread::start(workspace.local_store.clone(), move |message| {
                        // The receiver is gone when the program ends.
                        let _ = match message {
                            Message::Appended(..) => append_sender.send(message).is_ok(),
                            message => sender.send(WorkerEvent::Message(message)).is_ok(),
                        };
                    })
                });
                self.workspace = Some(*workspace);
                Message::Opened { title, welcome, is_offline }
            }
            WorkerEvent::Message(mut message) => {
                if let Message::Restored(restored) = &mut message {
                    self.appends.is_log_read = true;
                    let own_database = self.own_database();
                    restored.can_apply = own_database.is_some();
                    restored.job_templates =
                        own_database.map(|own| own.job_templates()).unwrap_or_default();
                }
                if let Message::Fetched { slot: Slot::Jobs(_) | Slot::CandidatePage(..), .. } =
                    &message
                {
                    // Verdicts of other windows are read as often as the lists are.
                    self.send_to_storage(StorageCommand::Tail);
                }
                if let Message::Fetched { slot, ticket, .. } = &message
                    && self.running.get(slot).is_some_and(|(running, _)| running == ticket)
                {
                    self.running.remove(slot);
                }
                if let Message::SimilarRows { ticket, is_done: true, .. } = &message {
                    self.searching.remove(ticket);
                }
                // The application shows the result, so it is not reported here.
                let _ = self.writes.handle(&message);
                message
            }
        }
    }

    pub fn carry_out_http(&mut self, effect: HttpEffect) {
        match effect {
            HttpEffect::Fetch { slot, limit, ticket, urgency, is_bulk } => {
                self.fetch(slot, limit, ticket, (urgency, is_bulk));
            }
            HttpEffect::Cancel(slot) => {
                if let Some((_, task)) = self.running.remove(&slot) {
                    task.abort();
                }
            }
            HttpEffect::CancelRequest(id) => {
                if let Some(workspace) = &self.workspace {
                    // The request may have just ended.
                    let _ = workspace.client.cancel(id);
                }
            }
            HttpEffect::Save { ticket, plan, quirks, draft } => {
                self.save_person(ticket, plan, quirks, draft);
            }
            HttpEffect::Sync { records, fresh_since } => self.sync(records, fresh_since),
            HttpEffect::Create { ticket, draft } => self.create(ticket, draft),
            HttpEffect::StopWriting(ticket) => self.writes.stop(ticket),
            HttpEffect::UseKey(key) => self.use_key(&key),
            HttpEffect::EndPause => {
                if let Some(workspace) = &self.workspace {
                    workspace.client.end_pause();
                }
            }
            HttpEffect::Reopen => self.open(None),
        }
    }

    fn use_key(&mut self, key: &ApiKey) {
        let key = SecretString::from(key.expose());
        match &self.workspace {
            None => self.open(Some(key)),
            Some(workspace) => {
                if let Err(error) = workspace.client.set_key(&key) {
                    let _ = self
                        .sender
                        .send(WorkerEvent::Message(Message::KeyNeeded(error.to_string())));
                }
            }
        }
    }

    fn fetch(
        &mut self,
        slot: Slot,
        limit: usize,
        ticket: Ticket,
        (urgency, is_bulk): (Urgency, bool),
    ) {
        if slot == Slot::Jobs(0) {
            // A refresh also reads the verdicts of other windows.
            self.send_to_storage(StorageCommand::Tail);
        }
        let Some(workspace) = &self.workspace else { return };
        let client = workspace.client.with_priority(priority(&slot, urgency));
        let client = if is_bulk { client.for_bulk() } else { client };
        let sender = self.sender.clone();
        let running_slot = slot.clone();
        let task = tokio::spawn(async move {
            let outcome = fetch::fetch(&client, &slot, limit).await;
            let _ = sender.send(WorkerEvent::Message(Message::Fetched { slot, ticket, outcome }));
        });
        if let Some((_, before)) = self.running.insert(running_slot, (ticket, task.abort_handle()))
        {
            before.abort();
        }
    }

    fn save_person(
        &mut self,
        ticket: Ticket,
        plan: Box<Plan>,
        quirks: ServerQuirks,
        draft: Option<DraftId>,
    ) {
        if let Some(reason) = self.opener.read_only() {
            let result = Err(writes::read_only_failure(reason));
            let _ = self.sender.send(WorkerEvent::Message(Message::Saved { ticket, result }));
            return;
        }
        // A kill in the middle must not lose the edit: its draft is on disk before it is sent.
        let written = self.drafts_written();
        if let Some(workspace) = &self.workspace {
            let target = (&workspace.client, &self.sender);
            self.writes.save(target, (ticket, draft), (plan, quirks), written);
        } else {
            let result = Err(writes::not_open_failure());
            let _ = self.sender.send(WorkerEvent::Message(Message::Saved { ticket, result }));
        }
    }

    fn create(&mut self, ticket: Ticket, draft: Box<Draft>) {
        if let Some(reason) = self.opener.read_only() {
            let result = Err(writes::read_only_failure(reason));
            let _ = self.sender.send(WorkerEvent::Message(Message::Created { ticket, result }));
            return;
        }
        // A kill in the middle must not create the person twice: the draft is marked as sent
        // on disk before it is sent.
        let draft_write = self.write_draft(Draft { sent: true, ..(*draft).clone() });
        if let Some(workspace) = &self.workspace {
            // Without a database the draft is not offered again, so the mark is not needed.
            let is_needed = workspace.local_store.file.is_ok();
            let marking = Box::pin(async move {
                draft_write.await.map_or_else(
                    |why| if is_needed { Err(why) } else { Ok(Some(why)) },
                    |()| Ok(None),
                )
            });
            self.writes.create(&workspace.client, &self.sender, ticket, draft, marking);
        } else {
            let result = Err(writes::not_open_failure());
            let _ = self.sender.send(WorkerEvent::Message(Message::Created { ticket, result }));
        }
    }

    pub(crate) fn spawn_write(&mut self, write: impl FnOnce() -> Message + Send + 'static) {
        while self.saving.try_join_next().is_some() {}
        let sender = self.sender.clone();
        self.saving.spawn_blocking(move || {
            let _ = sender.send(WorkerEvent::Message(write()));
        });
    }

    /// Whether a write to the server is in progress.
    pub(crate) fn is_sending(&self) -> bool {
        self.writes.has_running()
    }
}

/// A prefetched detail is needed with the next key or canceled, so it does not wait behind
/// the rest of a list. A detail that is read only for its dates does.
const fn priority(slot: &Slot, urgency: Urgency) -> Priority {
    match (slot, urgency) {
        (_, Urgency::Visible) | (Slot::Candidate(_) | Slot::Person(_), Urgency::Near) => {
            Priority::Interactive
        }
        (_, Urgency::Near | Urgency::Rest | Urgency::Idle) => Priority::Background,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_go_before_the_rest_of_a_list() {
        let (page, detail) = (Slot::Jobs(100), Slot::Candidate("can_1".into()));
        for (slot, urgency, expected) in [
            (&page, Urgency::Visible, Priority::Interactive),
            (&page, Urgency::Near, Priority::Background),
            (&page, Urgency::Rest, Priority::Background),
            (&detail, Urgency::Visible, Priority::Interactive),
            (&detail, Urgency::Near, Priority::Interactive),
            (&detail, Urgency::Rest, Priority::Background),
            (&detail, Urgency::Idle, Priority::Background),
        ] {
            assert_eq!(priority(slot, urgency), expected, "{slot:?} {urgency:?}");
        }
    }
}
