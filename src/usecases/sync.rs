//! Reads a server into the mirror: the jobs, their candidates, and the records behind them.
//!
//! Open jobs come first, those that the user looked at last before the others, then jobs on hold;
//! closed and archived jobs are read once. What is written stays if the sync ends early: the next one
//! goes on. `shortlist sync` and the terminal call it.

pub(crate) mod lists;
pub(crate) mod order;
pub(crate) mod records;

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use self::order::SyncScope;
use crate::client::{Client, ClientError, Priority};
use crate::recruiting::coverage::Coverage;
use crate::storage::background::{BackgroundStorage, OnClose, StorageEnded};
use crate::storage::mirror::{MirrorReport, MirrorWrite};
use crate::storage::sync_lock::SyncLock;
use crate::storage::{LocalStore, Storage, StorageError};
use crate::usecases::job_candidates::mirrored_jobs;
use crate::wire::{JobId, Timestamp};

/// What a sync did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SyncReport {
    pub(crate) coverage: Coverage,
    /// Changes that were logged.
    pub(crate) changes: usize,
    /// Jobs whose list could not be read to its end, with the reason.
    pub(crate) incomplete: Vec<(JobId, String)>,
    /// Records that could not be read.
    pub(crate) failed_records: usize,
    /// The server's data was replaced: the mirror was reset.
    pub(crate) is_reset: bool,
    /// For the user: the damaged file that was set aside, if one was.
    pub(crate) rescue_notice: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SyncError {
    #[error("another shortlist process is syncing this workspace")]
    Busy,
    #[error("the cache is off for this workspace")]
    CacheOff,
    #[error("{0}")]
    NoFile(String),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Ended(#[from] StorageEnded),
    #[error(transparent)]
    Client(#[from] ClientError),
}

/// A sync under way.
pub(crate) struct Sync<'a> {
    pub(super) client: Client,
    pub(super) storage: BackgroundStorage,
    pub(super) server: String,
    pub(super) scope: SyncScope,
    /// What was last read before is deleted.
    keep_since: Timestamp,
    pub(super) report: SyncReport,
    on_progress: &'a (dyn Fn(&Coverage) + Send + ::std::marker::Sync),
    _lock: SyncLock,
}

/// Numbers the walks of this process.
static PASSES: AtomicU64 = AtomicU64::new(1);

/// Reads what the scope asks for. `on_progress` is called after each step.
pub(crate) async fn sync(
    client: &Client,
    store: &LocalStore,
    scope: SyncScope,
    on_progress: &(dyn Fn(&Coverage) + Send + ::std::marker::Sync),
) -> Result<SyncReport, SyncError> {
    let file = store.file.as_ref().map_err(|why| SyncError::NoFile(why.clone()))?;
    let mut storage = BackgroundStorage::open(file, OnClose::Checkpoint);
    let rescue_notice = storage.opened().await?;
    let Some(lock) = SyncLock::take(file)? else {
        show_stored(&storage, &store.server, on_progress).await?;
        return Err(SyncError::Busy);
    };
    let mut sync = Sync {
        client: client.with_priority(Priority::Background),
        storage,
        server: store.server.clone(),
        scope,
        keep_since: store.mirror.keep_since(Timestamp::now()),
        report: SyncReport { rescue_notice, ..SyncReport::default() },
        on_progress,
        _lock: lock,
    };
    let result = sync.read_all().await;
    // What cannot be wiped now, since another window reads, is wiped with the next deletion.
    let _is_wiped = sync.storage.run(|storage, _| storage.wipe_deleted()).await;
    let Sync { storage, report, .. } = sync;
    storage.close().await;
    result.map(|()| report)
}

/// Another process syncs: shows what it has written by now.
async fn show_stored(
    storage: &BackgroundStorage,
    server: &str,
    on_progress: &(dyn Fn(&Coverage) + Send + ::std::marker::Sync),
) -> Result<(), SyncError> {
    let server = server.to_owned();
    let stored = storage.run(move |storage, _| mirrored_jobs(storage, &server)).await??;
    if let Some((_, coverage)) = stored {
        on_progress(&coverage);
    }
    Ok(())
}

impl Sync<'_> {
    async fn read_all(&mut self) -> Result<(), SyncError> {
        let before = self.keep_since;
        self.with_storage(move |storage, _| storage.expire_mirror(before)).await?;
        let mut plan = self.read_jobs().await?;
        self.read_candidates(&mut plan).await?;
        if self.scope.records {
            self.read_records(&plan).await?;
        }
        Ok(())
    }

    pub(super) fn next_pass() -> u64 {
        PASSES.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn show_progress(&self) {
        (self.on_progress)(&self.report.coverage);
    }

    /// Runs a task on the mirror.
    pub(super) async fn with_storage<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Storage, &str) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, SyncError> {
        let server = self.server.clone();
        Ok(self.storage.run(move |storage, _| task(storage, &server)).await??)
    }

    /// Writes a batch.
    pub(super) async fn write(
        &mut self,
        writes: Vec<MirrorWrite>,
    ) -> Result<MirrorReport, SyncError> {
        let server = self.server.clone();
        let written =
            self.storage.run(move |storage, session| storage.mirror(&server, session, writes));
        let report = written.await??;
        self.report.changes += report.changes;
        Ok(report)
    }
}

/// Whether the sync cannot go on: the server cannot be reached, rejects the key or asks to wait.
pub(super) fn is_fatal(error: &ClientError) -> bool {
    match error.status() {
        Some(status) => matches!(status, 401 | 429) || status >= 500,
        None => true,
    }
}
