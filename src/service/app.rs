//! What every request shares: the store, the keys, the limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::access::KeyRing;
use super::rate::{Limiter, Rate};
use super::store::{Store, ids};

/// What the operator chooses.
#[derive(Clone, Default)]
pub struct Settings {
    /// A key that opens everything, beside those in the store.
    pub key: Option<String>,
    /// How often each key may ask.
    pub rate: Option<Rate>,
    /// What bounds a request.
    pub limits: Limits,
}

/// What bounds a request, a connection and the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest body taken, in bytes.
    pub body: usize,
    /// Requests worked on at once; one more is told to come back.
    pub in_flight: usize,
    /// Connections open at once; one more waits to be accepted.
    pub connections: usize,
    /// For the head of a request to arrive, idle time included.
    pub head_time: Duration,
    /// For its body to arrive.
    pub body_time: Duration,
    /// For the answer to be made.
    pub answer_time: Duration,
    /// For what is in flight to finish when the service is stopped.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 1 << 20,
            in_flight: 256,
            connections: 4096,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(15),
            answer_time: Duration::from_mins(1),
            grace: Duration::from_secs(30),
        }
    }
}

/// The running service, shared by all requests.
#[derive(Clone, Debug)]
pub struct App {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    keys: KeyRing,
    limiter: Option<Limiter>,
    slots: Arc<Semaphore>,
    limits: Limits,
    /// Tells this run's request ids from those of the last.
    run: String,
    requests: AtomicU64,
}

impl App {
    /// A service over the store.
    #[must_use]
    pub fn new(store: Store, settings: &Settings) -> Self {
        let limits = settings.limits;
        let inner = Inner {
            keys: KeyRing::new(store.clone(), settings.key.as_deref()),
            limiter: settings.rate.map(Limiter::new),
            slots: Arc::new(Semaphore::new(limits.in_flight)),
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

    pub(super) fn keys(&self) -> &KeyRing {
        &self.inner.keys
    }

    pub(super) fn limiter(&self) -> Option<&Limiter> {
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
