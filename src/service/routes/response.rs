//! Success responses of version 1, and entity tags.

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::extract::rejection::PathRejection;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::service::api_error::{ApiError, ErrorCode};
use crate::service::store::{Pagination, ids};

/// The identifier in the path. Invalid UTF-8 is an unknown id, not a bad request.
pub(super) struct PathId(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path: Result<axum::extract::Path<String>, PathRejection> =
            axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(id)| Self(id)).map_err(|_not_utf8| {
            ApiError::field(ErrorCode::NotFound, "id", "no record has this id: it is not UTF-8")
        })
    }
}

/// The start of the envelope. The store appends the items of a page to it.
pub(super) const ENVELOPE_START: &[u8] = br#"{"success":true,"data":"#;

pub(super) fn record<T: Serialize>(record: &T) -> Result<Response, ApiError> {
    Ok(record_json(&to_json(record)?))
}

/// Like [`record`], for a record that is serialized already.
pub(super) fn record_json(record: &[u8]) -> Response {
    let etag = strong_etag(record);
    let mut response = json_bytes(StatusCode::OK, [ENVELOPE_START, record, b"}"].concat());
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, etag);
    }
    response
}

/// The tag that [`record`] would send.
pub(super) fn etag<T: Serialize>(record: &T) -> Result<String, ApiError> {
    to_json(record).map(|record| strong_etag(&record))
}

fn strong_etag(record: &[u8]) -> String {
    let digest = Sha256::digest(record);
    format!("\"{}\"", ids::base32(digest.get(..15).unwrap_or_default()))
}

/// Completes a body that holds [`ENVELOPE_START`] and the items.
pub(super) fn page(mut body: Vec<u8>, page: Pagination, total: i64) -> Response {
    let Pagination { offset, limit } = page;
    let meta = format!(r#","meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#);
    body.extend_from_slice(meta.as_bytes());
    json_bytes(StatusCode::OK, body)
}

pub(super) fn json<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, ApiError> {
    to_json(value).map(|body| json_bytes(status, body))
}

fn json_bytes(status: StatusCode, body: Vec<u8>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (status, headers, Body::from(body)).into_response()
}

fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(value).map_err(|error| ApiError::internal(error.to_string()))
}
