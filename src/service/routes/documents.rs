//! The OpenAPI document and the reference page. Both are built once, at the
//! first request, and carry an entity tag.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{precondition, response};
use crate::service::{compression, openapi, reference};

struct Prepared {
    body: Bytes,
    /// The same, compressed once: callers need no key.
    compressed: Bytes,
    etag: String,
    headers: Vec<(HeaderName, HeaderValue)>,
}

static OPENAPI: LazyLock<Prepared> = LazyLock::new(|| {
    let body = openapi::document().to_string();
    Prepared::new(body, &[(header::CONTENT_TYPE, "application/json")])
});

static REFERENCE: LazyLock<Prepared> = LazyLock::new(|| {
    Prepared::new(
        reference::page(),
        &[
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, &reference::content_security_policy()),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
        ],
    )
});

pub(super) async fn openapi(request: Request) -> Response {
    OPENAPI.respond(request.headers())
}

pub(super) async fn reference(request: Request) -> Response {
    REFERENCE.respond(request.headers())
}

impl Prepared {
    fn new(body: String, headers: &[(HeaderName, &str)]) -> Self {
        let etag = response::strong_etag(body.as_bytes());
        let headers = headers
            .iter()
            .map(|(name, value)| (name, *value))
            .chain([(&header::ETAG, &*etag)])
            .filter_map(|(name, value)| Some((name.clone(), HeaderValue::from_str(value).ok()?)))
            .collect();
        Self { compressed: compression::gzip(body.as_bytes()), body: body.into(), etag, headers }
    }

    fn respond(&self, request: &HeaderMap) -> Response {
        let mut response = if precondition::is_unmodified(request, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if compression::accepts_gzip(request) {
            let mut response = Response::new(self.compressed.clone().into());
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            response
        } else {
            Response::new(self.body.clone().into())
        };
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response.headers_mut().extend(self.headers.iter().cloned());
        response
    }
}
