//! Settings of the service, and the state that all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::auth::Authenticator;
use super::rate_limit::{RateLimit, RateLimiter};
use super::store::{Store, ids};

#[derive(Clone, Default)]
pub struct ServiceSettings {
    /// A key with full access, in addition to those in the store.
    pub key: Option<String>,
    /// Applies to each key on its own; `None` means no limit.
    pub rate_limit: Option<RateLimit>,
    pub limits: Limits,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub(crate) max_body_bytes: usize,
    /// Concurrent requests; a further one gets 503.
    pub max_requests: usize,
    /// Open connections; a further one waits to be accepted.
    pub(crate) max_connections: usize,
    /// Includes the idle time before a request.
    pub header_timeout: Duration,
    pub body_timeout: Duration,
    pub handler_timeout: Duration,
    pub(crate) shutdown_grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body_bytes: 1 << 20,
            max_requests: 256,
            max_connections: 4096,
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(15),
            handler_timeout: Duration::from_mins(1),
            shutdown_grace: Duration::from_secs(30),
        }
    }
}

#[derive(Clone, Debug)]
pub struct AppState {
    inner: Arc<SharedState>,
}

#[derive(Debug)]
struct SharedState {
    store: Store,
    authenticator: Authenticator,
    rate_limiter: Option<RateLimiter>,
    request_permits: Semaphore,
    limits: Limits,
    /// Makes request ids unique across restarts.
    request_id_prefix: String,
    request_count: AtomicU64,
}

impl AppState {
    #[must_use]
    pub fn new(store: Store, settings: &ServiceSettings) -> Self {
        let limits = settings.limits;
        let inner = SharedState {
            authenticator: Authenticator::new(store.clone(), settings.key.as_deref()),
            rate_limiter: settings.rate_limit.map(RateLimiter::new),
            request_permits: Semaphore::new(limits.max_requests),
            limits,
            request_id_prefix: ids::random_id("req")
                .unwrap_or_else(|_no_randomness| "req".to_owned()),
            request_count: AtomicU64::new(0),
            store,
        };
        Self { inner: Arc::new(inner) }
    }

    pub(super) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(super) fn authenticator(&self) -> &Authenticator {
        &self.inner.authenticator
    }

    pub(super) fn rate_limiter(&self) -> Option<&RateLimiter> {
        self.inner.rate_limiter.as_ref()
    }

    pub(super) fn request_permits(&self) -> &Semaphore {
        &self.inner.request_permits
    }

    pub(super) fn limits(&self) -> Limits {
        self.inner.limits
    }

    pub(super) fn next_request_id(&self) -> String {
        let number = self.inner.request_count.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.inner.request_id_prefix)
    }
}
