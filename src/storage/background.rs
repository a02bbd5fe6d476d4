//! A thread with its own connection to the database, for callers that must not wait for the disk:
//! `usecases` write the mirror through it.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use super::error::unusable;
use super::mirror::MirrorSession;
use super::{Storage, StorageError};

type Work = Box<dyn FnOnce(&mut Storage, &mut MirrorSession) + Send>;

/// Ends when it is dropped, after the work that it was given.
#[derive(Debug)]
pub(crate) struct BackgroundStorage {
    work: Sender<Work>,
    /// Closed by the thread when the file is closed.
    ended: oneshot::Receiver<()>,
}

/// The thread ended before it could answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the storage thread ended")]
pub(crate) struct StorageEnded;

impl BackgroundStorage {
    pub(crate) fn open(path: &Path) -> Result<Self, StorageError> {
        let mut storage = Storage::open(path)?;
        storage.defer_sync()?;
        let (work, receiver) = channel::<Work>();
        let (end, ended) = oneshot::channel::<()>();
        let run = move || {
            let mut session = MirrorSession::default();
            for work in receiver {
                work(&mut storage, &mut session);
            }
            drop((storage, end));
        };
        let spawned = thread::Builder::new().name("mirror".to_owned()).spawn(run);
        spawned.map_err(|error| unusable(path, format!("cannot be used: {error}")))?;
        Ok(Self { work, ended })
    }

    /// Waits until the work is done and the file is closed.
    pub(crate) async fn close(self) {
        let Self { work, ended } = self;
        drop(work);
        let _closed = ended.await;
    }

    /// Gives the thread a task and goes on.
    pub(crate) fn post(
        &self,
        task: impl FnOnce(&mut Storage, &mut MirrorSession) + Send + 'static,
    ) -> Result<(), StorageEnded> {
        self.work.send(Box::new(task)).map_err(|_ended| StorageEnded)
    }

    /// Runs a task on the database, after those before it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Storage, &mut MirrorSession) -> T + Send + 'static,
    ) -> Result<T, StorageEnded> {
        let (answer, result) = oneshot::channel();
        self.post(move |storage, session| {
            // The caller may have been dropped.
            let _ = answer.send(task(storage, session));
        })?;
        result.await.map_err(|_ended| StorageEnded)
    }
}
