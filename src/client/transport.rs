//! Sends requests through the limiter and retries them where that is safe.
//!
//! Reads are retried. A write is retried only if it certainly was never sent.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::Url;
use reqwest::header::HeaderValue;
use secrecy::SecretString;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, sleep, timeout_at};

use super::address::Address;
use super::error::{ClientError, Delivery, ErrorKind, Refusal, Retry};
use super::event::{ClientEvent, RequestId};
use super::http::{self, Bounds, Request, Response, SendError};
use super::limiter::{AcquireError, Feedback, Limiter, Load, Permit, Priority};
use super::options::{Options, SetupError, authorization, http_client};
use super::request_trace::{RequestTrace, RequestTracer};

/// Attempts for a read, not counting those after a wait that the server asked for.
const MAX_ATTEMPTS: usize = 4;

/// `Retry-After: 0` becomes a delay that doubles from here.
const MIN_SERVER_DELAY: Duration = Duration::from_millis(50);

/// The connection pool to one server with its limiter, key and subscriber.
pub(super) struct Transport {
    address: Address,
    http: reqwest::Client,
    authorization: RwLock<HeaderValue>,
    limiter: Arc<Limiter>,
    tracer: RequestTracer,
    deadline: Duration,
    connect_timeout: Duration,
    max_body: usize,
    large_bodies: Semaphore,
    is_offline: bool,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Transport {
    pub(super) fn new(address: Address, options: &Options) -> Result<Self, SetupError> {
        Ok(Self {
            http: http_client(&address, options)?,
            authorization: RwLock::new(authorization(&options.key)?),
            limiter: Limiter::new(options.max_in_flight, options.rate),
            tracer: RequestTracer::default(),
            deadline: options.deadline,
            connect_timeout: options.effective_connect_timeout(),
            max_body: options.max_body,
            large_bodies: Semaphore::new(1),
            is_offline: options.is_offline,
            address,
        })
    }

    pub(super) fn set_key(&self, key: &SecretString) -> Result<(), SetupError> {
        let header = authorization(key)?;
        *self.authorization.write().unwrap_or_else(PoisonError::into_inner) = header;
        if self.limiter.unlock() {
            self.tracer.report(ClientEvent::Unlocked);
        }
        Ok(())
    }

    pub(super) fn end_pause(&self) {
        self.limiter.end_pause();
    }

    pub(super) fn subscribe(&self, subscriber: UnboundedSender<ClientEvent>) {
        self.tracer.subscribe(subscriber);
    }

    pub(super) fn cancel(&self, id: RequestId) -> bool {
        self.tracer.cancel(id)
    }

    pub(super) fn load(&self) -> Load {
        self.limiter.load()
    }

    pub(super) fn capacity(&self, priority: Priority) -> usize {
        self.limiter.capacity(priority)
    }

    pub(super) fn url(&self, method: &str, path: &[&str]) -> Result<Url, ClientError> {
        self.address.join(path).map_err(|_invalid| {
            let request = format!("{method} /{}", path.join("/"));
            ClientError::new(request, ErrorKind::BadId, Delivery::NotSent, 0)
        })
    }

    /// Sends a request, retrying it if need be, until it is answered, fails,
    /// runs out of time or is cancelled.
    pub(super) async fn send(
        &self,
        request: &Request,
        priority: Priority,
    ) -> Result<Response, ClientError> {
        if self.is_offline {
            let (kind, delivery) = (ErrorKind::Offline, Delivery::NotSent);
            return Err(ClientError::new(request.describe(), kind, delivery, 0));
        }
        let (mut trace, cancellation) = self.tracer.start(request, priority);
        let result = tokio::select! {
            // A request cancelled in the queue must not be sent.
            biased;
            () = cancellation.wait() => None,
            result = self.send_with_retries(request, priority, &mut trace) => Some(result),
        };
        match result {
            Some(result) => trace.finish(result),
            None => trace.cancel(),
        }
    }

    async fn send_with_retries(
        &self,
        request: &Request,
        priority: Priority,
        trace: &mut RequestTrace<'_>,
    ) -> Result<Response, SendError> {
        let mut backoff = ExponentialBuilder::new()
            .with_min_delay(Duration::from_millis(200))
            .with_max_delay(Duration::from_secs(5))
            .with_jitter()
            .with_max_times(MAX_ATTEMPTS - 1)
            .build();
        let mut deadline: Option<Instant> = None;
        let mut previous: Option<SendError> = None;
        loop {
            // A retry is not exempt from the rate.
            let is_bulk = request.is_bulk && deadline.is_none();
            let permit = match self.acquire((priority, is_bulk), deadline).await {
                Ok(permit) => permit,
                // An earlier error from the server is more useful than the pause or the lock.
                Err(error) => return Err(previous.unwrap_or_else(|| error.into())),
            };
            // Time spent in the queue does not count.
            let expires_at = *deadline.get_or_insert_with(|| Instant::now() + self.deadline);
            trace.start_attempt();
            let mut error = match self.attempt(request, priority, expires_at, permit).await {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            let is_cut_short =
                matches!(error.kind, ErrorKind::TimedOut { .. }) && Instant::now() >= expires_at;
            if let Some(earlier) = previous.take_if(|_| request.is_read() && is_cut_short) {
                // The earlier failure is more useful than a timeout.
                error = earlier;
            }
            let delay = match error.kind.retry() {
                Retry::Never => None,
                Retry::Soon => backoff.next(),
                Retry::After(wait) => {
                    Some(wait.max(MIN_SERVER_DELAY * (1 << trace.attempts().min(5))))
                }
            };
            let is_safe = request.is_read() || error.delivery == Delivery::NotSent;
            // If the deadline cut off a write while connecting, it would be unknown whether it was
            // sent.
            let reserve = if request.is_read() { Duration::ZERO } else { self.connect_timeout };
            let is_in_time =
                |delay: &Duration| is_safe && Instant::now() + *delay + reserve < expires_at;
            let Some(delay) = delay.filter(is_in_time) else { return Err(error) };
            trace.retry_after(delay, &error);
            sleep(delay).await;
            previous = Some(error);
        }
    }

    /// Waits for a permit: without limit before the first attempt, then until the request's
    /// deadline.
    async fn acquire(
        &self,
        priority: (Priority, bool),
        deadline: Option<Instant>,
    ) -> Result<Permit, AcquireError> {
        let remaining = deadline.map_or(self.deadline, |deadline| deadline - Instant::now());
        let acquire = self.limiter.acquire(priority, remaining);
        match deadline {
            None => acquire.await,
            Some(deadline) => timeout_at(deadline, acquire)
                .await
                .unwrap_or(Err(AcquireError::Paused(Duration::ZERO))),
        }
    }

    /// Sends once and reports the result to the limiter. Abandons a read when the server rejects
    /// the key in another request.
    async fn attempt(
        &self,
        request: &Request,
        priority: Priority,
        deadline: Instant,
        permit: Permit,
    ) -> Result<Response, SendError> {
        let authorization = self.authorization();
        // The user waits for the others, and the answer to a write must not be lost.
        let may_wait = request.is_read() && priority == Priority::Background;
        let bounds = Bounds {
            deadline,
            total_time: self.deadline,
            max_body: self.max_body,
            large_bodies: may_wait.then_some(&self.large_bodies),
        };
        let result = tokio::select! {
            // A rejected key must not be sent again.
            biased;
            () = self.limiter.wait_until_locked(), if request.is_read() => Err(AcquireError::Locked.into()),
            result = http::send(&self.http, &authorization, request, bounds) => result,
        };
        let feedback = match &result {
            Ok(_) => Feedback::Answered,
            Err(error) => {
                self.apply_to_all(&error.kind, &authorization);
                if error.kind.is_overload() { Feedback::Overload } else { Feedback::Failed }
            }
        };
        permit.release(feedback);
        result
    }

    fn authorization(&self) -> HeaderValue {
        self.authorization.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Locks or pauses all requests if the error requires it.
    fn apply_to_all(&self, kind: &ErrorKind, authorization: &HeaderValue) {
        match kind {
            ErrorKind::Refused(Refusal { status: 401, .. }) => {
                // A late response to an old key says nothing about the new one. The read lock keeps
                // the key from changing meanwhile.
                let current = self.authorization.read().unwrap_or_else(PoisonError::into_inner);
                if *current == *authorization && self.limiter.lock() {
                    self.tracer.report(ClientEvent::Locked);
                }
            }
            ErrorKind::Refused(Refusal { status: 429 | 503, retry_after: Some(wait), .. }) => {
                self.limiter.pause(*wait);
                if let Some(wait) = self.limiter.load().paused {
                    self.tracer.report(ClientEvent::Paused { wait });
                }
            }
            _ => {}
        }
    }
}

impl From<AcquireError> for SendError {
    fn from(error: AcquireError) -> Self {
        let kind = match error {
            AcquireError::Locked => ErrorKind::Locked,
            AcquireError::Paused(remaining) => ErrorKind::Paused { remaining },
        };
        Self { kind, delivery: Delivery::NotSent }
    }
}
