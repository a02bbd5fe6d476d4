//! Reads a request's body within the limits and parses it strictly.
//!
//! A body that two parsers could read differently (a duplicate key, a lone
//! surrogate, bytes that are not UTF-8) is rejected as a whole.

use std::mem;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, Request, header};
use http_body_util::BodyExt;
use serde::de::DeserializeSeed;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::api_error::{ApiError, ErrorCode, truncate};
use super::state::{AppState, BUFFER_UNIT, Limits};
use crate::wire::token::{AnyValue, DuplicateKeys};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ParseJsonError(String);

/// How many times the maximum body size is read and dropped before the
/// connection is closed on a client that is still sending.
const DISCARD_FACTOR: usize = 16;

pub(super) async fn read_object(
    mut request: Request<Body>,
    app: &AppState,
) -> Result<Map<String, Value>, ApiError> {
    let limits = app.limits;
    let checked = require_json(request.headers())
        .and_then(|()| check_announced_length(&request, limits.max_body_bytes));
    if let Err(error) = checked {
        discard(&mut request, limits).await;
        return Err(error);
    }
    let bytes = read_bytes(request.into_body(), app).await?;
    let value = parse_json(&bytes)
        .map_err(|error| ApiError::field(ErrorCode::BadJson, "body", error.to_string()))?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(ApiError::field(ErrorCode::Invalid, "body", "must be a JSON object")),
    }
}

/// Reads and drops the body, up to a limit: a client that is still sending when
/// the connection closes would never see the response. A client that sent
/// `Expect` has not started to send.
pub(super) async fn discard(request: &mut Request<Body>, limits: Limits) {
    let body = mem::take(request.body_mut());
    if !body.is_end_stream() && !request.headers().contains_key(header::EXPECT) {
        let reading = drop_body(body, limits.max_body_bytes);
        // The response is the same if the client is slow or disconnects.
        let _ = tokio::time::timeout(limits.body_timeout, reading).await;
    }
}

async fn drop_body(mut body: Body, max_bytes: usize) {
    let mut received = 0_usize;
    while let Some(Ok(frame)) = body.frame().await {
        received = received.saturating_add(frame.data_ref().map_or(0, Bytes::len));
        if received > max_bytes.saturating_mul(DISCARD_FACTOR) {
            break;
        }
    }
}

/// Refuses a body whose length is announced and too large, before the client sends it.
fn check_announced_length(request: &Request<Body>, max_bytes: usize) -> Result<(), ApiError> {
    let length = request.body().size_hint().exact();
    match length.and_then(|length| usize::try_from(length).ok()) {
        Some(length) if length > max_bytes => Err(too_large(max_bytes)),
        _ => Ok(()),
    }
}

fn too_large(max_bytes: usize) -> ApiError {
    let message = format!("must be at most {max_bytes} bytes");
    ApiError::field(ErrorCode::TooLarge, "body", message)
}

fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    if let Some(encoding) = headers.get(header::CONTENT_ENCODING)
        && !encoding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        let message = "is not supported: send the body without compression";
        return Err(ApiError::field(ErrorCode::NotJson, "Content-Encoding", message));
    }
    let message = match headers.get(header::CONTENT_TYPE) {
        None => "must be application/json; it is missing".to_owned(),
        Some(value) => {
            let value = String::from_utf8_lossy(value.as_bytes());
            let essence = value.split(';').next().unwrap_or_default().trim();
            if essence.eq_ignore_ascii_case("application/json") {
                return Ok(());
            }
            format!("must be application/json, not {:?}", truncate(essence))
        }
    };
    Err(ApiError::field(ErrorCode::NotJson, "Content-Type", message))
}

async fn read_bytes(body: Body, app: &AppState) -> Result<Vec<u8>, ApiError> {
    let (max_bytes, timeout) = (app.limits.max_body_bytes, app.limits.body_timeout);
    let error = |code, message: String| Err(ApiError::field(code, "body", message));
    match tokio::time::timeout(timeout, collect(body, max_bytes, &app.body_buffers)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(CollectError::TooLarge)) => Err(too_large(max_bytes)),
        Ok(Err(CollectError::Disconnected)) => error(ErrorCode::BadJson, "was cut off".to_owned()),
        Ok(Err(CollectError::NoBuffer)) => {
            Err(ApiError::overloaded("too many bodies at once; nothing was changed"))
        }
        Err(_elapsed) => error(
            ErrorCode::BodyTimeout,
            format!("did not arrive within {} seconds", timeout.as_secs()),
        ),
    }
}

enum CollectError {
    TooLarge,
    Disconnected,
    /// All bodies together are over their limit.
    NoBuffer,
}

/// Reads a body. Of one that is too large, it reads and drops up to [`DISCARD_FACTOR`] times the
/// limit.
async fn collect(
    mut body: Body,
    max_bytes: usize,
    buffers: &Semaphore,
) -> Result<Vec<u8>, CollectError> {
    let (mut bytes, mut received) = (Vec::new(), 0_usize);
    let mut permits = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_disconnected| CollectError::Disconnected)?;
        let Ok(data) = frame.into_data() else { continue };
        received = received.saturating_add(data.len());
        if received <= max_bytes {
            let units = u32::try_from(data.len().div_ceil(BUFFER_UNIT)).unwrap_or(u32::MAX);
            let permit = buffers.try_acquire_many(units);
            permits.push(permit.map_err(|_full| CollectError::NoBuffer)?);
            bytes.extend_from_slice(&data);
        } else if received > max_bytes.saturating_mul(DISCARD_FACTOR) {
            break;
        }
    }
    if received <= max_bytes { Ok(bytes) } else { Err(CollectError::TooLarge) }
}

pub(crate) fn parse_json(bytes: &[u8]) -> Result<Value, ParseJsonError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ParseJsonError(format!("is not UTF-8 at byte {}", error.valid_up_to())))?;
    if text.trim().is_empty() {
        return Err(ParseJsonError("is empty; a JSON object is expected".to_owned()));
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    AnyValue(DuplicateKeys::Reject)
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| {
            ParseJsonError(format!("is not valid JSON: {}", truncate(&error.to_string())))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unambiguous_json_parses_unchanged() {
        let text = r#"{"a":[1,-2,3.5,true,null,"é😀"],"b":{"a":{}}}"#;
        let plain: Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse_json(text.as_bytes()), Ok(plain));
    }

    #[test]
    fn ambiguous_json_is_rejected() {
        let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
        let table: [(&[u8], &str); 10] = [
            (b"", "empty"),
            (b"{", "EOF"),
            (b"{} {}", "trailing"),
            (br#"{"a":1,"a":2}"#, "\"a\" is given twice"),
            (br#"{"x":{"a":1,"b":1,"a":2}}"#, "\"a\" is given twice"),
            (br#"{"a":"\ud800"}"#, "hex escape"),
            (br#"{"a":"\udc00\ud800"}"#, "surrogate"),
            (b"{\"a\":\"\xff\"}", "UTF-8 at byte 6"),
            (br#"{"a":1e999}"#, "out of range"),
            (deep.as_bytes(), "recursion"),
        ];
        for (bytes, expected) in table {
            let error = parse_json(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{expected}: {error}");
        }
    }
}
