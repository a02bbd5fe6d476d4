//! Sends one HTTP request once: returns the complete response, or why there is none.
//!
//! [`transport`](super::transport) decides about retries; this module only
//! reports whether the server may have received the request.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use reqwest::header::{
    ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue,
    IF_NONE_MATCH, LOCATION, RETRY_AFTER,
};
use reqwest::{Method, Url};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use super::error::{Delivery, ErrorKind, Refusal, TimeoutPhase};
use super::error_body::{self, ErrorBody};
use super::long_texts;
use super::retry_after;

/// Response headers that carry a request id, by popularity.
const REQUEST_ID_HEADERS: [&str; 5] =
    ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-trace-id"];

/// Limit for the body of an error response, in bytes.
const MAX_ERROR_BODY: usize = 1 << 20;
/// Larger bodies of background requests are read one at a time.
const LARGE_BODY: usize = 1 << 20;
/// An allocation above 32 MiB is never part of a heap.
const MAPPED_CAPACITY: usize = 33 << 20;

/// Redacting a shorter key would mangle ordinary words.
const MIN_REDACTED_KEY: usize = 6;

const NOT_MODIFIED: u16 = 304;

#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) body: Option<Vec<u8>>,
    /// `If-Match` or `If-None-Match`, with a tag.
    pub(super) precondition: Option<(HeaderName, HeaderValue)>,
    /// A page of a list whose length is known: see [`Rate`](super::limiter::Rate).
    pub(super) is_bulk: bool,
    /// Longer strings may be cut, in a large body.
    pub(super) max_text: Option<usize>,
}

impl Request {
    pub(super) const fn get(url: Url) -> Self {
        Self {
            method: Method::GET,
            url,
            body: None,
            precondition: None,
            is_bulk: false,
            max_text: None,
        }
    }

    pub(super) const fn with_body(method: Method, url: Url, body: Vec<u8>) -> Self {
        Self { method, url, body: Some(body), precondition: None, is_bulk: false, max_text: None }
    }

    /// Adds a precondition, if there is a tag. One that does not fit a header cannot come from a
    /// server.
    pub(super) fn with_tag(mut self, header: HeaderName, etag: Option<&str>) -> Self {
        let tag = etag.and_then(|etag| HeaderValue::from_str(etag).ok());
        self.precondition = tag.map(|tag| (header, tag));
        self
    }

    /// Whether a 304 answers this request.
    fn may_be_unmodified(&self) -> bool {
        self.precondition.as_ref().is_some_and(|(header, _)| header == IF_NONE_MATCH)
    }

    pub(super) fn is_read(&self) -> bool {
        self.method == Method::GET
    }

    /// Method, path and query, for messages and logs. The host may be long and
    /// is the same for every request.
    pub(super) fn describe(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{} {}?{query}", self.method, self.url.path()),
            None => format!("{} {}", self.method, self.url.path()),
        }
    }
}

/// A response with its complete body.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    /// The key of the request, to redact it where the server echoes it.
    authorization: HeaderValue,
}

impl Response {
    pub(super) const fn is_not_modified(&self) -> bool {
        self.status == NOT_MODIFIED
    }

