//! The effects that write to disk: most go to the storage thread, files are written on a
//! blocking thread.

use std::path::PathBuf;

use tokio::sync::oneshot;

use super::Executor;
use super::export;
use super::worker_event::WorkerEvent;
use crate::config;
use crate::config::SavedView;
use crate::recruiting::person::Draft;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::app::effect::StorageEffect;
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::storage_thread::command::{StorageCommand, WriteReceipt};
use crate::wire::{PersonId, Timestamp};

const NO_CONFIG_FILE: &str = "The view is kept only until you quit: no config file can be written";
const NOT_OPEN: &str = "the workspace is not open";
const THREAD_ENDED: &str = "storage has stopped; restart shortlist";
const LOG_NOT_READ: &str = "your verdicts are still loading; try again in a moment";

impl Executor {
    pub fn carry_out_storage(&mut self, effect: StorageEffect) {
        let command = match effect {
            StorageEffect::SaveDraft(draft) => return self.save_draft(draft, Vec::new()),
            StorageEffect::Append { group, entries, position } => {
                return self.append(group, entries, position);
            }
            StorageEffect::Apply { ticket, moves } => return self.apply(ticket, moves),
            StorageEffect::ChangeJob { ticket, request } => {
                return self.change_job(ticket, request);
            }
            StorageEffect::Export { path, text, replace } => {
                return self
                    .spawn_write(move || Message::Exported(export::export(&path, &text, replace)));
            }
            StorageEffect::SaveView(view) => {
                let file = self.config_file.clone();
                return self.spawn_write(move || Message::ViewSaved(save_view(file, &view)));
            }
            StorageEffect::ForgetPerson(person) => return self.forget_person(person),
            StorageEffect::DiscardDraft(id) => StorageCommand::DiscardDraft(id),
            StorageEffect::DeleteDraft(id) => StorageCommand::DeleteDraft(id),
            StorageEffect::RestoreDraft(id) => StorageCommand::RestoreDraft(id),
            StorageEffect::CheckOtherEditors(person) => StorageCommand::CheckOtherEditors(person),
            StorageEffect::LearnQuirks(quirks) => StorageCommand::LearnQuirks(quirks),
            StorageEffect::ForgetQuirks(quirks) => StorageCommand::ForgetQuirks(quirks),
            StorageEffect::SaveInboxPosition(position) => {
                StorageCommand::SaveInboxPosition(position)
            }
            StorageEffect::SaveScreen(screen) => StorageCommand::SaveScreen(screen),
            StorageEffect::Tail => StorageCommand::Tail,
            StorageEffect::MarkSeen(subjects) => StorageCommand::MarkSeen(subjects),
            StorageEffect::Cache(record) => StorageCommand::Cache(record, Timestamp::now()),
            StorageEffect::Mirror(write) => StorageCommand::Mirror(write),
            StorageEffect::FindPeople { ticket, search } => {
                StorageCommand::FindPeople(ticket, search)
            }
            StorageEffect::LoadCandidate(candidate) => StorageCommand::LoadCandidate(candidate),
            StorageEffect::LoadJob(job) => StorageCommand::LoadJob(job),
            StorageEffect::LoadCachedCandidates(job) => StorageCommand::LoadCachedCandidates(job),
            StorageEffect::LoadAllCandidates => StorageCommand::LoadAllCandidates,
            StorageEffect::LoadCachedPeople => StorageCommand::LoadCachedPeople,
            StorageEffect::LoadChanges { since } => StorageCommand::LoadChanges(since),
            StorageEffect::LoadCachedPerson(person) => StorageCommand::LoadCachedPerson(person),
        };
        self.send_to_storage(command);
    }

    fn forget_person(&self, person: PersonId) {
        if !self.send_to_storage(StorageCommand::ForgetPerson(person.clone())) {
            let message = Message::Forgotten(person, Err(self.refusal()));
            let _ = self.sender.send(WorkerEvent::Message(message));
        }
    }

    /// Writes a draft, then calls `then` once it is on disk.
    pub(crate) fn save_draft_then(
        &mut self,
        draft: Box<Draft>,
        then: impl FnOnce() + Send + 'static,
    ) {
        let (sender, receiver) = oneshot::channel();
        self.save_draft(draft, vec![sender]);
        self.saving.spawn(async move {
            if let Ok(Ok(())) = receiver.await {
                then();
            }
        });
    }

    fn save_draft(&self, draft: Box<Draft>, senders: Vec<oneshot::Sender<WriteReceipt>>) {
        let id = draft.id.clone();
        if !self.send_to_storage(StorageCommand::SaveDraft(draft, senders)) {
            let message = Message::DraftSaved(id, Err(self.refusal()));
            let _ = self.sender.send(WorkerEvent::Message(message));
        }
    }

    /// Writes a draft and waits until it is on disk: a create must not be sent before its draft
    /// is marked as sent.
    pub(crate) fn write_draft(
        &self,
        draft: Draft,
    ) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let (sender, receiver) = oneshot::channel();
        // Without a thread the sender is dropped, and the future fails.
        self.send_to_storage(StorageCommand::SaveDraft(Box::new(draft), vec![sender]));
        let refusal = self.refusal();
        async move { receiver.await.unwrap_or(Err(refusal)) }
    }

    /// Waits until all drafts so far are on disk, or could not be written.
    pub(crate) fn drafts_written(&self) -> impl Future<Output = ()> + Send + use<> {
        let (sender, receiver) = oneshot::channel();
        self.send_to_storage(StorageCommand::Confirm(sender));
        async move {
            // The thread drops the sender in its turn; without a thread it is dropped at once.
            let _ = receiver.await;
        }
    }

    fn refusal(&self) -> String {
        if self.storage_thread.is_some() { THREAD_ENDED } else { NOT_OPEN }.to_owned()
    }

    pub(crate) fn send_to_storage(&self, command: StorageCommand) -> bool {
        self.storage_thread.as_ref().is_some_and(|thread| thread.send(command))
    }

    /// How many steps are not on disk yet.
    #[must_use]
    pub fn unwritten_count(&self) -> usize {
        self.appends.len()
    }

    /// Waits for the next step that was written, or could not be.
    pub async fn next_written(&mut self) -> Message {
        self.appends.next().await
    }

    /// The same, if it is known already.
    pub(crate) fn try_next_written(&mut self) -> Option<Message> {
        self.appends.try_next()
    }

    fn append(
        &mut self,
        group: UndoGroup,
        entries: Vec<LogEntry>,
        position: Option<InboxPosition>,
    ) {
        self.appends.pending.insert(group.clone());
        let failure = if self.storage_thread.is_some() && !self.appends.is_log_read {
            Some(LOG_NOT_READ.to_owned())
        } else {
            let groups = vec![group.clone()];
            let is_accepted =
                self.send_to_storage(StorageCommand::Append { groups, entries, position });
            (!is_accepted).then(|| self.refusal())
        };
        if let Some(why) = failure {
            let _ = self.appends.sender.send(Message::Appended(group, Err(why)));
        }
    }
}

fn save_view(file: Option<PathBuf>, view: &SavedView) -> Result<String, String> {
    let Some(file) = file else {
        return Err(NO_CONFIG_FILE.to_owned());
    };
    config::save_view(&file, view).map_err(|error| error.to_string())?;
    Ok(format!("Saved the view {} in {}", view.name, file.display()))
}
