//! Reads a request's body within the limits and parses it strictly.
//!
//! A body that two parsers could read differently (a duplicate key, a lone
//! surrogate, bytes that are not UTF-8) is rejected as a whole.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use http_body_util::BodyExt;
use serde::de::DeserializeSeed;
use serde_json::{Map, Value};

use super::api_error::{ApiError, ErrorCode, truncate};
use super::state::Limits;
use crate::wire::token::{AnyValue, DuplicateKeys};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ParseJsonError(String);

/// How many times the maximum body size is read and dropped before the
/// connection is closed on a client that is still sending.
const DISCARD_FACTOR: usize = 16;

pub(super) async fn read_object(
    request: Request<Body>,
    limits: Limits,
) -> Result<Map<String, Value>, ApiError> {
    if let Err(error) = require_json(request.headers()) {
        discard(request, limits).await;
        return Err(error);
    }
    let bytes = read_bytes(request.into_body(), limits.max_body_bytes, limits.body_timeout).await?;
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
pub(super) async fn discard(request: Request<Body>, limits: Limits) {
    if !request.headers().contains_key(header::EXPECT) {
        let max_discard = limits.max_body_bytes.saturating_mul(DISCARD_FACTOR);
        let reading = collect(request.into_body(), 0, max_discard);
        // The response is the same if the client is slow or disconnects.
        let _ = tokio::time::timeout(limits.body_timeout, reading).await;
    }
}

fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::field(
        ErrorCode::NotJson,
        "Content-Type",
        format!("must be application/json, not {:?}", truncate(essence)),
    ))
}

async fn read_bytes(body: Body, max_bytes: usize, timeout: Duration) -> Result<Vec<u8>, ApiError> {
    let reading = collect(body, max_bytes, max_bytes.saturating_mul(DISCARD_FACTOR));
    let error = |code, message: String| Err(ApiError::field(code, "body", message));
    match tokio::time::timeout(timeout, reading).await {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => error(ErrorCode::TooLarge, format!("must be at most {max_bytes} bytes")),
        Ok(Err(_disconnected)) => error(ErrorCode::BadJson, "was cut off".to_owned()),
        Err(_elapsed) => error(
            ErrorCode::BodyTimeout,
            format!("did not arrive within {} seconds", timeout.as_secs()),
        ),
    }
}

/// Returns `None` for a body over `max_bytes`, of which it reads and drops up
/// to `max_discard` bytes.
async fn collect(
    mut body: Body,
    max_bytes: usize,
    max_discard: usize,
) -> Result<Option<Vec<u8>>, axum::Error> {
    let (mut bytes, mut received) = (Vec::new(), 0_usize);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        received = received.saturating_add(data.len());
        if received <= max_bytes {
            bytes.extend_from_slice(&data);
        } else if received > max_discard {
            break;
        }
    }
    Ok((received <= max_bytes).then_some(bytes))
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