    pub(super) fn etag(&self) -> Option<String> {
        self.headers.get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned)
    }

    pub(super) fn request_id(&self) -> Option<String> {
        REQUEST_ID_HEADERS
            .iter()
            .find_map(|name| self.headers.get(*name)?.to_str().ok())
            .map(|id| error_body::shorten(&self.redact(id)))
            .filter(|id| !id.is_empty())
    }

    /// The error that the body describes.
    pub(super) fn refusal(&self, retry_after: Option<Duration>) -> Refusal {
        let ErrorBody { message, code, fields, request_id } =
            error_body::find_or_quote(&self.body_start(), &|text| self.redact(text));
        let request_id = request_id.or_else(|| self.request_id());
        Refusal { status: self.status, message, code, fields, request_id, retry_after }
    }

    /// The error message in the body, if it is in one of the usual places.
    pub(super) fn message(&self) -> String {
        error_body::find(&self.body_start(), &|text| self.redact(text)).message
    }

    pub(super) fn is_web_page(&self) -> bool {
        let body = self.body_start().trim_start().to_ascii_lowercase();
        ["<!doctype html", "<html", "<head", "<body"].iter().any(|start| body.starts_with(start))
    }

    fn body_start(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.body.get(..MAX_ERROR_BODY).unwrap_or(&self.body))
    }

    /// A text of the body for a message.
    pub(super) fn quote(&self, text: &str) -> String {
        error_body::shorten(&self.redact(text))
    }

    /// Redacts the key: a server may echo what it received.
    fn redact(&self, text: &str) -> String {
        let header = self.authorization.to_str().unwrap_or_default();
        match header.strip_prefix("Bearer ").filter(|key| key.len() >= MIN_REDACTED_KEY) {
            Some(key) => text.replace(key, "[the key]"),
            None => text.to_owned(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) deadline: Instant,
    /// The time from the first attempt to the deadline, for messages.
    pub(super) total_time: Duration,
    pub(super) max_body: usize,
    /// A large body waits for a permit, if it may wait.
    pub(super) large_bodies: Option<&'a Semaphore>,
}

#[derive(Debug)]
pub(super) struct SendError {
    pub(super) kind: ErrorKind,
    pub(super) delivery: Delivery,
}

/// Sends a request once and reads the complete response.
pub(super) async fn send(
    http: &reqwest::Client,
    authorization: &HeaderValue,
    request: &Request,
    bounds: Bounds<'_>,
) -> Result<Response, SendError> {
    // The progress, in case of a timeout: 0 before the response headers, then one more than the
    // bytes received.
    let progress = AtomicUsize::new(0);
    let exchange = exchange(http, authorization, request, bounds, &progress);
    match timeout_at(bounds.deadline, exchange).await {
        Ok(result) => result,
        Err(_elapsed) => {
            let (phase, delivery) = match progress.load(Ordering::Relaxed) {
                0 => (TimeoutPhase::Response, Delivery::Unknown),
                count => (TimeoutPhase::Body { received: count - 1 }, Delivery::Confirmed),
            };
            let kind = ErrorKind::TimedOut { after: bounds.total_time, phase };
            Err(SendError { kind, delivery })
        }
    }
}

async fn exchange(
    http: &reqwest::Client,
    authorization: &HeaderValue,
    request: &Request,
    bounds: Bounds<'_>,
    progress: &AtomicUsize,
) -> Result<Response, SendError> {
    let mut builder = http
        .request(request.method.clone(), request.url.clone())
        .header(AUTHORIZATION, authorization)
        .header(ACCEPT, "application/json");
    if request.is_read() {
        // A cached response proves nothing about the record.
        builder = builder.header(CACHE_CONTROL, "no-cache");
    }
    if let Some(body) = &request.body {
        builder = builder.header(CONTENT_TYPE, "application/json").body(body.clone());
    }
    if let Some((header, etag)) = &request.precondition {
        builder = builder.header(header, etag);
    }
    let started = Instant::now();
    let mut incoming = builder.send().await.map_err(|error| no_response(error, started))?;
    progress.store(1, Ordering::Relaxed);
    let status = incoming.status().as_u16();
    let headers = std::mem::take(incoming.headers_mut());
    let authorization = authorization.clone();
    let mut response = Response { status, headers, body: Vec::new(), authorization };
    let is_success =
        (200..=299).contains(&status) || status == NOT_MODIFIED && request.may_be_unmodified();
    let max_body = bounds.max_body;
    let max_body = if is_success { max_body } else { MAX_ERROR_BODY.min(max_body) };
    let bounds = Bounds { max_body, ..bounds };
    let body_error = read_body(incoming, bounds, &mut response.body, progress).await.err();
    if let Some(max) = request.max_text.filter(|_| response.body.len() > LARGE_BODY) {
        long_texts::shorten(&mut response.body, max);
    }
    // The status of an error response counts even if its body is cut off.
    let failure = if is_success {
        body_error.map(|error| error.into_kind(&response))
    } else {
        Some(status_error(&response))
    };
    match failure {
        None => Ok(response),
        Some(kind) => Err(SendError { kind, delivery: Delivery::Confirmed }),
    }
}

fn no_response(error: reqwest::Error, started: Instant) -> SendError {
    let (delivery, phase) = if error.is_connect() || error.is_builder() {
        (Delivery::NotSent, TimeoutPhase::Connect)
    } else {
        (Delivery::Unknown, TimeoutPhase::Response)
    };
    let kind = if error.is_timeout() {
        ErrorKind::TimedOut { after: started.elapsed(), phase }
    } else if delivery == Delivery::NotSent {
        ErrorKind::Unreachable(error.into())
    } else {
        ErrorKind::Broken(error.into())
    };
    SendError { kind, delivery }
}

enum BodyError {
    TooLarge(usize),
    TimedOut(Duration),
    Broken(reqwest::Error),
}

impl BodyError {
    fn into_kind(self, response: &Response) -> ErrorKind {
        match self {
            Self::TooLarge(limit) => ErrorKind::TooLarge {
                limit,
                status: response.status,
                request_id: response.request_id(),
            },
            Self::TimedOut(after) => {
                let phase = TimeoutPhase::Body { received: response.body.len() };
                ErrorKind::TimedOut { after, phase }
            }
            Self::Broken(error) => ErrorKind::Broken(error.into()),
        }
    }
}

/// Makes room for more bytes. A large body gets an allocation of its own mapping: it takes only the
/// memory that is written to, and returns it as soon as the body is dropped. The allocator of Linux
/// keeps what it serves from its heaps, some 64 MiB for each thread.
fn reserve(body: &mut Vec<u8>, more: usize) {
    let needed = body.len() + more;
    if needed > LARGE_BODY && body.capacity() < MAPPED_CAPACITY {
        body.reserve_exact(MAPPED_CAPACITY.max(needed) - body.len());
    } else {
        body.reserve(more);
    }
}

/// Reads the body up to the limit, which counts decompressed bytes.
async fn read_body(
    mut incoming: reqwest::Response,
    bounds: Bounds<'_>,
    body: &mut Vec<u8>,
    progress: &AtomicUsize,
) -> Result<(), BodyError> {
    let (started, limit) = (Instant::now(), bounds.max_body);
    let mut permit = None;
    let length = incoming.content_length().and_then(|length| usize::try_from(length).ok());
    if length.is_some_and(|length| length > limit) {
        return Err(BodyError::TooLarge(limit));
    }
    body.reserve(length.filter(|length| *length <= LARGE_BODY).unwrap_or(0));
    loop {
        match incoming.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() > limit => {
                return Err(BodyError::TooLarge(limit));
            }
            Ok(Some(chunk)) => {
                let is_large = body.len() + chunk.len() > LARGE_BODY && permit.is_none();
                if let Some(large_bodies) = bounds.large_bodies.filter(|_| is_large) {
                    // The semaphore is never closed.
                    permit = large_bodies.acquire().await.ok();
                }
                reserve(body, chunk.len());
                body.extend_from_slice(&chunk);
                progress.store(body.len() + 1, Ordering::Relaxed);
            }
            Ok(None) => return Ok(()),
            // Checked first: a body cut off by a timeout also reports a decoding error.
            Err(error) if error.is_timeout() => return Err(BodyError::TimedOut(started.elapsed())),
            Err(error) => return Err(BodyError::Broken(error)),
        }
    }
}

fn status_error(response: &Response) -> ErrorKind {
    if response.is_not_modified() {
        return ErrorKind::InvalidResponse {
            status: response.status,
            detail: "it reports no change, although the request named no version".to_owned(),
            is_web_page: false,
            message: String::new(),
            request_id: response.request_id(),
        };
    }
    let header =
        |name| response.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if (300..=399).contains(&response.status) {
        return ErrorKind::Redirected {
            status: response.status,
            to: error_body::shorten(&response.redact(header(LOCATION).unwrap_or("nowhere"))),
            request_id: response.request_id(),
        };
    }
    let retry_after =
        header(RETRY_AFTER).and_then(|text| retry_after::parse(text, SystemTime::now()));
    ErrorKind::Refused(response.refusal(retry_after))
}
