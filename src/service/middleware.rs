//! The layer around every route: request id, API key, rate limit and timeout
//! before the handler; error envelope, headers and access log after it. The log
//! holds no personal data: the route's pattern, never the path, query or body.

use std::any::Any;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Version as HttpVersion, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api_error::{ApiError, ErrorCode, MAX_HEADER_FIELDS, seconds_rounded_up};
use super::auth::{AuthError, AuthenticatedKey};
use super::operations::{HEALTH, LIVENESS, METRICS};
use super::rate_limit::RateLimitStatus;
use super::slots::Slot;
use super::state::AppState;
use super::{body, metrics};
use crate::wire::Timestamp;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The version of the API that a path belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    V0,
    V1,
    /// Needs a key; errors look like those of version 1.
    Metrics,
    /// Paths such as `/healthz`: they need no key, and errors look like those
    /// of version 1.
    Unversioned,
}

impl Version {
    fn from_path(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("v0") => Self::V0,
            Some("v1") => Self::V1,
            _ if path == METRICS => Self::Metrics,
            _ => Self::Unversioned,
        }
    }
}

/// The address of the other end of the connection. `server` adds it to each request.
#[derive(Debug, Clone, Copy)]
pub(super) struct PeerAddress(pub(super) IpAddr);

/// What a handler knows about its request besides the request itself.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    pub(super) request_id: Arc<str>,
    pub(super) address: IpAddr,
    pub(super) key: AuthenticatedKey,
}

/// The longest time that a refused request without a valid key is held back. A client that repeats
/// it at once is slowed down, and costs nothing meanwhile.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Writes one line when the request ends. If the client disconnects first, the
/// future is dropped and the line says 499.
struct AccessLog {
    request_id: Arc<str>,
    method: Method,
    route: Option<MatchedPath>,
    started: Instant,
    key: Option<Arc<str>>,
    status: u16,
    code: &'static str,
    cause: Option<String>,
}

impl Drop for AccessLog {
    fn drop(&mut self) {
        tracing::info!(
            target: "access",
            request_id = &*self.request_id,
            method = self.method.as_str(),
            route = self.route.as_ref().map_or("-", MatchedPath::as_str),
            status = self.status,
            ms = millis(self.started.elapsed()),
            key = self.key.as_deref().unwrap_or("-"),
            code = self.code,
        );
        if let Some(cause) = &self.cause {
            tracing::error!(target: "service", request_id = &*self.request_id, cause);
        }
    }
}

pub(super) async fn handle(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let version = Version::from_path(request.uri().path());
    let mut log = AccessLog {
        request_id: request_id(&app, request.headers()).into(),
        method: request.method().clone(),
        route: request.extensions().get::<MatchedPath>().cloned(),
        started: Instant::now(),
        key: None,
        status: 499,
        code: "abandoned",
        cause: None,
    };
    let mut rate_limit = None;
    let admission = admit(&app, version, &mut request, &mut log, &mut rate_limit).await;
    let result = match admission {
        Ok(slot) => run(&app, request, next, slot).await,
        Err(error) => {
            body::discard(request, app.limits).await;
            Err(error)
        }
    };
    let mut response = result.unwrap_or_else(IntoResponse::into_response);
    log.code = "-";
    if let Some(error) = response.extensions_mut().remove::<ApiError>() {
        response = write_error(response, &error, version, &log.request_id);
        log.code = error.code.as_str();
        log.cause = error.cause;
    }
    log.status = response.status().as_u16();
    let operation = metrics::operation_name(&log.method, log.route.as_ref());
    app.metrics.count(operation, log.status, log.started.elapsed());
    add_headers(response.headers_mut(), &log.request_id, rate_limit);
    response
}

/// Checks the request before its body is read, and takes a slot for a read. A write takes its slot
/// when its body is complete, so that slow clients block no other request.
async fn admit(
    app: &AppState,
    version: Version,
    request: &mut Request,
    log: &mut AccessLog,
    rate_limit: &mut Option<RateLimitStatus>,
) -> Result<Option<Slot>, ApiError> {
    check_head_size(app, request)?;
    check_host(request)?;
    let address = client_address(app, request);
    if [HEALTH, LIVENESS].contains(&request.uri().path()) {
        // A flood of other requests must not look like a dead service.
        return Ok(None);
    }
    if version == Version::Unversioned {
        let counted = app.public_throttle.count(address, Instant::now());
        let message = "this address reads public pages too often; try again later";
        return hold_back(counted, message).await.map(|()| None);
    }
    let key = match app.authenticator.authenticate(request.headers()).await {
        Ok(key) => key,
        Err(error) => {
            if matches!(error, AuthError::WrongKey) {
                let counted = app.wrong_key_throttle.count(address, Instant::now());
                hold_back(counted, "too many wrong keys from this address; try again later")
                    .await?;
            }
            return Err(error.into());
        }
    };
    log.key = Some(Arc::clone(&key.name));
    *rate_limit = app.rate_limiter.as_ref().map(|limiter| limiter.count(&key.name, Instant::now()));
    check_rate_limit(*rate_limit)?;
    let slot = match *request.method() {
        Method::GET | Method::HEAD => Some(take_slot(app.read_slots.acquire(&key.name))?),
        _ => None,
    };
    let request_id = Arc::clone(&log.request_id);
    request.extensions_mut().insert(Caller { request_id, address, key });
    Ok(slot)
}

