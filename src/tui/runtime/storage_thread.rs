//! The keeper of drafts and verdicts: one thread that owns what this machine remembers.
//!
//! It writes in the order in which it is told, off the UI's thread, and outlives
//! a panic elsewhere: what it was told before is written. What cannot be written
//! is told in words, and the next order tries again. It decides nothing about
//! drafts; `update` says when one is kept, dropped or wanted again.

pub mod command;
pub mod local_store;
#[cfg(test)]
mod tests;
pub mod triage;

pub(crate) use command::{CachedRecord, StorageCommand};
pub use local_store::LocalStore;

use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use chrono::Utc;
use tokio::sync::oneshot;

use super::executor::{Executor, WorkerEvent};
use crate::recruiting::person::{Draft, DraftId};
use crate::storage::{DraftRow, Storage, StorageError};
use crate::tui::app::effect::Effect;
use crate::tui::app::message::Message;
use crate::tui::app::restored::Restored;
use crate::wire::PersonId;
use command::{WriteReceipt, next};
use triage::WriteBuffer;

/// What is said when nobody keeps anything.
const NOBODY: &str = "nothing is kept: the workspace is not open";
/// The same, when whoever did it is gone.
const GONE: &str = "nothing is kept any more: start shortlist again";

/// The way to the thread.
pub(crate) struct StorageThread {
    /// Gone when no more is to be written.
    orders: Option<Sender<StorageCommand>>,
    /// Closed when all of it was.
    ended: Receiver<()>,
}

impl StorageThread {
    /// Starts it. First of all it tells what is remembered.
    pub(crate) fn start(
        memories: LocalStore,
        tell: impl Fn(Message) + Clone + Send + 'static,
    ) -> Self {
        Self::start_with(memories, tell, |work| {
            thread::Builder::new().name("keeper".to_owned()).spawn(work).map(drop)
        })
    }

    fn start_with(
        memories: LocalStore,
        tell: impl Fn(Message) + Clone + Send + 'static,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<()>,
    ) -> Self {
        let (orders, given) = channel();
        let (end, ended) = channel();
        let (told, nothing) = (tell.clone(), memories.clone());
        let work = move || {
            let _end: Sender<()> = end;
            let (local, elsewhere, shelf) = (None, HashSet::new(), WriteBuffer::default());
            let mut desk = StorageWorker { memories, local, elsewhere, shelf };
            tell(Message::Remembered(Box::new(desk.remember())));
            let mut waiting = VecDeque::new();
            while let Some(order) = next(&given, &mut waiting, desk.shelf.due()) {
                desk.carry_out(order, &tell);
            }
            desk.flush(&tell);
        };
        if let Err(error) = spawn(Box::new(work)) {
            let nothing = nothing.nothing(&error.to_string());
            told(Message::Remembered(Box::new(nothing)));
        }
        Self { orders: Some(orders), ended }
    }

    fn order(&self, order: StorageCommand) -> bool {
        self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok())
    }

    /// Waits until everything is written, though not longer than this.
    pub(crate) fn end(&mut self, patience: Duration) {
        if let Some(orders) = self.orders.take() {
            drop(orders);
            // Closed when all is written; whoever is late is told by its waiter.
            let _ = self.ended.recv_timeout(patience);
        }
    }
}

impl Drop for StorageThread {
    fn drop(&mut self) {
        // Somebody let go of it who had no time for more: a panic, most likely.
        self.end(super::executor::LAST);
    }
}

impl Executor {
    /// Whether an effect is the keeper's business; it is carried out then.
    pub(crate) fn keep(&self, effect: &Effect) -> bool {
        let order = match effect {
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
                if !self.order(StorageCommand::ForgetPerson(person.clone())) {
                    let forgotten = Message::Forgotten(person.clone(), Err(self.nobody()));
                    let _ = self.sender.send(WorkerEvent::Message(forgotten));
                }
                return true;
            }
            _ => return false,
        };
        self.order(order);
        true
    }

    /// Keeps a draft, and does something when it is on disk.
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
        if !self.order(StorageCommand::Keep(draft, waiting)) {
            let kept = Message::DraftKept(id, Err(self.nobody()));
            let _ = self.sender.send(WorkerEvent::Message(kept));
        }
    }

    /// Keeps a draft, and says when it is on disk: before something is done
    /// that must not be done twice.
    pub fn kept(&self, draft: Draft) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        // Nobody there drops the answer.
        self.order(StorageCommand::Keep(Box::new(draft), vec![answer]));
        let nobody = self.nobody();
        async move { answered.await.unwrap_or(Err(nobody)) }
    }

    pub(crate) fn nobody(&self) -> String {
        if self.keeper.is_some() { GONE } else { NOBODY }.to_owned()
    }

    pub(crate) fn order(&self, order: StorageCommand) -> bool {
        self.keeper.as_ref().is_some_and(|keeper| keeper.order(order))
    }
}

