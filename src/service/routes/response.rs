//! Success responses of version 1, and entity tags.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use twox_hash::XxHash3_128;

use super::precondition;
use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::store::{ListState, Pagination};

/// The identifier in the path. What no record can have is an unknown id, not a bad request.
pub(super) struct PathId(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path: Result<axum::extract::Path<String>, PathRejection> =
            axum::extract::Path::from_request_parts(parts, state).await;
        let unknown = |reason| {
            let message = format!("no record has this id: it {reason}");
            ApiError::field(ErrorCode::NotFound, "id", message)
        };
        let axum::extract::Path(id) = path.map_err(|_not_utf8| unknown("is not UTF-8"))?;
        if id.contains('\0') { Err(unknown("contains a NUL character")) } else { Ok(Self(id)) }
    }
}

/// The start of the envelope. The store appends the items of a page to it.
pub(super) const ENVELOPE_START: &[u8] = br#"{"success":true,"data":"#;

/// Holds most candidates and jobs.
const RECORD_BYTES: usize = 1_024;

pub(super) fn record<T: Serialize>(request: &HeaderMap, record: &T) -> Result<Response, ApiError> {
    append_json(start_record(), record).map(|body| finish_record(request, body))
}

/// The body of a single record, up to the record.
pub(super) fn start_record() -> Vec<u8> {
    let mut body = Vec::with_capacity(RECORD_BYTES);
    body.extend_from_slice(ENVELOPE_START);
    body
}

/// Completes a body that holds the record too.
pub(super) fn finish_record(request: &HeaderMap, mut body: Vec<u8>) -> Response {
    let etag = strong_etag(body.get(ENVELOPE_START.len()..).unwrap_or_default());
    body.push(b'}');
    tagged(request, body, &etag)
}

/// Leaves out the body if the client has it already.
fn tagged(request: &HeaderMap, body: Vec<u8>, etag: &str) -> Response {
    if precondition::is_unmodified(request, etag) {
        return not_modified(etag);
    }
    with_etag(json_bytes(StatusCode::OK, body), etag)
}

pub(super) fn not_modified(etag: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    with_etag(response, etag)
}

pub(super) fn with_etag(mut response: Response, etag: &str) -> Response {
    if let Ok(etag) = HeaderValue::from_str(etag) {
        response.headers_mut().insert(header::ETAG, etag);
    }
    response
}

/// The tag that [`record`] would send.
pub(super) fn etag<T: Serialize>(record: &T) -> Result<String, ApiError> {
    to_json(record).map(|record| strong_etag(&record))
}

/// Two different records share a tag with a probability of 2^-128. XXH3 does not resist deliberate
/// collisions and need not: only a client that may write the record could cause one.
pub(super) fn strong_etag(content: &[u8]) -> String {
    format!("\"{:032x}\"", XxHash3_128::oneshot(content))
}

/// The tag of a page: it changes with any row of the list, and is known without reading a row.
pub(super) fn page_etag(list_tag: i64, page: Pagination) -> String {
    format!("\"{list_tag:016x}-{}-{}\"", page.offset, page.limit)
}

/// Completes a body that holds [`ENVELOPE_START`] and the items.
pub(super) fn page(mut body: Vec<u8>, page: Pagination, list: ListState) -> Response {
    let Pagination { offset, limit } = page;
    let total = list.total;
    let meta = format!(r#","meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#);
    body.extend_from_slice(meta.as_bytes());
    with_etag(json_bytes(StatusCode::OK, body), &page_etag(list.tag, page))
}

pub(super) fn json<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, ApiError> {
    to_json(value).map(|body| json_bytes(status, body))
}

fn json_bytes(status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, ApiError> {
    append_json(Vec::new(), value)
}

fn append_json<T: Serialize>(mut body: Vec<u8>, value: &T) -> Result<Vec<u8>, ApiError> {
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => Ok(body),
        Err(error) => Err(ApiError::internal(error.to_string())),
    }
}
