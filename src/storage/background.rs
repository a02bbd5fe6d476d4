//! A thread with its own connection to the database, for callers that must not wait for the disk:
//! `usecases` write the mirror through it.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use super::mirror::MirrorSession;
use super::{Storage, StorageError};

type Work = Box<dyn FnOnce(&mut Storage, &mut MirrorSession) + Send>;

/// Ends when it is dropped, after the work that it was given.
#[derive(Debug)]
pub(crate) struct BackgroundStorage {
    work: Sender<Work>,
    /// What [`Storage::rescue_notice`] says, or why the file cannot be used. Read once.
    opened: Option<oneshot::Receiver<Result<Option<String>, StorageError>>>,
    /// Closed by the thread when the file is closed.
    ended: oneshot::Receiver<()>,
}

/// What becomes of the write-ahead log when the thread ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnClose {
    /// It is written into the file.
    Checkpoint,
    /// A short one stays, so that the caller does not wait for it.
    KeepLog,
}

/// The thread ended before it could answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the storage thread ended")]
pub(crate) struct StorageEnded;

fn open(path: &Path, on_close: OnClose) -> Result<Storage, StorageError> {
    let storage = Storage::open(path)?;
    storage.defer_sync()?;
    if on_close == OnClose::KeepLog {
        storage.keep_log()?;
    }
    Ok(storage)
}

impl BackgroundStorage {
    /// The caller goes on while the file is opened.
    pub(crate) fn open(path: &Path, on_close: OnClose) -> Self {
        let (work, receiver) = channel::<Work>();
        let (opened, file) = oneshot::channel();
        let (end, ended) = oneshot::channel::<()>();
        let place = path.to_owned();
        let run = move || {
            let storage = open(&place, on_close);
            let mut session = MirrorSession::default();
            match storage {
                Ok(mut storage) => {
                    // The caller may have been dropped.
                    let _ = opened.send(Ok(storage.rescue_notice()));
                    for work in receiver {
                        work(&mut storage, &mut session);
                    }
                }
                Err(error) => {
                    let _ = opened.send(Err(error));
                }
            }
            drop(end);
        };
        // A thread that does not start has dropped its ends of the channels.
        let _ = thread::Builder::new().name("mirror".to_owned()).spawn(run);
        Self { work, opened: Some(file), ended }
    }

    /// Waits until the file is open. For the user: the file that was set aside, if one was.
    pub(crate) async fn opened(&mut self) -> Result<Option<String>, StorageError> {
        match self.opened.take() {
            Some(opened) => opened.await.unwrap_or(Ok(None)),
            None => Ok(None),
        }
    }

    /// Waits until the work is done and the file is closed.
    pub(crate) async fn close(self) {
        let Self { work, ended, .. } = self;
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