pub(super) fn take_slot(slot: Option<Slot>) -> Result<Slot, ApiError> {
    slot.ok_or_else(|| ApiError::overloaded("too many requests at once; nothing was changed"))
}

async fn hold_back(counted: Result<(), Duration>, message: &str) -> Result<(), ApiError> {
    let Err(wait) = counted else { return Ok(()) };
    tokio::time::sleep(wait.min(MAX_DELAY)).await;
    Err(ApiError::rate_limited(wait, message.to_owned()))
}

/// hyper stops reading a head that is far too long; this is the exact limit, for both versions of
/// HTTP.
fn check_head_size(app: &AppState, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    let max_bytes = app.limits.max_head_bytes;
    if headers.sum::<usize>() <= max_bytes && request.headers().len() <= MAX_HEADER_FIELDS {
        return Ok(());
    }
    Err(ApiError::head_too_large(max_bytes))
}

/// RFC 9112 demands exactly one `Host` of version 1.1; version 2 has it in the URI.
fn check_host(request: &Request) -> Result<(), ApiError> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let is_valid = match request.version() {
        HttpVersion::HTTP_11 => hosts == 1,
        HttpVersion::HTTP_2 => hosts == 1 || (hosts == 0 && request.uri().authority().is_some()),
        _ => hosts <= 1,
    };
    if is_valid {
        return Ok(());
    }
    let message = "send exactly one Host header";
    Err(ApiError::field(ErrorCode::BadRequest, "Host", message))
}

/// The address of the client. Only a proxy of the operator may name another one than its own.
fn client_address(app: &AppState, request: &Request) -> IpAddr {
    let peer = request
        .extensions()
        .get::<PeerAddress>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.to_canonical());
    if !app.trusted_proxies.contains(&peer) {
        return peer;
    }
    let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
    forwarded
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next()?.trim().parse().ok())
        .unwrap_or(peer)
}

async fn run(
    app: &AppState,
    request: Request,
    next: Next,
    _slot: Option<Slot>,
) -> Result<Response, ApiError> {
    let code = ErrorCode::Deadline;
    tokio::time::timeout(app.limits.handler_timeout, next.run(request))
        .await
        .map_err(|_elapsed| ApiError::new(code, code.description()))
}

fn check_rate_limit(status: Option<RateLimitStatus>) -> Result<(), ApiError> {
    let Some(RateLimitStatus { remaining: None, limit, reset }) = status else { return Ok(()) };
    let seconds = seconds_rounded_up(reset);
    let message = format!("this key has used its {limit} requests; try again in {seconds} s");
    Err(ApiError::rate_limited(reset, message))
}

/// The client's id if it is safe to echo, else a new one.
fn request_id(app: &AppState, headers: &HeaderMap) -> String {
    let is_safe = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(is_safe)
        .map_or_else(|| app.request_ids.next(), str::to_owned)
}

/// Replaces the body; status and headers stay.
fn write_error(
    response: Response,
    error: &ApiError,
    version: Version,
    request_id: &str,
) -> Response {
    let (mut parts, _empty) = response.into_parts();
    let body = match version {
        Version::V0 => error.body_v0(),
        Version::V1 | Version::Metrics | Version::Unversioned => error.body_v1(request_id),
    };
    let (json, body) = Json(body).into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(json.headers);
    Response::from_parts(parts, body)
}

fn add_headers(headers: &mut HeaderMap, request_id: &str, rate_limit: Option<RateLimitStatus>) {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        headers.insert(REQUEST_ID, value);
    }
    // Shared caches must not keep personal data.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(status) = rate_limit {
        let now = Timestamp::now().to_utc().timestamp().max(0).unsigned_abs();
        headers.insert(RATE_LIMIT, status.limit.into());
        headers.insert(RATE_REMAINING, status.remaining.unwrap_or(0).into());
        headers.insert(RATE_RESET, (now + seconds_rounded_up(status.reset)).into());
    }
}

/// The response to a panic in a handler. The panic hook has printed the report.
pub(super) fn panic_response(_: Box<dyn Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
