//! A request's body: read within limits, and parsed as strictly as JSON allows.
//!
//! A body that two readers could understand in two ways (a key given twice, a
//! lone surrogate, bytes that are not UTF-8) is refused whole, so that nothing
//! half understood is ever stored.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use http_body_util::BodyExt;
use serde::de::DeserializeSeed;
use serde_json::{Map, Value};

use super::api_error::{ApiError, ErrorCode, brief};
use super::state::Limits;
use crate::wire::tolerant::{AnyValue, DuplicateKeys};

/// Why bytes are no JSON that can be trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseJsonError(String);

/// How many times the largest body is read and thrown away before the
/// connection is closed on a caller who is still sending.
const PATIENCE: usize = 16;

/// Reads a JSON object.
pub async fn object(
    request: Request<Body>,
    limits: Limits,
) -> Result<Map<String, Value>, ApiError> {
    if let Err(problem) = must_be_json(request.headers()) {
        discard(request, limits).await;
        return Err(problem);
    }
    let bytes = collect(request.into_body(), limits.max_body_bytes, limits.body_timeout).await?;
    let value = parse_json(&bytes)
        .map_err(|error| ApiError::of_field(ErrorCode::BadJson, "body", error.to_string()))?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(ApiError::of_field(ErrorCode::Invalid, "body", "must be a JSON object")),
    }
}

/// Reads a body that nobody wants to its end, within reason: a caller who is
/// still sending when the connection closes would never see the answer. One
/// who waits to be asked for it has not begun.
pub async fn discard(request: Request<Body>, limits: Limits) {
    if !request.headers().contains_key(header::EXPECT) {
        let reading =
            gather(request.into_body(), 0, limits.max_body_bytes.saturating_mul(PATIENCE));
        // Late or cut off: the answer goes out all the same.
        let _ = tokio::time::timeout(limits.body_timeout, reading).await;
    }
}

fn must_be_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::of_field(
        ErrorCode::NotJson,
        "Content-Type",
        format!("must be application/json, not {:?}", brief(essence)),
    ))
}

async fn collect(body: Body, largest: usize, time: Duration) -> Result<Vec<u8>, ApiError> {
    let reading = gather(body, largest, largest.saturating_mul(PATIENCE));
    match tokio::time::timeout(time, reading).await {
        Ok(Ok(Some(bytes))) => Ok(bytes),
        Ok(Ok(None)) => Err(ApiError::of_field(
            ErrorCode::TooLarge,
            "body",
            format!("must be at most {largest} bytes"),
        )),
        Ok(Err(_cut)) => Err(ApiError::of_field(ErrorCode::BadJson, "body", "was cut off")),
        Err(_late) => Err(ApiError::of_field(
            ErrorCode::BodyTimeout,
            "body",
            format!("did not arrive within {} seconds", time.as_secs()),
        )),
    }
}

/// The bytes of the body, or nothing when there are more than `largest`; then
/// up to `patience` are read all the same.
async fn gather(
    mut body: Body,
    largest: usize,
    patience: usize,
) -> Result<Option<Vec<u8>>, axum::Error> {
    let (mut bytes, mut seen) = (Vec::new(), 0_usize);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame?.into_data() else { continue };
        seen = seen.saturating_add(data.len());
        if seen <= largest {
            bytes.extend_from_slice(&data);
        } else if seen > patience {
            break;
        }
    }
    Ok((seen <= largest).then_some(bytes))
}

/// Parses one JSON value, refusing what is ambiguous.
pub fn parse_json(bytes: &[u8]) -> Result<Value, ParseJsonError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ParseJsonError(format!("is not UTF-8 at byte {}", error.valid_up_to())))?;
    if text.trim().is_empty() {
        return Err(ParseJsonError("is empty; a JSON object is wanted".to_owned()));
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    AnyValue(DuplicateKeys::Reject)
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| {
            ParseJsonError(format!("is not valid JSON: {}", brief(&error.to_string())))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_json_is_read_as_it_is() {
        let text = r#"{"a":[1,-2,3.5,true,null,"é😀"],"b":{"a":{}}}"#;
        let plain: Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse_json(text.as_bytes()), Ok(plain));
    }

    #[test]
    fn what_two_readers_could_read_in_two_ways_is_refused() {
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
        for (bytes, told) in table {
            let refused = parse_json(bytes).unwrap_err().to_string();
            assert!(refused.contains(told), "{told}: {refused}");
        }
    }
}
