//! Every error of the service in one table: status, code, description.
//!
//! A handler returns an [`ApiError`]; `middleware` writes it as the failure body
//! of version 0 or 1. The OpenAPI document lists the same table.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::store::{AssociationError, StorageFailure, StoreError};

/// hyper refuses more in version 1 of HTTP, `middleware` in version 2.
pub(super) const MAX_HEADER_FIELDS: usize = 100;

macro_rules! codes {
    ($( $name:ident = $status:ident, $text:literal, $description:literal; )*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum ErrorCode { $( #[doc = $description] $name, )* }

        impl ErrorCode {
            /// Sorted by status.
            pub(super) const ALL: &'static [Self] = &[$( Self::$name ),*];

            pub(super) const fn status(self) -> StatusCode {
                match self { $( Self::$name => StatusCode::$status, )* }
            }

            /// The value of `error_code` in the body.
            pub(super) const fn as_str(self) -> &'static str {
                match self { $( Self::$name => $text, )* }
            }

            pub(super) const fn description(self) -> &'static str {
                match self { $( Self::$name => $description, )* }
            }
        }
    };
}

codes! {
    BadRequest = BAD_REQUEST, "bad_request", "The request is not valid HTTP, or its Host header is missing or given twice.";
    BadJson = BAD_REQUEST, "bad_json", "The body is not valid JSON: malformed, too deeply nested, not UTF-8, or with a duplicate key.";
    Unauthorized = UNAUTHORIZED, "unauthorized", "There is no valid key in the Authorization header.";
    Forbidden = FORBIDDEN, "read_only_key", "The key may only read.";
    NotFound = NOT_FOUND, "not_found", "No record has this ID.";
    PersonMerged = NOT_FOUND, "person_merged", "The person was merged into another one; the message gives the ID of the person to use instead.";
    NoSuchPath = NOT_FOUND, "no_such_path", "The service has nothing at this path.";
    MethodNotAllowed = METHOD_NOT_ALLOWED, "method_not_allowed", "This path does not support the method; Allow lists the supported ones.";
    BodyTimeout = REQUEST_TIMEOUT, "body_timeout", "The body did not arrive in time.";
    PreconditionFailed = PRECONDITION_FAILED, "precondition_failed", "The record no longer matches the ETag in If-Match.";
    TooLarge = PAYLOAD_TOO_LARGE, "body_too_large", "The body is larger than the service accepts.";
    UriTooLong = URI_TOO_LONG, "uri_too_long", "The address of the request is longer than the service accepts.";
    NotJson = UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "The body must be sent as application/json, without a Content-Encoding.";
    Invalid = UNPROCESSABLE_ENTITY, "validation_failed", "A field has an invalid value; errors lists each one.";
    JobNotFound = UNPROCESSABLE_ENTITY, "job_not_found", "The job in the body does not exist.";
    JobAmbiguous = UNPROCESSABLE_ENTITY, "job_ambiguous", "Several jobs have the name in the body.";
    JobMismatch = UNPROCESSABLE_ENTITY, "job_mismatch", "The job ID and the other job fields contradict each other.";
    JobWithoutStage = UNPROCESSABLE_ENTITY, "job_without_stage", "The job has no stage that a candidate could start in.";
    ClientNotFound = UNPROCESSABLE_ENTITY, "client_not_found", "The client in the body does not exist.";
    ClientMismatch = UNPROCESSABLE_ENTITY, "client_mismatch", "The client ID and the client name contradict each other.";
    RateLimited = TOO_MANY_REQUESTS, "rate_limited", "The key has exceeded its rate limit, or the address sends too many requests without a valid key; Retry-After says when to retry.";
    HeadTooLarge = REQUEST_HEADER_FIELDS_TOO_LARGE, "head_too_large", "The head of the request is larger than the service accepts.";
    Internal = INTERNAL_SERVER_ERROR, "internal_error", "Internal error. The log of the service has the cause under this request ID.";
    Overloaded = SERVICE_UNAVAILABLE, "overloaded", "The service is busy; nothing was changed; try again after Retry-After.";
    StorageFailed = SERVICE_UNAVAILABLE, "storage_failed", "The database cannot be used until the operator acts; nothing was changed.";
    StorageDamaged = SERVICE_UNAVAILABLE, "storage_damaged", "The database is damaged; the operator must restore a backup.";
    StorageLost = SERVICE_UNAVAILABLE, "storage_lost", "The database file was deleted or replaced while the service was running; a write was not kept.";
    DatabaseUnreachable = SERVICE_UNAVAILABLE, "database_unreachable", "The database server cannot be reached, or accepts no writes, for example during a failover; nothing was changed; try again after Retry-After.";
    Deadline = GATEWAY_TIMEOUT, "deadline_exceeded", "The response took too long; a write may or may not have happened.";
    OutcomeUnknown = GATEWAY_TIMEOUT, "outcome_unknown", "The database did not confirm the write; it may or may not have happened. Read the record before you try again.";
    StorageFull = INSUFFICIENT_STORAGE, "storage_full", "The disk or the database is full; nothing was changed.";
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvalidField {
    /// The path of the field, as in `emails[0].value`.
    pub field: String,
    pub message: String,
}

/// An error response before it is written in the envelope of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    pub(super) code: ErrorCode,
    pub(super) message: Cow<'static, str>,
    pub(super) errors: Vec<InvalidField>,
    /// In seconds.
    pub(super) retry_after: Option<u64>,
    /// For the log only; the client never sees it.
    pub(super) cause: Option<String>,
}

