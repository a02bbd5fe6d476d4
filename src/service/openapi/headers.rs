//! The response headers in the OpenAPI document.

use serde_json::{Map, Value, json};

use super::examples;
use crate::service::api_error::ErrorCode;

/// On every response.
const REQUEST_ID: &str = "X-Request-Id";
/// On every response to a valid key, if a rate limit is set.
const RATE_LIMIT: [&str; 3] = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/// Every header by its name, which is also the name of the component.
pub(super) fn components() -> Value {
    let text = |description: &str, required: bool, example: &str| json!({"description": description, "required": required, "schema": {"type": "string"}, "example": example});
    let number = |description: &str, required: bool, example: i64| {
        json!({
            "description": description, "required": required,
            "schema": {"type": "integer", "format": "int64", "minimum": 0}, "example": example,
        })
    };
    json!({
        "Allow": text("The methods that the path supports.", true, "GET,HEAD"),
        "ETag": text("The strong entity tag of the content.", true, examples::ETAG),
        "Location": text("The path of the new person.", true, "/v1/persons/per_fsvswv8484k1td52"),
        "Retry-After": number("How many seconds to wait before the next try.", true, 1),
        "WWW-Authenticate": text("The scheme of the key.", true, "Bearer"),
        REQUEST_ID: {
            "description": "Identifies the request in the log of the service. A value that the client sends is used if it has at most 64 letters, digits, dots, dashes and underscores.",
            "required": true,
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
            "example": examples::REQUEST_ID,
        },
        RATE_LIMIT[0]: number("How many requests the key has in a period.", false, 50),
        RATE_LIMIT[1]: number("How many requests are left in the period.", false, 49),
        RATE_LIMIT[2]: number("When the period ends, in seconds since 1970-01-01T00:00:00Z.", false, 1_773_308_400),
    })
}

/// References to the headers of a response.
pub(super) fn references(own: &[&str], is_rate_limited: bool) -> Map<String, Value> {
    let common = if is_rate_limited { &RATE_LIMIT[..] } else { &[] };
    own.iter()
        .chain(&[REQUEST_ID])
        .chain(common)
        .map(|name| ((*name).to_owned(), json!({"$ref": format!("#/components/headers/{name}")})))
        .collect()
}

/// The headers that an error adds.
pub(super) const fn of_error(code: ErrorCode) -> &'static [&'static str] {
    match code {
        ErrorCode::Unauthorized => &["WWW-Authenticate"],
        ErrorCode::MethodNotAllowed => &["Allow"],
        ErrorCode::RateLimited | ErrorCode::Overloaded => &["Retry-After"],
        _ => &[],
    }
}
