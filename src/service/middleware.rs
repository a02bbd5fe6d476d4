//! The layer around every route: request id, concurrency limit, API key, rate
//! limit and timeout before the handler; error envelope, headers and access log
//! after it. The log holds no personal data: the route's pattern, never the
//! path, query or body.

use std::any::Any;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::SemaphorePermit;

use super::api_error::{ApiError, ErrorCode};
use super::auth::AuthenticatedKey;
use super::body;
use super::rate_limit::RateLimitStatus;
use super::state::AppState;
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
    /// Paths such as `/healthz`: they need no key, and errors look like those
    /// of version 1.
    Unversioned,
}

impl Version {
    fn from_path(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("v0") => Self::V0,
            Some("v1") => Self::V1,
            _ => Self::Unversioned,
        }
    }
}

/// What the checks before the handler found out about the client.
#[derive(Default)]
struct Caller {
    key: Option<AuthenticatedKey>,
    rate_limit: Option<RateLimitStatus>,
}

/// Writes one line when the request ends. If the client disconnects first, the
/// future is dropped and the line says 499.
struct AccessLog {
    request_id: String,
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
            request_id = self.request_id,
            method = self.method.as_str(),
            route = self.route.as_ref().map_or("-", MatchedPath::as_str),
            status = self.status,
            ms = millis(self.started.elapsed()),
            key = self.key.as_deref().unwrap_or("-"),
            code = self.code,
        );
        if let Some(cause) = &self.cause {
            tracing::error!(target: "service", request_id = self.request_id, cause);
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
        request_id: request_id(&app, request.headers()),
        method: request.method().clone(),
        route: request.extensions().get::<MatchedPath>().cloned(),
        started: Instant::now(),
        key: None,
        status: 499,
        code: "abandoned",
        cause: None,
    };
    let mut caller = Caller::default();
    let admission = admit(&app, version, &mut request, &mut caller).await;
    log.key = caller.key.map(|key| key.name);
    let result = match admission {
        Ok(permit) => run(&app, request, next, permit).await,
        Err(error) => {
            body::discard(request, app.limits()).await;
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
    add_headers(response.headers_mut(), &log.request_id, caller.rate_limit);
    response
}

/// Checks concurrency, key and rate limit. Unversioned paths skip all of them,
/// so that a busy service still answers a health check.
async fn admit<'app>(
    app: &'app AppState,
    version: Version,
    request: &mut Request,
    caller: &mut Caller,
) -> Result<Option<SemaphorePermit<'app>>, ApiError> {
    if version == Version::Unversioned {
        return Ok(None);
    }
    let permit = app
        .request_permits()
        .try_acquire()
        .map_err(|_full| ApiError::overloaded("too many requests at once; nothing was changed"))?;
    let key = app.authenticator().authenticate(request.headers()).await?;
    caller.rate_limit = app.rate_limiter().map(|limiter| limiter.count(&key.name, Instant::now()));
    request.extensions_mut().insert(key.clone());
    caller.key = Some(key);
    check_rate_limit(caller.rate_limit)?;
    Ok(Some(permit))
}

async fn run(
    app: &AppState,
    request: Request,
    next: Next,
    _permit: Option<SemaphorePermit<'_>>,
) -> Result<Response, ApiError> {
    let code = ErrorCode::Deadline;
    tokio::time::timeout(app.limits().handler_timeout, next.run(request))
        .await
        .map_err(|_elapsed| ApiError::new(code, code.description()))
}

fn check_rate_limit(status: Option<RateLimitStatus>) -> Result<(), ApiError> {
    let Some(RateLimitStatus { remaining: None, limit, reset }) = status else { return Ok(()) };
    let seconds = seconds_rounded_up(reset);
    let message = format!("this key has used its {limit} requests; try again in {seconds} s");
    Err(ApiError { retry_after: Some(seconds), ..ApiError::new(ErrorCode::RateLimited, message) })
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
        .map_or_else(|| app.next_request_id(), str::to_owned)
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
        Version::V1 | Version::Unversioned => error.body_v1(request_id),
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

const fn seconds_rounded_up(time: Duration) -> u64 {
    time.as_secs() + if time.subsec_nanos() > 0 { 1 } else { 0 }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