/// Where the keeper writes.
struct StorageWorker {
    memories: LocalStore,
    /// None as long as it cannot be opened.
    local: Option<Storage>,
    /// Whom other windows edit, as far as it was told.
    elsewhere: HashSet<PersonId>,
    /// Verdicts and cached records.
    shelf: WriteBuffer,
}

impl StorageWorker {
    fn local(&mut self) -> Result<&mut Storage, String> {
        let local = match self.local.take() {
            Some(local) => local,
            None => self.memories.open()?,
        };
        Ok(self.local.insert(local))
    }

    fn remember(&mut self) -> Restored {
        let memories = self.memories.clone();
        match self.local() {
            Ok(local) => {
                let (memory, seq) = memories.remembered(local);
                self.shelf.seq = seq;
                memory
            }
            Err(told) => memories.nothing(&told),
        }
    }

    /// Tells that another window has a draft of somebody; to who keeps one, once.
    fn who_else(&mut self, person: PersonId, is_asked: bool, tell: &impl Fn(Message)) {
        let server = self.memories.server.clone();
        let asked = self.local().map(|local| local.is_edited_elsewhere(&server, &person));
        // Where it cannot be told, the record is compared before it is sent.
        let Ok(Ok(true)) = asked else {
            self.elsewhere.remove(&person);
            return;
        };
        if self.elsewhere.insert(person.clone()) || is_asked {
            tell(Message::AlsoEdited(person));
        }
    }

    fn carry_out(
        &mut self,
        order: StorageCommand,
        tell: &(impl Fn(Message) + Clone + Send + 'static),
    ) {
        match order {
            StorageCommand::Keep(draft, waiting) => {
                let kept = self.keep(&draft);
                for answer in waiting {
                    // They may have gone meanwhile.
                    let _ = answer.send(kept.clone());
                }
                tell(Message::DraftKept(draft.id, kept));
                if let Some(person) = draft.form.person {
                    self.who_else(person, false, tell);
                }
            }
            StorageCommand::Drop(DraftId(id)) => {
                let now = Utc::now().into();
                gone(self.with(|local| local.drop_draft(&id, now)), tell);
            }
            StorageCommand::Forget(DraftId(id)) => {
                gone(self.with(|local| local.forget_draft(&id)), tell)
            }
            StorageCommand::Restore(id) => {
                let kept = self.with(|local| local.restore_draft(&id.0));
                tell(Message::DraftKept(id, kept));
            }
            StorageCommand::WhoElse(person) => self.who_else(person, true, tell),
            StorageCommand::Learn(habits) => {
                self.remember_that(tell, |memories, local| memories.learn(local, habits));
            }
            StorageCommand::Unlearn(habits) => {
                self.remember_that(tell, |memories, local| memories.unlearn(local, habits));
            }
            order => self.triage(order, tell),
        }
    }

    fn remember_that(
        &mut self,
        tell: &impl Fn(Message),
        write: impl FnOnce(&LocalStore, &Storage) -> Result<(), String>,
    ) {
        let memories = self.memories.clone();
        if let Err(told) = self.local().and_then(|local| write(&memories, local)) {
            let told = format!("what was learned of this server is not remembered: {told}");
            tell(Message::Notice(told));
        }
    }

    fn keep(&mut self, draft: &Draft) -> WriteReceipt {
        let body = serde_json::to_string(draft).map_err(|error| error.to_string())?;
        let server = self.memories.server.clone();
        self.with(|local| {
            local.keep_draft(&DraftRow {
                id: draft.id.0.clone(),
                session: local.session().to_owned(),
                server,
                person: draft.form.person.clone(),
                name: draft.form.name.clone(),
                at: draft.at,
                body,
            })
        })
    }

    fn with(&mut self, write: impl FnOnce(&Storage) -> Result<(), StorageError>) -> WriteReceipt {
        write(self.local()?).map_err(|error| error.to_string())
    }
}

fn gone(gone: WriteReceipt, tell: &impl Fn(Message)) {
    if let Err(told) = gone {
        tell(Message::Notice(format!("the edit will be offered again: {told}")));
    }
}
