//! What every request shares: the store, the keys, the limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::auth::Authenticator;
use super::rate_limit::{RateLimit, RateLimiter};
use super::store::{Store, ids};

/// What the operator chooses.
#[derive(Clone, Default)]
pub struct ServiceSettings {
    /// A key that opens everything, beside those in the store.
    pub key: Option<String>,
    /// How often each key may ask.
    pub rate_limit: Option<RateLimit>,
    /// What bounds a request.
    pub limits: Limits,
}

/// What bounds a request, a connection and the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest body taken, in bytes.
    pub max_body_bytes: usize,
    /// Requests worked on at once; one more is told to come back.
    pub max_requests: usize,
    /// Connections open at once; one more waits to be accepted.
    pub max_connections: usize,
    /// For the head of a request to arrive, idle time included.
    pub header_timeout: Duration,
    /// For its body to arrive.
    pub body_timeout: Duration,
    /// For the answer to be made.
    pub handler_timeout: Duration,
    /// For what is in flight to finish when the service is stopped.
    pub shutdown_grace: Duration,
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

/// The running service, shared by all requests.
#[derive(Clone, Debug)]
pub struct AppState {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    keys: Authenticator,
    limiter: Option<RateLimiter>,
    slots: Arc<Semaphore>,
    limits: Limits,
    /// Tells this run's request ids from those of the last.
    run: String,
    requests: AtomicU64,
}

impl AppState {
    /// A service over the store.
    #[must_use]
    pub fn new(store: Store, settings: &ServiceSettings) -> Self {
        let limits = settings.limits;
        let inner = Inner {
            keys: Authenticator::new(store.clone(), settings.key.as_deref()),
            limiter: settings.rate_limit.map(RateLimiter::new),
            slots: Arc::new(Semaphore::new(limits.max_requests)),
            limits,
            run: ids::fresh("req").unwrap_or_else(|_no_randomness| "req".to_owned()),
            requests: AtomicU64::new(0),
            store,
        };
        Self { inner: Arc::new(inner) }
    }

    pub(super) fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(super) fn keys(&self) -> &Authenticator {
        &self.inner.keys
    }

    pub(super) fn limiter(&self) -> Option<&RateLimiter> {
        self.inner.limiter.as_ref()
    }

    pub(super) fn slots(&self) -> &Semaphore {
        &self.inner.slots
    }

    pub(super) fn limits(&self) -> Limits {
        self.inner.limits
    }

    pub(super) fn next_request_id(&self) -> String {
        let number = self.inner.requests.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.inner.run)
    }
}
