//! The store on `SQLite`: one writer, several readers, and the rule who waits.
//!
//! The file is in WAL mode, so a reader never waits for a writer. Writers wait
//! for each other in an asynchronous queue, before they take a thread: a crowd
//! of writers cannot starve the readers of threads. Commits are synchronous:
//! what a method returned is on disk.
//!
//! A read of one record or one page is done where it is asked for: it takes
//! some ten microseconds, less than handing it to another thread and back.
//! What walks a table goes to a thread of its own.

pub(super) mod export;
pub(super) mod keys;
pub(super) mod load;
pub(super) mod moves;
pub(super) mod open;
pub(super) mod page;
pub(super) mod people;
pub(super) mod place;
pub(super) mod read;
pub(super) mod rows;
pub(super) mod stats;
pub(super) mod written;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::Mutex as Queue;

use super::{IfMissing, StoreError};

/// One database file.
#[derive(Debug)]
pub(super) struct Sqlite {
    path: PathBuf,
    patience: Duration,
    writer: Arc<Queue<Connection>>,
    /// Readers not in use; never more than there are threads that ask.
    idle: Mutex<Vec<Connection>>,
    /// Readers look into the file itself, instead of copying from it.
    mapped: AtomicBool,
}

impl Sqlite {
    /// From now on the file is read, not mapped: what is mapped counts as this
    /// program's memory, however little it is.
    pub(super) fn unmap(&self) {
        self.mapped.store(false, Ordering::Relaxed);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(super) fn open(
        path: &Path,
        missing: IfMissing,
        patience: Duration,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            path: path.to_owned(),
            patience,
            writer: Arc::new(Queue::new(open::writer(path, missing, patience)?)),
            idle: Mutex::new(Vec::new()),
            mapped: AtomicBool::new(true),
        })
    }

    /// Runs a query that touches a few rows, here and now.
    pub(super) fn glance<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mapped = self.mapped.load(Ordering::Relaxed);
        let open = || open::quick_reader(&self.path, self.patience, mapped);
        let connection = kept.map_or_else(open, Ok)?;
        let answer = query(&connection);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        answer
    }

    /// Runs a query that takes its time, on a thread and a connection of its own.
    pub(super) async fn read<T, E>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (path, patience) = (self.path.clone(), self.patience);
        let work = move || query(&open::reader(&path, patience)?);
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Runs a change in a transaction of its own; an error undoes all of it.
    pub(super) async fn write<T, E>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let mut connection = Arc::clone(&self.writer).lock_owned().await;
        let work = move || {
            // Immediate: a deferred transaction that turns into a writer half
            // way fails at once when another process wrote in between.
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(StoreError::from)?;
            let answer = change(&transaction)?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(answer)
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }
}
