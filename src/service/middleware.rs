//! The layer around every route: request id, API key, rate limit and timeout
//! before the handler; error envelope, headers and access log after it. The log
//! holds no personal data: the route's pattern, never the path, query or body.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Version as HttpVersion, header};
use axum::response::{IntoResponse, Response};
use axum::routing::Route;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tower::{Layer, Service};

use super::api_error::{ApiError, ErrorCode, MAX_HEADER_FIELDS, seconds_rounded_up};
use super::auth::{AuthError, AuthenticatedKey};
use super::operations::{HEALTH, LIVENESS, METRICS};
use super::rate_limit::RateLimitStatus;
use super::request_id::{REQUEST_ID, RequestId};
use super::slots::Slot;
use super::state::AppState;
use super::{body, metrics};
use crate::wire::Timestamp;

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

/// What the handler of a write knows about its request besides the request itself.
#[derive(Debug, Clone)]
pub(super) struct Caller {
    pub(super) request_id: RequestId,
    pub(super) address: IpAddr,
    pub(super) key: AuthenticatedKey,
}

/// The longest time that a refused request without a valid key is held back. A client that repeats
/// it at once is slowed down, and costs nothing meanwhile.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Writes one line when the request ends, and counts it. If the client disconnects first, the
/// future is dropped and the status is 499.
struct AccessLog {
    app: AppState,
    request_id: RequestId,
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
        let operation = metrics::operation_name(&self.method, self.route.as_ref());
        self.app.metrics.count(operation, self.status, self.started.elapsed());
        tracing::info!(
            target: "access",
            request_id = self.request_id.as_str(),
            method = self.method.as_str(),
            route = self.route.as_ref().map_or("-", MatchedPath::as_str),
            status = self.status,
            ms = millis(self.started.elapsed()),
            key = self.key.as_deref().unwrap_or("-"),
            code = self.code,
        );
        if let Some(cause) = &self.cause {
            tracing::error!(target: "service", request_id = self.request_id.as_str(), cause);
        }
    }
}

/// The layer of [`handle`]. `axum::middleware::from_fn` would box the route for each request.
#[derive(Debug, Clone)]
pub(super) struct HandleLayer {
    pub(super) app: AppState,
    pub(super) access: Access,
}

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Only the public pages need no key.
    Keys,
    /// Everyone who can reach the listener.
    Open,
}

impl Layer<Route> for HandleLayer {
    type Service = HandledRoute;

    fn layer(&self, route: Route) -> HandledRoute {
        HandledRoute { app: self.app.clone(), access: self.access, route: Arc::new(route) }
    }
}

/// A router copies it for each request.
#[derive(Debug, Clone)]
pub(super) struct HandledRoute {
    app: AppState,
    access: Access,
    route: Arc<Route>,
}

impl Service<Request> for HandledRoute {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let called = self.clone();
        Box::pin(async move { Ok(handle(&called, request).await) })
    }
}

async fn handle(
    HandledRoute { app, access, route }: &HandledRoute,
    mut request: Request,
) -> Response {
    let version = Version::from_path(request.uri().path());
    let mut log = AccessLog {
        app: app.clone(),
        request_id: app.request_ids.of(request.headers()),
        method: request.method().clone(),
        route: request.extensions().get::<MatchedPath>().cloned(),
        started: Instant::now(),
        key: None,
        status: 499,
        code: "abandoned",
        cause: None,
    };
    let mut rate_limit = None;
    let admission = admit(*access, version, &mut request, &mut log, &mut rate_limit).await;
    let result = match admission {
        Ok(slot) => run(app, request, route, slot).await,
        Err(error) => {
            body::discard(&mut request, app.limits).await;
            Err(error)
        }
    };
    let mut response = result.unwrap_or_else(IntoResponse::into_response);
    log.code = "-";
    if let Some(error) = response.extensions_mut().remove::<ApiError>() {
        response = write_error(response, &error, version, log.request_id.as_str());
        log.code = error.code.as_str();
        log.cause = error.cause;
    }
    log.status = response.status().as_u16();
    add_headers(response.headers_mut(), &log.request_id, rate_limit);
    response
}