impl ApiError {
    pub(super) fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self { code, message, errors: Vec::new(), retry_after: None, cause: None }
    }

    pub(super) fn field(
        code: ErrorCode,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self::fields(code, vec![InvalidField { field: field.into(), message: message.into() }])
    }

    /// The message quotes the first field and counts the others.
    pub(super) fn fields(code: ErrorCode, errors: Vec<InvalidField>) -> Self {
        let first = errors.first().map_or_else(
            || code.description().to_owned(),
            |first| format!("{}: {}", first.field, first.message),
        );
        let message = match errors.len() {
            0 | 1 => first,
            count => format!("{first} (and {} more)", count - 1),
        };
        Self { errors, ..Self::new(code, message) }
    }

    pub(super) fn internal(cause: impl Into<String>) -> Self {
        let code = ErrorCode::Internal;
        Self { cause: Some(cause.into()), ..Self::new(code, code.description()) }
    }

    pub(super) fn rate_limited(wait: Duration, message: String) -> Self {
        let retry_after = Some(seconds_rounded_up(wait));
        Self { retry_after, ..Self::new(ErrorCode::RateLimited, message) }
    }

    pub(super) fn head_too_large(max_bytes: usize) -> Self {
        let message = format!("may have at most {max_bytes} bytes and {MAX_HEADER_FIELDS} fields");
        Self::field(ErrorCode::HeadTooLarge, "headers", message)
    }

    pub(super) fn overloaded(message: &'static str) -> Self {
        Self { retry_after: Some(1), ..Self::new(ErrorCode::Overloaded, message) }
    }

    /// The failure body of version 1.
    pub(super) fn body_v1(&self, request_id: &str) -> Value {
        let errors: Vec<Value> = self
            .errors
            .iter()
            .map(|error| json!({"field": error.field, "message": error.message}))
            .collect();
        json!({
            "success": false,
            "error": self.message,
            "error_code": self.code.as_str(),
            "errors": errors,
            "request_id": request_id,
            "data": null,
        })
    }

    /// The failure body of version 0.
    pub(super) fn body_v0(&self) -> Value {
        json!({"error": self.message, "data": null})
    }
}

/// The response carries the error as an extension; `middleware` writes the body.
impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        let headers = response.headers_mut();
        if self.code == ErrorCode::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound { .. } => {
                Self::field(ErrorCode::NotFound, "id", truncate(&error.to_string()))
            }
            // Both IDs are stored ones: the message is quoted whole.
            StoreError::PersonMerged { .. } => {
                Self::field(ErrorCode::PersonMerged, "id", error.to_string())
            }
            StoreError::Association { error, field, message } => {
                Self::field(association_code(error), field, truncate(&message))
            }
            StoreError::Busy => Self::overloaded("the database is busy; nothing was changed"),
            StoreError::OutcomeUnknown => {
                Self::new(ErrorCode::OutcomeUnknown, ErrorCode::OutcomeUnknown.description())
            }
            // Passes by itself, unlike the other failures.
            StoreError::Storage {
                failure: failure @ (StorageFailure::Unreachable | StorageFailure::Standby),
                ..
            } => Self {
                retry_after: Some(1),
                ..Self::field(storage_code(failure), "database", failure.to_string())
            },
            // The store logs it, once a minute.
            StoreError::Storage { failure, .. } => {
                Self::field(storage_code(failure), "database", failure.to_string())
            }
            other => Self::internal(other.with_causes()),
        }
    }
}

const fn storage_code(failure: StorageFailure) -> ErrorCode {
    match failure {
        StorageFailure::Full => ErrorCode::StorageFull,
        StorageFailure::Damaged => ErrorCode::StorageDamaged,
        StorageFailure::Missing | StorageFailure::Replaced => ErrorCode::StorageLost,
        StorageFailure::Unreachable | StorageFailure::Standby => ErrorCode::DatabaseUnreachable,
        StorageFailure::ReadOnly
        | StorageFailure::NoTemporaryDirectory
        | StorageFailure::Io
        | StorageFailure::Forbidden => ErrorCode::StorageFailed,
    }
}

const fn association_code(error: AssociationError) -> ErrorCode {
    match error {
        AssociationError::JobNotFound => ErrorCode::JobNotFound,
        AssociationError::JobAmbiguous => ErrorCode::JobAmbiguous,
        AssociationError::JobMismatch => ErrorCode::JobMismatch,
        AssociationError::JobWithoutStage => ErrorCode::JobWithoutStage,
        AssociationError::ClientNotFound => ErrorCode::ClientNotFound,
        AssociationError::ClientMismatch => ErrorCode::ClientMismatch,
    }
}

pub(super) const fn seconds_rounded_up(time: Duration) -> u64 {
    time.as_secs() + if time.subsec_nanos() > 0 { 1 } else { 0 }
}

/// Limits text from a request to 200 characters before a message quotes it.
pub(super) fn truncate(text: &str) -> String {
    const MAX_CHARS: usize = 200;
    match text.char_indices().nth(MAX_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
