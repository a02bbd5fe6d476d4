//! What a running service does by itself: backups, and deleting old entries of
//! the audit log.

mod backups;

use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::state::ServiceSettings;
use super::store::{Store, StoreError, WriteContext};
use crate::wire::Timestamp;

/// How often old entries of the audit log are looked for.
const AUDIT_INTERVAL: Duration = Duration::from_hours(1);

/// Ends when it is stopped or dropped.
pub(super) struct Upkeep {
    tasks: Vec<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Upkeep {
    /// Returns when no task uses the store any more, so that closing the store is no failure of one.
    pub(super) async fn stop(self) {
        for (sender, task) in self.tasks {
            drop(sender);
            _ = task.await;
        }
    }
}

pub(super) fn start(store: &Store, settings: &ServiceSettings) -> Upkeep {
    let mut tasks = Vec::new();
    if let Some(keep) = settings.audit_keep {
        tasks.push(run(delete_old_entries(store.clone(), keep)));
    }
    if let Some(schedule) = settings.backups.clone() {
        tasks.push(run(backups::make(store.clone(), schedule)));
    }
    Upkeep { tasks }
}

/// Runs a task until the sender is dropped.
fn run(task: impl Future<Output = ()> + Send + 'static) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let (sender, is_stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        tokio::select! {
            () = task => {}
            _ = is_stopped => {}
        }
    });
    (sender, task)
}

async fn delete_old_entries(store: Store, keep: Duration) {
    loop {
        if let Err(error) = delete_entries_before(&store, keep).await {
            tracing::warn!(target: "service", %error, "old audit entries were not deleted");
        }
        tokio::time::sleep(AUDIT_INTERVAL).await;
    }
}

async fn delete_entries_before(store: &Store, keep: Duration) -> Result<(), StoreError> {
    let now = Timestamp::now();
    let keep = i64::try_from(keep.as_micros()).unwrap_or(i64::MAX);
    let Some(limit) = Timestamp::from_micros(now.micros().saturating_sub(keep)) else {
        return Ok(());
    };
    if store.has_audit_before(limit).await? {
        store.delete_audit_before(limit, WriteContext::by_service(now)).await?;
    }
    Ok(())
}
