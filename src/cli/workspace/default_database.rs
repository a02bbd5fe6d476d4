//! The default database of this machine.

use std::fs::{File, TryLockError};
use std::time::Duration;

use chrono::Utc;

use super::observer::OpenObserver;
use crate::cli::database::Database;
use crate::cli::db::demo::is_empty;
use crate::cli::exit::Exit;
use crate::service::demo::DemoConfig;
use crate::service::store::{DatabaseUrl, IfMissing, Store};

/// How often to ask whether another process has finished the fill.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Opens or creates the database. Fills a new one with the demo, but never an existing one, even if
/// it is empty.
pub(super) async fn open(database: &Database, observer: &OpenObserver<'_>) -> Result<Store, Exit> {
    let path = match database.url()? {
        DatabaseUrl::Sqlite(path) => path,
        // Never the default.
        DatabaseUrl::Postgres(_) => return database.open(IfMissing::Fail).await,
    };
    // Marks a fill in progress, so that the next command resumes a killed one.
    let marker = path.with_extension("db-demo");
    if !path.exists() {
        std::fs::write(&marker, "")?;
    }
    let store = database.open_with_notes(IfMissing::Create, |note| observer.note(note)).await?;
    if let Ok(file) = File::open(&marker) {
        wait_for_other_fill(&file, observer).await;
        fill(&store, observer).await?;
        // Another command may have removed it at the same time.
        let _ = std::fs::remove_file(&marker);
    }
    Ok(store)
}

/// Waits for the lock on the marker, which the system releases when its process ends. Without the
/// lock, a slow fill would make the second process give up on a busy database.
async fn wait_for_other_fill(marker: &File, observer: &OpenObserver<'_>) {
    let mut is_reported = false;
    // If the file system has no locks, the database decides.
    while let Err(TryLockError::WouldBlock) = marker.try_lock() {
        if !is_reported {
            observer
                .note("another shortlist process is filling the demo workspace; waiting for it");
            is_reported = true;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn fill(store: &Store, observer: &OpenObserver<'_>) -> Result<(), Exit> {
    if !is_empty(store).await? {
        return Ok(());
    }
    match observer.fill(store, &DemoConfig::standard(Utc::now())).await {
        Ok(()) => {
            observer.welcome(&store.stats().await?);
            Ok(())
        }
        // Another command filled it first.
        Err(_) if !is_empty(store).await? => Ok(()),
        Err(exit) => Err(exit),
    }
}

pub(super) async fn is_demo(store: &Store) -> bool {
    store.job(&DemoConfig::standard(Utc::now()).marker_job_id()).await.is_ok()
}
