//! What a running service does by itself: it deletes old entries of the audit log.

use std::time::Duration;

use tokio::sync::oneshot;

use super::state::ServiceSettings;
use super::store::{Origin, Store, StoreError, WriteContext};
use crate::wire::Timestamp;

/// How often old entries are looked for.
const INTERVAL: Duration = Duration::from_hours(1);

/// Ends when the returned sender is dropped.
pub(super) fn start(store: &Store, settings: &ServiceSettings) -> oneshot::Sender<()> {
    let (sender, mut is_stopped) = oneshot::channel::<()>();
    let (store, keep) = (store.clone(), settings.audit_keep);
    tokio::spawn(async move {
        loop {
            if let Some(keep) = keep
                && let Err(error) = delete_old_entries(&store, keep).await
            {
                tracing::warn!(target: "service", %error, "old audit entries were not deleted");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                _ = &mut is_stopped => return,
            }
        }
    });
    sender
}

async fn delete_old_entries(store: &Store, keep: Duration) -> Result<(), StoreError> {
    let now = Timestamp::now();
    let keep = i64::try_from(keep.as_micros()).unwrap_or(i64::MAX);
    let Some(limit) = Timestamp::from_micros(now.micros().saturating_sub(keep)) else {
        return Ok(());
    };
    if store.has_audit_before(limit).await? {
        store.delete_audit_before(limit, WriteContext::new(Origin::default(), now)).await?;
    }
    Ok(())
}
