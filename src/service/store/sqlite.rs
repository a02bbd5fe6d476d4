//! The store on `SQLite`: one writing connection and a pool of reading ones.
//!
//! The file is in WAL mode, so a reader never waits for a writer. Writers queue
//! on an asynchronous mutex before they take a thread: many waiting writers
//! cannot starve the readers of threads. Commits are synchronous, so a write is
//! on disk when its method returns.
//!
//! Reading one record or one page takes about ten microseconds, less than
//! handing the query to another thread, so it runs on the calling thread. A
//! query that scans a table gets a blocking thread.

pub(crate) mod api_keys;
mod associations;
mod candidates;
pub(crate) mod export;
pub(crate) mod import;
mod open;
pub(crate) mod pages;
pub(crate) mod persons;
pub(crate) mod read;
mod rows;
pub(crate) mod stage_moves;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::StoreError;
use super::model::IfMissing;

#[derive(Debug)]
pub(super) struct Sqlite {
    path: PathBuf,
    busy_timeout: Duration,
    writer: Arc<tokio::sync::Mutex<Connection>>,
    /// Idle reading connections, at most one for each thread that reads.
    idle_readers: Mutex<Vec<Connection>>,
    use_mmap: AtomicBool,
}

impl Sqlite {
    pub(super) fn open(
        path: &Path,
        if_missing: IfMissing,
        busy_timeout: Duration,
    ) -> Result<Self, StoreError> {
        let writer = open::writer(path, if_missing, busy_timeout)?;
        Ok(Self {
            path: path.to_owned(),
            busy_timeout,
            writer: Arc::new(tokio::sync::Mutex::new(writer)),
            idle_readers: Mutex::new(Vec::new()),
            use_mmap: AtomicBool::new(true),
        })
    }

    pub(super) fn disable_mmap(&self) {
        self.use_mmap.store(false, Ordering::Relaxed);
        self.idle_readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Runs a query over a few rows on the calling thread.
    pub(super) fn read_inline<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.idle_readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let use_mmap = self.use_mmap.load(Ordering::Relaxed);
        let open = || open::pooled_reader(&self.path, self.busy_timeout, use_mmap);
        let connection = idle.map_or_else(open, Ok)?;
        let result = query(&connection);
        self.idle_readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        result
    }

    /// Runs a long query on a blocking thread with its own connection.
    pub(super) async fn read<T, E>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (path, busy_timeout) = (self.path.clone(), self.busy_timeout);
        let work = move || query(&open::reader(&path, busy_timeout)?);
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Runs a change in one transaction; an error rolls it back.
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
            // Immediate: a deferred transaction that starts to write later
            // fails at once if another process wrote in between.
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(StoreError::from)?;
            let result = change(&transaction)?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(result)
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }
}
