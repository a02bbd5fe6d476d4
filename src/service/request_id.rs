//! The ID of a request, in its response, the access log and the audit log.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use super::store::ids;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// As a header, because every response has it; copies share its bytes.
#[derive(Debug, Clone)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    pub(super) fn to_header(&self) -> HeaderValue {
        self.0.clone()
    }
}

/// Numbers the requests that bring no ID of their own.
#[derive(Debug)]
pub(super) struct RequestIds {
    /// Random, so that IDs are unique across restarts.
    prefix: String,
    count: AtomicU64,
}

impl RequestIds {
    pub(super) fn new() -> Self {
        let prefix = ids::random_id("req").unwrap_or_else(|_no_randomness| "req".to_owned());
        Self { prefix, count: AtomicU64::new(0) }
    }

    pub(super) fn next(&self) -> RequestId {
        let id = format!("{}-{}", self.prefix, self.count.fetch_add(1, Ordering::Relaxed));
        // A header takes it: it has only letters, digits, an underscore and a hyphen.
        RequestId(id.try_into().unwrap_or(HeaderValue::from_static("req")))
    }

    /// The client's ID if it is safe to echo, else a new one.
    pub(super) fn of(&self, headers: &HeaderMap) -> RequestId {
        let given = headers.get(REQUEST_ID).filter(|id| is_safe(id.as_bytes()));
        given.map_or_else(|| self.next(), |id| RequestId(id.clone()))
    }
}

fn is_safe(id: &[u8]) -> bool {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    (1..=64).contains(&id.len()) && id.iter().all(is_safe)
}
