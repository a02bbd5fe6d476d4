//! The life of a request in the log.
//!
//! Says which request it is by method, path and page: paths hold IDs. What may be a name that a user
//! typed for an ID is left out. What a server answered in its own words may name people, so that is
//! logged at `trace` only. No header is ever logged.

use std::time::{Duration, Instant};

use super::error::{ClientError, ErrorKind};
use super::event::ClientEvent;
use super::http::{Request, Response, SendError};
use super::limiter::Priority;

const COLLECTIONS: [&str; 3] = ["jobs", "candidates", "persons"];

/// Parameters of a list; any others may hold what a user typed.
const LOGGED_PARAMETERS: [&str; 2] = ["limit", "offset"];

pub(super) fn queued(id: u64, request: &Request, priority: Priority) {
    if !tracing::enabled!(target: "client", tracing::Level::DEBUG) {
        return;
    }
    let (method, path) = (request.method.as_str(), path(request.url.path()));
    let page = page(request);
    tracing::debug!(target: "client", id, method, path, page, ?priority, "request queued");
}

/// The path without a record that has no digit and no underscore: that is no ID, but a name.
fn path(path: &str) -> String {
    let mut is_record = false;
    let segments = path.split('/').map(|segment| {
        let is_logged = !is_record || segment.contains(|c: char| c.is_ascii_digit() || c == '_');
        is_record = COLLECTIONS.contains(&segment);
        if is_logged { segment } else { "…" }
    });
    segments.collect::<Vec<_>>().join("/")
}

/// The page of a list, as in `limit=100&offset=200`.
fn page(request: &Request) -> String {
    let pairs = request.url.query_pairs();
    let logged = pairs.filter(|(name, _)| LOGGED_PARAMETERS.contains(&&**name));
    let page: Vec<String> = logged.map(|(name, value)| format!("{name}={value}")).collect();
    page.join("&")
}

pub(super) fn sent(id: u64, attempt: u32) {
    tracing::debug!(target: "client", id, attempt, "request sent");
}

pub(super) fn retrying(id: u64, delay: Duration, error: &SendError) {
    let (delay_ms, cause) = (millis(delay), safe_cause(&error.kind));
    tracing::warn!(target: "client", id, delay_ms, cause, "request will be retried");
    tracing::trace!(target: "client", id, error = %error.kind, "attempt failed");
}

pub(super) fn answered(id: u64, response: &Response, attempts: u32, started: Instant) {
    if !tracing::enabled!(target: "client", tracing::Level::DEBUG) {
        return;
    }
    let (status, bytes, ms) = (response.status, response.body.len(), millis(started.elapsed()));
    let request_id = response.request_id();
    tracing::debug!(target: "client", id, status, bytes, attempts, ms, request_id, "request answered");
}

pub(super) fn failed(id: u64, error: &ClientError, started: Instant) {
    let (attempts, ms) = (error.attempts(), millis(started.elapsed()));
    if matches!(error.kind(), ErrorKind::Cancelled) {
        tracing::debug!(target: "client", id, attempts, ms, "request canceled");
        return;
    }
    let (status, request_id, cause) =
        (error.status(), error.request_id(), safe_cause(error.kind()));
    tracing::warn!(target: "client", id, status, cause, attempts, ms, request_id, "request failed");
    tracing::trace!(target: "client", id, error = %error.kind(), "failure");
}

/// The caller no longer waits.
pub(super) fn dropped(id: u64, started: Instant) {
    tracing::debug!(target: "client", id, ms = millis(started.elapsed()), "request dropped");
}

pub(super) fn limiter_event(event: &ClientEvent) {
    match event {
        ClientEvent::Paused { wait } => {
            tracing::warn!(target: "client", ms = millis(*wait), "the server asked for a pause");
        }
        ClientEvent::Locked => tracing::warn!(target: "client", "the server rejected the key"),
        ClientEvent::Unlocked => tracing::info!(target: "client", "the key was replaced"),
        ClientEvent::Request { .. } => {}
    }
}

/// What failed, without the words of a server.
pub(crate) fn safe_cause(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::Refused(refusal) => format!("the server answered with {}", refusal.status),
        ErrorKind::Redirected { .. } => "the server redirects".to_owned(),
        ErrorKind::InvalidResponse { .. } => "the response does not match the API".to_owned(),
        ErrorKind::WrongRecord { .. } => "the server sent the wrong record".to_owned(),
        ErrorKind::Unreachable(_)
        | ErrorKind::Broken(_)
        | ErrorKind::TimedOut { .. }
        | ErrorKind::TooLarge { .. }
        | ErrorKind::Paused { .. }
        | ErrorKind::Offline
        | ErrorKind::Locked
        | ErrorKind::BadId
        | ErrorKind::Cancelled => kind.to_string(),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
