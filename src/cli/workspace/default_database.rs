//! The default database of this machine.

use chrono::Utc;

use super::observer::OpenObserver;
use crate::cli::database::Database;
use crate::cli::db::demo::is_empty;
use crate::cli::exit::Exit;
use crate::service::demo::DemoConfig;
use crate::service::store::{IfMissing, Store};

/// Opens or creates the database. Fills a new one with the demo, never an existing one, even if it is
/// empty.
pub(super) async fn open(database: &Database, observer: &OpenObserver<'_>) -> Result<Store, Exit> {
    let path = database.path()?;
    // Marks a fill in progress, so that the next command resumes a killed one.
    let marker = path.with_extension("db-demo");
    if !path.exists() {
        std::fs::write(&marker, "")?;
    }
    let store = database.open(IfMissing::Create)?;
    if marker.exists() {
        fill(&store, observer).await?;
        // Another command may have removed it at the same time.
        let _ = std::fs::remove_file(&marker);
    }
    Ok(store)
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
