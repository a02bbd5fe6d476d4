//! The effects that the storage thread carries out.

use tokio::sync::oneshot;

use super::Executor;
use super::event::WorkerEvent;
use crate::recruiting::person::Draft;
use crate::recruiting::triage::{LogEntry, UndoGroup};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::Message;
use crate::tui::features::inbox::state::InboxPosition;
use crate::tui::runtime::storage_thread::command::{StorageCommand, WriteReceipt};

const NOT_OPEN: &str = "nothing is kept: the workspace is not open";
const THREAD_ENDED: &str = "nothing is kept any more: start shortlist again";
const LOG_NOT_READ: &str = "what was decided before is still being read from the disk";

impl Executor {
    /// Carries out an effect if it belongs to the storage thread. False if it does not.
    pub(crate) fn carry_out_storage(&self, effect: &Effect) -> bool {
        let command = match effect {
            Effect::SaveDraft(draft) => {
                self.save_draft(draft.clone(), Vec::new());
                return true;
            }
            Effect::DiscardDraft(id) => StorageCommand::DiscardDraft(id.clone()),
            Effect::DeleteDraft(id) => StorageCommand::DeleteDraft(id.clone()),
            Effect::RestoreDraft(id) => StorageCommand::RestoreDraft(id.clone()),
            Effect::CheckOtherEditors(person) => StorageCommand::CheckOtherEditors(person.clone()),
            Effect::LearnQuirks(quirks) => StorageCommand::LearnQuirks(*quirks),
            Effect::ForgetQuirks(quirks) => StorageCommand::ForgetQuirks(*quirks),
            Effect::SaveInboxPosition(position) => {
                StorageCommand::SaveInboxPosition(position.clone())
            }
            Effect::Tail => StorageCommand::Tail,
            Effect::MarkSeen(subjects) => StorageCommand::MarkSeen(subjects.clone()),
            Effect::LoadCachedCandidates(job) => StorageCommand::LoadCachedCandidates(job.clone()),
            Effect::LoadCachedPerson(person) => StorageCommand::LoadCachedPerson(person.clone()),
            Effect::ForgetPerson(person) => {
                if !self.send_to_storage(StorageCommand::ForgetPerson(person.clone())) {
                    let message = Message::Forgotten(person.clone(), Err(self.refusal()));
                    let _ = self.sender.send(WorkerEvent::Message(message));
                }
                return true;
            }
            _ => return false,
        };
        self.send_to_storage(command);
        true
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

    /// Writes a draft and waits for the disk: for a draft that must be marked before
    /// something that must not happen twice.
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

    pub(crate) fn append(
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
