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
    pub(crate) fn keep(&self, effect: &Effect) -> bool {
        let command = match effect {
            Effect::KeepDraft(draft) => {
                self.keep_draft(draft.clone(), Vec::new());
                return true;
            }
            Effect::DropDraft(id) => StorageCommand::Drop(id.clone()),
            Effect::ForgetDraft(id) => StorageCommand::Forget(id.clone()),
            Effect::RestoreDraft(id) => StorageCommand::Restore(id.clone()),
            Effect::WhoElse(person) => StorageCommand::WhoElse(person.clone()),
            Effect::Learn(habits) => StorageCommand::Learn(*habits),
            Effect::Unlearn(habits) => StorageCommand::Unlearn(*habits),
            Effect::KeepPlace(place) => StorageCommand::KeepPlace(place.clone()),
            Effect::Tail => StorageCommand::Tail,
            Effect::Looked(whom) => StorageCommand::Looked(whom.clone()),
            Effect::Recall(job) => StorageCommand::Recall(job.clone()),
            Effect::RecallPerson(person) => StorageCommand::RecallPerson(person.clone()),
            Effect::ForgetPerson(person) => {
                if !self.send_to_storage(StorageCommand::ForgetPerson(person.clone())) {
                    let forgotten = Message::Forgotten(person.clone(), Err(self.refusal()));
                    let _ = self.sender.send(WorkerEvent::Message(forgotten));
                }
                return true;
            }
            _ => return false,
        };
        self.send_to_storage(command);
        true
    }

    /// Writes a draft, then calls `then` once it is on disk.
    pub fn keep_then(&mut self, draft: Box<Draft>, then: impl FnOnce() + Send + 'static) {
        let (answer, answered) = oneshot::channel();
        self.keep_draft(draft, vec![answer]);
        self.saving.spawn(async move {
            if let Ok(Ok(())) = answered.await {
                then();
            }
        });
    }

    fn keep_draft(&self, draft: Box<Draft>, waiting: Vec<oneshot::Sender<WriteReceipt>>) {
        let id = draft.id.clone();
        if !self.send_to_storage(StorageCommand::Keep(draft, waiting)) {
            let kept = Message::DraftKept(id, Err(self.refusal()));
            let _ = self.sender.send(WorkerEvent::Message(kept));
        }
    }

    /// Writes a draft and waits for the disk: for a draft that must be marked before
    /// something that must not happen twice.
    pub fn kept(&self, draft: Draft) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        // Without a thread the sender is dropped, and the future fails.
        self.send_to_storage(StorageCommand::Keep(Box::new(draft), vec![answer]));
        let refusal = self.refusal();
        async move { answered.await.unwrap_or(Err(refusal)) }
    }

    fn refusal(&self) -> String {
        if self.keeper.is_some() { THREAD_ENDED } else { NOT_OPEN }.to_owned()
    }

    pub(crate) fn send_to_storage(&self, command: StorageCommand) -> bool {
        self.keeper.as_ref().is_some_and(|thread| thread.send(command))
    }

    /// How many steps are not on disk yet.
    #[must_use]
    pub fn unwritten(&self) -> usize {
        self.appends.len()
    }

    /// Waits for the next step that was written, or could not be.
    pub async fn written(&mut self) -> Message {
        self.appends.next().await
    }

    /// The same, if it is known already.
    pub fn written_ready(&mut self) -> Option<Message> {
        self.appends.ready()
    }

    pub(crate) fn append(
        &mut self,
        step: UndoGroup,
        entries: Vec<LogEntry>,
        place: Option<InboxPosition>,
    ) {
        self.appends.pending.insert(step.clone());
        let failure = if self.keeper.is_some() && !self.appends.is_begun {
            Some(LOG_NOT_READ.to_owned())
        } else {
            let steps = vec![step.clone()];
            let is_accepted =
                self.send_to_storage(StorageCommand::Append { steps, entries, place });
            (!is_accepted).then(|| self.refusal())
        };
        if let Some(why) = failure {
            let _ = self.appends.sender.send(Message::Appended(step, Err(why)));
        }
    }
}
