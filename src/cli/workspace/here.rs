//! The database of the workspace on this machine.

use chrono::Utc;

use super::watch::Watch;
use crate::cli::database::Database;
use crate::cli::db::demo::is_empty;
use crate::cli::exit::Exit;
use crate::service::demo::DemoConfig;
use crate::service::store::{IfMissing, Store};

/// Opens it. A database that is made here is filled with the demo; one that was
/// there already is the user's, even if it is empty.
pub(super) async fn open(database: &Database, watch: &Watch<'_>) -> Result<Store, Exit> {
    let path = database.path()?;
    // Says that a fill was begun, for whoever comes after one that was killed.
    let begun = path.with_extension("db-demo");
    if !path.exists() {
        std::fs::write(&begun, "")?;
    }
    let store = database.open(IfMissing::Create)?;
    if begun.exists() {
        fill(&store, watch).await?;
        // Another command may have been here at the same time.
        let _ = std::fs::remove_file(&begun);
    }
    Ok(store)
}

async fn fill(store: &Store, watch: &Watch<'_>) -> Result<(), Exit> {
    if !is_empty(store).await? {
        return Ok(());
    }
    match watch.fill(store, &DemoConfig::standard(Utc::now())).await {
        Ok(()) => {
            watch.welcome(&store.stats().await?);
            Ok(())
        }
        // Another command came first and did it.
        Err(_) if !is_empty(store).await? => Ok(()),
        Err(exit) => Err(exit),
    }
}

/// Whether a database holds the demo that is made here.
pub(super) async fn is_demo(store: &Store) -> bool {
    store.job(&DemoConfig::standard(Utc::now()).marker_job_id()).await.is_ok()
}
