//! The result of the last health check.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::api_error::ApiError;
use super::store::Store;

/// How long a result is repeated. Callers need no key.
const MAX_AGE: Duration = Duration::from_secs(1);

/// The lock lets one check run at a time.
#[derive(Debug, Default)]
pub(super) struct HealthCheck(Mutex<Option<(Instant, Result<(), ApiError>)>>);

impl HealthCheck {
    /// Reads the database. Fails if that or the last write failed.
    pub(super) async fn check(&self, store: &Store) -> Result<(), ApiError> {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < MAX_AGE
        {
            return result.clone();
        }
        let result = store.check_health().await.map_err(ApiError::from);
        *last = Some((Instant::now(), result.clone()));
        result
    }
}
