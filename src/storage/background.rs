//! A thread with its own connection to the database, for callers that must not wait for the disk:
//! `usecases::sync` writes the mirror through it.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use super::{Storage, StorageError};

type Work = Box<dyn FnOnce(&mut Storage) + Send>;

/// Ends when it is dropped, after the work that it was given.
#[derive(Debug)]
pub(crate) struct BackgroundStorage {
    work: Sender<Work>,
}

/// The thread ended before it could answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the storage thread ended")]
pub(crate) struct StorageEnded;

impl BackgroundStorage {
    pub(crate) fn open(path: &Path) -> Result<Self, StorageError> {
        let mut storage = Storage::open(path)?;
        let (work, receiver) = channel::<Work>();
        let run = move || {
            for work in receiver {
                work(&mut storage);
            }
        };
        let spawned = thread::Builder::new().name("mirror".to_owned()).spawn(run);
        spawned
            .map_err(|error| super::error::unusable(path, format!("cannot be used: {error}")))?;
        Ok(Self { work })
    }

    /// Runs a task on the database, after those before it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Storage) -> T + Send + 'static,
    ) -> Result<T, StorageEnded> {
        let (answer, result) = oneshot::channel();
        let work = move |storage: &mut Storage| {
            // The caller may have been dropped.
            let _ = answer.send(task(storage));
        };
        self.work.send(Box::new(work)).map_err(|_ended| StorageEnded)?;
        result.await.map_err(|_ended| StorageEnded)
    }
}