/// Checks the request, and takes a slot for a read. Slots are taken when the body is there, so that
/// slow clients block no other request: a write takes its own, and a body of a read is dropped first.
async fn admit(
    access: Access,
    version: Version,
    request: &mut Request,
    log: &mut AccessLog,
    rate_limit: &mut Option<RateLimitStatus>,
) -> Result<Option<Slot>, ApiError> {
    let app = &log.app;
    check_head_size(app, request)?;
    check_host(request)?;
    let address = client_address(app, request);
    if access == Access::Open || [HEALTH, LIVENESS].contains(&request.uri().path()) {
        // A flood of other requests must not look like a dead service.
        return Ok(None);
    }
    if version == Version::Unversioned {
        let counted = app.public_throttle.count(address, Instant::now());
        let message = "too many requests for public pages from this address; try again later";
        return hold_back(counted, message).await.map(|()| None);
    }
    let key = match app.authenticator.authenticate(request.headers(), log.started).await {
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
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        body::discard(request, app.limits).await;
        return take_slot(app.read_slots.acquire(&key.name)).map(Some);
    }
    let request_id = log.request_id.clone();
    request.extensions_mut().insert(Caller { request_id, address, key });
    Ok(None)
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
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let max_bytes = app.limits.max_head_bytes;
    if target + headers.sum::<usize>() <= max_bytes && request.headers().len() <= MAX_HEADER_FIELDS
    {
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
    route: &Route,
    _slot: Option<Slot>,
) -> Result<Response, ApiError> {
    let handler = AssertUnwindSafe(route.clone().call(request)).catch_unwind();
    match tokio::time::timeout(app.limits.handler_timeout, handler).await {
        Ok(Ok(Ok(response))) => Ok(response),
        // The panic hook has printed the report.
        Ok(Err(_panic)) => Err(ApiError::internal("a handler panicked")),
        Err(_elapsed) => Err(ApiError::new(ErrorCode::Deadline, ErrorCode::Deadline.description())),
    }
}

fn check_rate_limit(status: Option<RateLimitStatus>) -> Result<(), ApiError> {
    let Some(RateLimitStatus { remaining: None, limit, reset }) = status else { return Ok(()) };
    let seconds = seconds_rounded_up(reset);
    let message = format!("this key has used its {limit} requests; try again in {seconds} s");
    Err(ApiError::rate_limited(reset, message))
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

fn add_headers(
    headers: &mut HeaderMap,
    request_id: &RequestId,
    rate_limit: Option<RateLimitStatus>,
) {
    headers.insert(REQUEST_ID, request_id.to_header());
    // Shared caches must not keep personal data.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(status) = rate_limit {
        let now = Timestamp::now().to_utc().timestamp().max(0).unsigned_abs();
        headers.insert(RATE_LIMIT, status.limit.into());
        headers.insert(RATE_REMAINING, status.remaining.unwrap_or(0).into());
        headers.insert(RATE_RESET, (now + seconds_rounded_up(status.reset)).into());
    }
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use serde_json::{Value, json};

    use crate::service::routes::with_middleware;
    use crate::service::state::{AppState, ServiceSettings};
    use crate::service::store::{DatabaseUrl, IfMissing, Store};

    use super::*;

    async fn fail() -> Response {
        panic!("a defect")
    }

    #[tokio::test]
    async fn a_panic_in_a_handler_is_an_internal_error_and_frees_its_slot() {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::Sqlite(folder.path().join("service.db"));
        let store = Store::open(&url, IfMissing::Create).await.unwrap();
        let settings =
            ServiceSettings { key: Some("secret".to_owned()), ..ServiceSettings::default() };
        let app = AppState::new(store, &settings);
        let mut router = with_middleware(Router::new().route("/v1/jobs", get(fail)), &app);
        let request = Request::get("/v1/jobs")
            .header(header::HOST, "test")
            .header(header::AUTHORIZATION, "Bearer secret")
            .body(Body::empty())
            .unwrap();
        let response = router.call(request).await.unwrap();
        assert_eq!(response.status().as_u16(), 500);
        let request_id = response.headers()[REQUEST_ID].to_str().unwrap().to_owned();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(
            (&body["error_code"], &body["request_id"]),
            (&json!("internal_error"), &json!(request_id))
        );
        assert!(!body.to_string().contains("defect"), "{body}");
        assert_eq!(app.read_slots.in_use(), 0);
    }
}
