//! The store on `SQLite`: one writing connection and a pool of reading ones.
//!
//! The file is in WAL mode, so a reader never waits for a writer. Writers queue
//! before they take a thread: many waiting writers cannot starve the readers of
//! threads. Commits are synchronous, so a write is on disk when its method
//! returns; `group_commit` lets those of the API share a commit.
//!
//! Reading one record or one page takes about ten microseconds, less than
//! handing the query to another thread, so it runs on the calling thread. A
//! query that scans a table gets a blocking thread.

pub(crate) mod backup;
mod file_identity;
mod group_commit;
mod item_blocks;
mod lock_wait;
mod open;
pub(crate) mod pages;
mod probe;
mod readers;
pub(crate) mod restore;
mod rewrite;
mod structure;
mod upgrade;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction};

use super::context::WriteContext;
use super::error::{StorageFailure, StoreError};
use super::health::Health;
use super::model::IfMissing;
use super::sql::{Db, check};
use crate::wire::Timestamp;
use file_identity::FileIdentity;
use group_commit::{GroupCommit, Writer};
use open::LOCK_WAIT;
use readers::Readers;

/// How long a health check or the end of the service waits for a writer.
const PROBE_WAIT: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Sqlite {
    path: PathBuf,
    identity: Arc<FileIdentity>,
    writer: Writer,
    group_commit: Arc<GroupCommit>,
    readers: Readers,
    is_read_only: bool,
    /// The database as it was before it was upgraded, if it was.
    pub(super) upgrade_copy: Option<PathBuf>,
    health: Arc<Health>,
}

impl Sqlite {
    pub(super) fn open(path: &Path, if_missing: IfMissing) -> Result<Self, StoreError> {
        let open::Writer { connection, upgrade_copy } = open::writer(path, if_missing, LOCK_WAIT)?;
        lock_wait::install(&connection)?;
        Self::new(path, Some(connection), upgrade_copy)
    }

