//! The one thread that owns this machine's storage of a workspace.
//!
//! It carries out commands in order, off the UI thread, and survives a panic elsewhere:
//! commands sent before the panic are still written. A failed write is reported in words,
//! and the next command tries again. `executor` starts it and sends the commands; `update`
//! decides what they are.

pub(crate) mod all_candidates;
pub(crate) mod command;
pub(crate) mod mirror;
pub(crate) mod restore;
#[cfg(test)]
mod tests;
pub(crate) mod triage;
pub(crate) mod worker;

pub(crate) use command::StorageCommand;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use super::trace::traced_command;
use crate::storage::LocalStore;
use crate::tui::app::message::Message;
use command::next;
use worker::StorageWorker;

/// How long the end of the program waits for pending writes.
pub(crate) const SHUTDOWN_LIMIT: Duration = Duration::from_secs(5);
/// The same for the disk: longer than storage waits for another process, so that the end of the
/// program loses nothing that can be written.
pub(crate) const DISK_LIMIT: Duration = Duration::from_secs(12);

/// The handle to the thread.
pub(crate) struct StorageThread {
    /// `None` once the thread is asked to end.
    commands: Option<Sender<StorageCommand>>,
    /// Closed by the thread when everything is written.
    ended: Receiver<()>,
}

impl StorageThread {
    /// Starts the thread. Its first message is what it restored.
    pub(crate) fn start(
        store: LocalStore,
        notify: impl Fn(Message) + Clone + Send + 'static,
    ) -> Self {
        Self::start_with(store, notify, |work| {
            thread::Builder::new().name("storage".to_owned()).spawn(work).map(drop)
        })
    }

    fn start_with(
        store: LocalStore,
        notify: impl Fn(Message) + Clone + Send + 'static,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<()>,
    ) -> Self {
        let (commands, receiver) = channel();
        let (end, ended) = channel();
        let (failure_notify, failure_store) = (notify.clone(), store.clone());
        let work = move || {
            let _end: Sender<()> = end;
            let mut worker = StorageWorker::new(store);
            notify(Message::Restored(Box::new(worker.restore())));
            worker.expire();
            worker.begin_visit();
            worker.load_jobs(&notify);
            let mut queue = VecDeque::new();
            while let Some(command) = next(&receiver, &mut queue, worker.due()) {
                traced_command(command, |command| worker.carry_out(command, &notify));
            }
            worker.flush(&notify);
            worker.end_visit();
            worker.wipe();
        };
        if let Err(error) = spawn(Box::new(work)) {
            let restored = failure_store.unavailable(&error.to_string());
            failure_notify(Message::Restored(Box::new(restored)));
        }
        Self { commands: Some(commands), ended }
    }

    /// False if the thread has ended.
    pub(crate) fn send(&self, command: StorageCommand) -> bool {
        self.commands.as_ref().is_some_and(|commands| commands.send(command).is_ok())
    }

    /// Waits until everything is written, up to a limit. The caller reports a timeout.
    pub(crate) fn end(&mut self, limit: Duration) {
        if let Some(commands) = self.commands.take() {
            drop(commands);
            let _ = self.ended.recv_timeout(limit);
        }
    }
}

impl Drop for StorageThread {
    fn drop(&mut self) {
        // Nothing called `end`: most likely a panic is unwinding.
        self.end(SHUTDOWN_LIMIT);
    }
}
