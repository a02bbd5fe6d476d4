//! The examples in the OpenAPI document: one story about one person. A test
//! validates each of them against its schema.

use std::sync::LazyLock;

use serde_json::Value;

use crate::service::api_error::{ApiError, ErrorCode};

pub(super) const ETAG: &str = "\"5f0c8a4be1d27f3395ab6c01e2d4f789\"";
pub(super) const REQUEST_ID: &str = "req_6w1r5t9y3k7m0q4x-17";

/// By the name of the schema.
static EXAMPLES: LazyLock<Value> = LazyLock::new(|| {
    // A test reads the file too; without it the document would have no examples.
    serde_json::from_str(include_str!("../../../assets/openapi_examples.json")).unwrap_or_default()
});

/// The example of a record; null if it has none of its own.
pub(super) fn of(schema: &str) -> &'static Value {
    &EXAMPLES[schema]
}

/// The examples of a request body, each with a summary.
pub(super) fn of_request(schema: &str) -> impl Iterator<Item = (&'static Value, &'static Value)> {
    let examples = EXAMPLES[schema].as_array().into_iter().flatten();
    examples.map(|example| (&example["summary"], &example["value"]))
}

/// The ID of a record of this kind, such as `job`.
pub(super) fn id(kind: &str) -> &'static Value {
    let schema = match kind {
        "person" => "Person",
        "candidate" => "Candidate",
        _ => "Job",
    };
    &EXAMPLES[schema]["id"]
}

pub(super) fn problem(code: ErrorCode) -> ApiError {
    match code {
        ErrorCode::Invalid => ApiError::field(
            code,
            "phone_numbers[0]",
            "must be a phone number with 3 digits or more",
        ),
        _ => ApiError::new(code, code.description()),
    }
}
