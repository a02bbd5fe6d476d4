//! What every request passes before and after its handler: an id, a free
//! place, a key, a rate, a deadline; then the envelope of a refusal, and one
//! line in the log that holds no personal data (the route's pattern, never the
//! path, query or body).

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::Utc;
use tokio::sync::SemaphorePermit;

use super::api_error::{ApiError, ErrorCode};
use super::auth::AuthenticatedKey;
use super::body;
use super::rate_limit::RateLimitStatus;
use super::state::AppState;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const RATE_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Which envelope a path speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    Zero,
    One,
    /// Outside both: no key is asked for; a refusal looks like version 1.
    None,
}

impl Version {
    fn of(path: &str) -> Self {
        match path.split('/').nth(1) {
            Some("v0") => Self::Zero,
            Some("v1") => Self::One,
            _ => Self::None,
        }
    }
}

/// Who asks, and what is left to them.
#[derive(Default)]
struct Caller {
    access: Option<AuthenticatedKey>,
    allowance: Option<RateLimitStatus>,
}

/// One line of the log, written when the request is over, however it ends: a
/// caller who hangs up before the answer is told as 499.
struct LogLine {
    request_id: String,
    method: Method,
    route: Option<MatchedPath>,
    started: Instant,
    key: Option<Arc<str>>,
    status: u16,
    code: &'static str,
    cause: Option<String>,
}

impl Drop for LogLine {
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

/// The middleware around every route.
pub(super) async fn handle(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let version = Version::of(request.uri().path());
    let mut line = LogLine {
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
    let admitted = admit(&app, version, &mut request, &mut caller).await;
    line.key = caller.access.map(|access| access.name);
    let answer = match admitted {
        Ok(place) => answered(&app, request, next, place).await,
        Err(problem) => {
            body::discard(request, app.limits()).await;
            Err(problem)
        }
    };
    let mut response = answer.unwrap_or_else(IntoResponse::into_response);
    line.code = "-";
    if let Some(problem) = response.extensions_mut().remove::<ApiError>() {
        response = written(response, &problem, version, &line.request_id);
        line.code = problem.code.text();
        line.cause = problem.cause;
    }
    line.status = response.status().as_u16();
    decorate(response.headers_mut(), &line.request_id, caller.allowance);
    response
}

/// A place, a key and a rate; outside the versions none of them is needed, so
/// that a busy service still answers who asks whether it lives.
async fn admit<'app>(
    app: &'app AppState,
    version: Version,
    request: &mut Request,
    caller: &mut Caller,
) -> Result<Option<SemaphorePermit<'app>>, ApiError> {
    if version == Version::None {
        return Ok(None);
    }
    let place = app.slots().try_acquire().map_err(|_full| ApiError {
        retry_after: Some(1),
        ..ApiError::new(ErrorCode::Overloaded, "too many requests at once; nothing was changed")
    })?;
    let access = app.keys().authenticate(request.headers()).await?;
    caller.allowance = app.limiter().map(|limiter| limiter.count(&access.name, Instant::now()));
    request.extensions_mut().insert(access.clone());
    caller.access = Some(access);
    within_rate(caller.allowance)?;
    Ok(Some(place))
}

async fn answered(
    app: &AppState,
    request: Request,
    next: Next,
    _place: Option<SemaphorePermit<'_>>,
) -> Result<Response, ApiError> {
    tokio::time::timeout(app.limits().handler_timeout, next.run(request))
        .await
        .map_err(|_late| ApiError::new(ErrorCode::Deadline, ErrorCode::Deadline.meaning()))
}

fn within_rate(allowance: Option<RateLimitStatus>) -> Result<(), ApiError> {
    match allowance {
        Some(RateLimitStatus { remaining: None, limit, reset }) => Err(ApiError {
            retry_after: Some(seconds_up(reset)),
            ..ApiError::new(
                ErrorCode::RateLimited,
                format!(
                    "the {limit} requests of this key are used up; try again in {} s",
                    seconds_up(reset)
                ),
            )
        }),
        _ => Ok(()),
    }
}

/// The caller's own id where it can be told back safely, else one of ours.
fn request_id(app: &AppState, headers: &HeaderMap) -> String {
    let plain = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok())
        .filter(plain)
        .map_or_else(|| app.next_request_id(), str::to_owned)
}

/// Writes the refusal's body; status and headers stay.
fn written(response: Response, problem: &ApiError, version: Version, request_id: &str) -> Response {
    let (mut parts, _empty) = response.into_parts();
    let body = match version {
        Version::Zero => problem.body_v0(),
        Version::One | Version::None => problem.body_v1(request_id),
    };
    let (json, body) = Json(body).into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(json.headers);
    Response::from_parts(parts, body)
}

fn decorate(headers: &mut HeaderMap, request_id: &str, allowance: Option<RateLimitStatus>) {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        headers.insert(REQUEST_ID, value);
    }
    // Personal data has no business in a shared cache.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(allowance) = allowance {
        let reset = Utc::now().timestamp().max(0).unsigned_abs() + seconds_up(allowance.reset);
        headers.insert(RATE_LIMIT, allowance.limit.into());
        headers.insert(RATE_REMAINING, allowance.remaining.unwrap_or(0).into());
        headers.insert(RATE_RESET, reset.into());
    }
}

/// A panic in a handler, as an answer. The report is on stderr already.
pub(super) fn panicked(_: Box<dyn std::any::Any + Send>) -> Response<Body> {
    let cause = Some("a handler panicked".to_owned());
    ApiError { cause, ..ApiError::new(ErrorCode::Internal, ErrorCode::Internal.meaning()) }
        .into_response()
}

const fn seconds_up(time: Duration) -> u64 {
    time.as_secs() + if time.subsec_nanos() > 0 { 1 } else { 0 }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
