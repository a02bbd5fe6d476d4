//! Answers in the envelope of version 1, and the tags that tell them apart.

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

/// The identifier in the path. One that cannot even be read names nothing.
pub(super) struct PathId(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path: Result<axum::extract::Path<String>, PathRejection> =
            axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(id)| Self(id)).map_err(|_unreadable| {
            ApiError::of_field(ErrorCode::NotFound, "id", "no record has this id: it is not UTF-8")
        })
    }
}

/// What stands before the data of an answer.
const START: &[u8] = br#"{"success":true,"data":"#;

/// A record on its own, with a tag that changes whenever what is shown does.
pub(super) fn record<T: Serialize>(record: &T) -> Result<Response, ApiError> {
    Ok(written(&serde_json::to_vec(record).map_err(|error| unwritable(&error))?))
}

/// The same for a record that is written out already.
pub(super) fn written(record: &[u8]) -> Response {
    let tag = tag(record);
    let mut response = json(StatusCode::OK, [START, record, b"}"].concat());
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The tag of a record as it would be answered.
pub(super) fn tag_of<T: Serialize>(record: &T) -> Result<String, ApiError> {
    serde_json::to_vec(record).map(|record| tag(&record)).map_err(|error| unwritable(&error))
}

/// A strong tag: the same for the same bytes and for no others.
fn tag(record: &[u8]) -> String {
    let digest = Sha256::digest(record);
    format!("\"{}\"", ids::base32(digest.get(..15).unwrap_or_default()))
}

/// The beginning of a page, for the store to write its items behind.
pub(super) fn page_start() -> Vec<u8> {
    START.to_vec()
}

/// A page whose items are written.
pub(super) fn page(mut body: Vec<u8>, window: Pagination, total: i64) -> Response {
    let Pagination { offset, limit } = window;
    let meta = format!(r#","meta":{{"total":{total},"offset":{offset},"limit":{limit}}}}}"#);
    body.extend_from_slice(meta.as_bytes());
    json(StatusCode::OK, body)
}

/// Written JSON.
pub(super) fn json(status: StatusCode, body: Vec<u8>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    (status, headers, Body::from(body)).into_response()
}

/// Any value as JSON.
pub(super) fn value<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, ApiError> {
    serde_json::to_vec(value).map(|body| json(status, body)).map_err(|error| unwritable(&error))
}

fn unwritable(error: &serde_json::Error) -> ApiError {
    let cause = Some(error.to_string());
    ApiError { cause, ..ApiError::new(ErrorCode::Internal, ErrorCode::Internal.meaning()) }
}
