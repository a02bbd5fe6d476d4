//! Follows each request from the queue to its end: reports events to the subscriber, makes the
//! request cancellable by id, and counts its attempts for error messages.
//!
//! Used by [`transport`](super::transport). Without a subscriber no event is built and no request is
//! registered. The log gets every request.

use std::collections::HashMap;
use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::error::{ClientError, Delivery, ErrorKind};
use super::event::{ClientEvent, RequestEvent, RequestFailure, RequestId};
use super::http::{Request, Response, SendError};
use super::limiter::Priority;
use super::request_log;

/// The subscriber, and the requests that can be cancelled.
#[derive(Debug, Default)]
pub(super) struct RequestTracer {
    subscriber: RwLock<Option<UnboundedSender<ClientEvent>>>,
    next_id: AtomicU64,
    cancel_senders: Mutex<HashMap<RequestId, oneshot::Sender<()>>>,
}

impl RequestTracer {
    /// Replaces the subscriber.
    pub(super) fn subscribe(&self, subscriber: UnboundedSender<ClientEvent>) {
        *self.subscriber.write().unwrap_or_else(PoisonError::into_inner) = Some(subscriber);
    }

    pub(super) fn report(&self, event: ClientEvent) {
        request_log::limiter_event(&event);
        if let Some(subscriber) = self.subscriber() {
            // A closed channel is not an error.
            let _ = subscriber.send(event);
        }
    }

    /// Cancels a request. Returns false if it has ended.
    pub(super) fn cancel(&self, id: RequestId) -> bool {
        self.cancel_senders().remove(&id).is_some_and(|sender| sender.send(()).is_ok())
    }

    pub(super) fn start<'a>(
        &'a self,
        request: &'a Request,
        priority: Priority,
    ) -> (RequestTrace<'a>, Cancellation) {
        let number = self.next_id.fetch_add(1, Ordering::Relaxed);
        request_log::queued(number, request, priority);
        let (registration, receiver) = match self.subscriber() {
            None => (None, None),
            Some(subscriber) => {
                let id = RequestId::from(number);
                let (sender, receiver) = oneshot::channel();
                self.cancel_senders().insert(id, sender);
                let final_event = RequestEvent::Dropped;
                let registration = Registration { tracer: self, subscriber, id, final_event };
                registration.report(RequestEvent::Queued { request: request.describe(), priority });
                (Some(registration), Some(receiver))
            }
        };
        let trace = RequestTrace {
            request,
            number,
            started: Instant::now(),
            has_ended: false,
            attempts: 0,
            delivery: Delivery::NotSent,
            registration,
        };
        (trace, Cancellation(receiver))
    }

    fn subscriber(&self) -> Option<UnboundedSender<ClientEvent>> {
        let subscriber = self.subscriber.read().unwrap_or_else(PoisonError::into_inner);
        subscriber.as_ref().filter(|subscriber| !subscriber.is_closed()).cloned()
    }

    fn cancel_senders(&self) -> MutexGuard<'_, HashMap<RequestId, oneshot::Sender<()>>> {
        self.cancel_senders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Cancellation(Option<oneshot::Receiver<()>>);

impl Cancellation {
    /// Completes when the request is cancelled; otherwise never.
    pub(super) async fn wait(self) {
        let is_cancelled = match self.0 {
            Some(receiver) => receiver.await.is_ok(),
            None => false,
        };
        if !is_cancelled {
            pending::<()>().await;
        }
    }
}

/// The progress of one request.
pub(super) struct RequestTrace<'a> {
    request: &'a Request,
    /// Identifies it in the log.
    number: u64,
    started: Instant,
    has_ended: bool,
    attempts: u32,
    delivery: Delivery,
    registration: Option<Registration<'a>>,
}

impl RequestTrace<'_> {
    pub(super) const fn attempts(&self) -> u32 {
        self.attempts
    }

    pub(super) fn start_attempt(&mut self) {
        self.attempts += 1;
        self.delivery = Delivery::Unknown;
        let attempt = self.attempts;
        request_log::sent(self.number, attempt);
        self.report(|| RequestEvent::Sent { attempt });
    }

    pub(super) fn retry_after(&mut self, delay: Duration, error: &SendError) {
        self.delivery = error.delivery;
        request_log::retrying(self.number, delay, error);
        self.report(|| {
            let failure = RequestFailure::from(&self.error(error.kind.clone(), error.delivery));
            RequestEvent::Retrying { delay, failure }
        });
    }

    pub(super) fn cancel(self) -> Result<Response, ClientError> {
        let delivery = self.delivery;
        self.finish(Err(SendError { kind: ErrorKind::Cancelled, delivery }))
    }

    pub(super) fn finish(
        mut self,
        result: Result<Response, SendError>,
    ) -> Result<Response, ClientError> {
        let result = result.map_err(|error| self.error(error.kind, error.delivery));
        self.has_ended = true;
        match &result {
            Ok(response) => {
                request_log::answered(self.number, response, self.attempts, self.started);
            }
            Err(error) => request_log::failed(self.number, error, self.started),
        }
        if let Some(registration) = &mut self.registration {
            registration.final_event = match &result {
                Ok(response) => {
                    RequestEvent::Answered { status: response.status, bytes: response.body.len() }
                }
                Err(error) if matches!(error.kind(), ErrorKind::Cancelled) => {
                    RequestEvent::Cancelled
                }
                Err(error) => RequestEvent::Failed(error.into()),
            };
        }
        result
    }

    fn error(&self, kind: ErrorKind, delivery: Delivery) -> ClientError {
        ClientError::new(self.request.describe(), kind, delivery, self.attempts)
    }

    fn report(&self, event: impl FnOnce() -> RequestEvent) {
        if let Some(registration) = &self.registration {
            registration.report(event());
        }
    }
}

impl Drop for RequestTrace<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            request_log::dropped(self.number, self.started);
        }
    }
}

/// A request that the subscriber knows of. Dropping it reports the end, so every request has an
/// end, even if its future is dropped.
struct Registration<'a> {
    tracer: &'a RequestTracer,
    subscriber: UnboundedSender<ClientEvent>,
    id: RequestId,
    final_event: RequestEvent,
}

impl Registration<'_> {
    fn report(&self, event: RequestEvent) {
        // A closed channel is not an error.
        let _ = self.subscriber.send(ClientEvent::Request { id: self.id, event });
    }
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.tracer.cancel_senders().remove(&self.id);
        let final_event = std::mem::replace(&mut self.final_event, RequestEvent::Dropped);
        self.report(final_event);
    }
}