    /// Opens a database that is only read, and must be of this version. The file and its directory
    /// may be read-only.
    pub(super) fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        let reader = open::read_only(path)?;
        let sqlite = Self::new(path, None, None)?;
        sqlite.readers.add(reader);
        Ok(sqlite)
    }

    /// One that is only read has no writer.
    fn new(
        path: &Path,
        writer: Option<Connection>,
        upgrade_copy: Option<PathBuf>,
    ) -> Result<Self, StoreError> {
        let identity = Arc::new(FileIdentity::of(path).ok_or(StorageFailure::Missing)?);
        let health = Arc::<Health>::default();
        let is_read_only = writer.is_none();
        let writer = Arc::new(tokio::sync::Mutex::new(writer));
        let group_commit =
            GroupCommit::new(Arc::clone(&writer), Arc::clone(&identity), Arc::clone(&health));
        Ok(Self {
            path: path.to_owned(),
            identity,
            writer,
            group_commit: Arc::new(group_commit),
            readers: Readers::new(path, is_read_only),
            is_read_only,
            upgrade_copy,
            health,
        })
    }

    pub(super) fn disable_mmap(&self) {
        self.readers.disable_mmap();
    }

    /// Runs a query over a few rows on the calling thread.
    pub(super) fn read_inline<T>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.health.check_file()?;
        self.health.observe_read(|| self.readers.with_reader(query))
    }

    /// Like [`read_inline`](Self::read_inline), for several statements that belong to one snapshot.
    pub(super) fn read_snapshot<T>(
        &self,
        query: impl FnOnce(&Db<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_inline(|db| query(&Db::Sqlite(&*db.unchecked_transaction()?)))
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
        let (path, health) = (self.path.clone(), Arc::clone(&self.health));
        let is_read_only = self.is_read_only;
        let work = move || {
            health.observe_read(|| {
                if is_read_only {
                    return query(&open::read_only(&path)?);
                }
                query(&open::reader(&path, LOCK_WAIT)?)
            })
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Runs a change on a private copy of the database, which is deleted when it ends.
    pub(super) async fn rehearse<T, E>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let path = self.path.clone();
        let work = move || {
            let copy = backup::private_copy(&open::reader(&path, LOCK_WAIT)?)?;
            // One transaction: without it, each statement would be one.
            let transaction = copy.unchecked_transaction().map_err(StoreError::from)?;
            change(&transaction)
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Runs a change in one transaction; an error or a dry run rolls it back. Fails with `Busy` if other
    /// writers, in this process or another one, do not let it begin before the deadline.
    pub(super) async fn write<T, E>(
        &self,
        context: WriteContext,
        change: impl FnOnce(&Transaction<'_>, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let waiting = Arc::clone(&self.writer).lock_owned();
        let mut writer = tokio::time::timeout_at(context.deadline.into(), waiting)
            .await
            .map_err(|_elapsed| StoreError::Busy)?;
        let (identity, health) = (Arc::clone(&self.identity), Arc::clone(&self.health));
        let work = move || {
            let connection = writer.as_mut().ok_or(StoreError::Interrupted)?;
            health.check_before_write()?;
            let result = lock_wait::with_deadline(context.deadline, || {
                health.observe_write(|| {
                    identity.check()?;
                    let transaction = lock_wait::begin(connection).map_err(StoreError::from)?;
                    let result = change(&transaction, &context)?;
                    if context.dry_run {
                        transaction.rollback().map_err(StoreError::from)?;
                        return Ok(result);
                    }
                    item_blocks::refill(&transaction)?;
                    transaction.commit().map_err(StoreError::from)?;
                    identity.check_after_commit()?;
                    Ok(result)
                })
            });
            if health.check_file().is_err() {
                identity.release_log(connection);
            }
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Like [`write`](Self::write), in one transaction with others that wait. An error rolls back this
    /// change alone.
    pub(super) async fn write_in_group<T, E>(
        &self,
        context: WriteContext,
        change: impl Fn(&Connection, &WriteContext) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.group_commit.write(context, change).await
    }

    /// How many writes may share a commit.
    pub(super) fn limit_groups(&self, writes: usize) {
        self.group_commit.limit(writes);
    }
}

impl Sqlite {
    /// Fails if the database cannot be read, or the last write failed and another one still does.
    pub(super) async fn check_health(&self) -> Result<(), StoreError> {
        if let Err(error) = self.health.check(|| self.identity.check()) {
            if let Ok(Some(writer)) = self.writer.try_lock().as_deref() {
                self.identity.release_log(writer);
            }
            return Err(error);
        }
        self.read(probe::read_pages).await?;
        if self.health.failure().is_none() {
            return Ok(());
        }
        let context =
            WriteContext::by_service(Timestamp::now()).with_deadline(Instant::now() + PROBE_WAIT);
        match self.write(context.clone(), |db, _context| probe::write_probe(db)).await {
            Ok(()) => self.write(context, |db, _context| probe::delete_probe(db)).await,
            // Another process writes: so the file can be written.
            Err(StoreError::Busy) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Passes everything that is wrong in the database to `report`.
    pub(super) async fn check(
        &self,
        mut report: impl FnMut(String) + Send + 'static,
    ) -> Result<(), StoreError> {
        self.read(move |db| {
            // Queries on a damaged file may report anything.
            if structure::check(db, &mut report)? {
                let snapshot = db.unchecked_transaction()?;
                item_blocks::check(&snapshot, &mut report)?;
                check::check(&Db::Sqlite(&snapshot), &mut report)?;
            }
            Ok(())
        })
        .await
    }

    /// Bytes of the pages that hold something.
    pub(super) fn pages_size(&self) -> Result<i64, StoreError> {
        let query = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        self.read_inline(|db| Ok(db.query_row(query, [], |row| row.get(0))?))
    }

    /// Bytes of the file, and of the log beside it.
    pub(super) fn file_sizes(&self) -> (i64, i64) {
        self.identity.sizes()
    }

    /// `SQLite` reports a larger file as a full disk.
    pub(super) async fn limit_size(&self, max_bytes: u64) -> Result<(), StoreError> {
        let writer = self.writer.lock().await;
        let writer = writer.as_ref().ok_or(StoreError::Interrupted)?;
        let page: i64 = writer.pragma_query_value(None, "page_size", |row| row.get(0))?;
        // SQLite takes 0 for no change.
        let pages = (i64::try_from(max_bytes).unwrap_or(i64::MAX) / page.max(1)).max(1);
        Ok(writer.pragma_update_and_check(None, "max_page_count", pages, |_row| Ok(()))?)
    }

    /// Writes the file anew and empties the log, so that neither holds anything that was deleted.
    pub(super) async fn clean(&self, deadline: Instant) -> Result<(), StoreError> {
        let waiting = Arc::clone(&self.writer).lock_owned();
        let writer = tokio::time::timeout_at(deadline.into(), waiting)
            .await
            .map_err(|_elapsed| StoreError::InUse)?;
        let identity = Arc::clone(&self.identity);
        let work = move || {
            let connection = writer.as_ref().ok_or(StoreError::Interrupted)?;
            identity.check()?;
            lock_wait::with_deadline(deadline, || rewrite::rewrite(connection))
        };
        tokio::task::spawn_blocking(work).await.map_err(|_stopped| StoreError::Interrupted)?
    }

    /// Closes the connections of this store. The last one to close writes the log into the file.
    pub(super) async fn close(&self) {
        let waiting = Arc::clone(&self.writer).lock_owned();
        let Ok(mut writer) = tokio::time::timeout(PROBE_WAIT, waiting).await else { return };
        self.readers.clear();
        if let Some(writer) = writer.take() {
            if self.identity.check().is_err() {
                self.identity.release_log(&writer);
            }
            // Closing is what matters; an error leaves the log to the next process.
            let _ = tokio::task::spawn_blocking(|| drop(writer)).await;
        }
    }
}

/// A new database that no other process sees, kept in memory and, as far as it does not fit, in a
/// temporary file without a name.
pub(super) fn private_database() -> Result<Connection, StoreError> {
    open::private()
}
