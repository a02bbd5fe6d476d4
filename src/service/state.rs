//! Settings of the service, and the state that all requests share.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::auth::Authenticator;
use super::health::HealthCheck;
use super::metrics::Metrics;
use super::rate_limit::{RateLimit, RateLimiter};
use super::request_id::RequestIds;
use super::server::tls::TlsCertificate;
use super::slots::Slots;
use super::store::{AuditMode, Store};
use super::throttle::Throttle;

#[derive(Clone, Default)]
pub struct ServiceSettings {
    /// A key with full access, in addition to those in the store.
    pub key: Option<String>,
    /// Applies to each key on its own; `None` means no limit.
    pub rate_limit: Option<RateLimit>,
    pub limits: Limits,
    pub audit: AuditMode,
    /// How long the audit log is kept; `None` means forever.
    pub audit_keep: Option<Duration>,
    /// Backups that the service makes by itself.
    pub backups: Option<BackupSchedule>,
    /// Plain HTTP without it.
    pub tls: Option<Arc<TlsCertificate>>,
    /// Proxies whose `X-Forwarded-For` names the client.
    pub trusted_proxies: Vec<IpAddr>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSchedule {
    /// What the names of the backups begin with: the file name of the database without its
    /// extension. Several databases may share the directory.
    pub name: String,
    pub directory: PathBuf,
    pub every: Duration,
    /// Older ones are deleted.
    pub keep: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub max_body_bytes: usize,
    /// All bodies that are being received; a further one gets 503.
    pub(crate) max_buffered_bytes: usize,
    pub max_head_bytes: usize,
    /// Concurrent reads; a further one gets 503.
    pub max_reads: usize,
    /// Writes that run or wait for the database; a further one gets 503.
    pub max_writes: usize,
    /// Open connections; a further one waits to be accepted.
    pub max_connections: usize,
    /// Requests of an address for public pages.
    pub public_rate: RateLimit,
    /// Wrong keys from an address.
    pub wrong_key_rate: RateLimit,
    /// Includes the idle time before a request.
    pub header_timeout: Duration,
    pub body_timeout: Duration,
    /// How long a complete write waits for other writers.
    pub write_wait: Duration,
    pub handler_timeout: Duration,
    /// How long a client may take to accept more of a response.
    pub send_timeout: Duration,
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body_bytes: 1 << 20,
            max_buffered_bytes: 64 << 20,
            max_head_bytes: 64 << 10,
            max_reads: 256,
            max_writes: 64,
            max_connections: 4096,
            public_rate: RateLimit::new(200, Duration::from_secs(4)),
            wrong_key_rate: RateLimit::new(100, Duration::from_secs(10)),
            header_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(15),
            write_wait: Duration::from_secs(5),
            handler_timeout: Duration::from_secs(30),
            send_timeout: Duration::from_secs(30),
            shutdown_grace: Duration::from_secs(10),
        }
    }
}

#[derive(Clone, Debug)]
pub struct AppState {
    inner: Arc<SharedState>,
}

#[derive(Debug)]
pub struct SharedState {
    pub(super) store: Store,
    pub(super) authenticator: Authenticator,
    pub(super) rate_limiter: Option<RateLimiter>,
    pub(super) read_slots: Arc<Slots>,
    pub(super) write_slots: Arc<Slots>,
    pub(super) public_throttle: Throttle,
    pub(super) wrong_key_throttle: Throttle,
    /// In units of [`BUFFER_UNIT`].
    pub(super) body_buffers: Semaphore,
    pub(super) health: HealthCheck,
    pub(super) metrics: Metrics,
    pub(super) limits: Limits,
    pub(super) audit: AuditMode,
    pub(super) trusted_proxies: Vec<IpAddr>,
    pub(super) request_ids: RequestIds,
}

/// Bytes of a body that one permit of `body_buffers` stands for.
pub(super) const BUFFER_UNIT: usize = 1 << 10;

impl AppState {
    #[must_use]
    pub fn new(store: Store, settings: &ServiceSettings) -> Self {
        let limits = settings.limits;
        let inner = SharedState {
            authenticator: Authenticator::new(store.clone(), settings.key.as_deref()),
            rate_limiter: settings.rate_limit.map(RateLimiter::new),
            read_slots: Slots::new(limits.max_reads),
            write_slots: Slots::new(limits.max_writes),
            public_throttle: Throttle::new(limits.public_rate),
            wrong_key_throttle: Throttle::new(limits.wrong_key_rate),
            body_buffers: Semaphore::new(limits.max_buffered_bytes / BUFFER_UNIT),
            health: HealthCheck::default(),
            metrics: Metrics::new(),
            limits,
            audit: settings.audit,
            trusted_proxies: settings.trusted_proxies.clone(),
            request_ids: RequestIds::new(),
            store,
        };
        Self { inner: Arc::new(inner) }
    }
}

impl std::ops::Deref for AppState {
    type Target = SharedState;

    fn deref(&self) -> &SharedState {
        &self.inner
    }
}
