//! Everything the service can refuse, in one table: status, code, meaning.
//!
//! A handler returns a [`Problem`]; `guard` writes it as the failure body of
//! version 0 or 1. The OpenAPI document lists the same table.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::store::{AssociationError, StoreError};

macro_rules! codes {
    ($( $name:ident = $status:ident, $text:literal, $meaning:literal; )*) => {
        /// Why a request was refused.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ErrorCode { $( #[doc = $meaning] $name, )* }

        impl ErrorCode {
            /// Every code, in the order of their status.
            pub const ALL: &'static [Self] = &[$( Self::$name ),*];

            /// The HTTP status that goes with it.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $( Self::$name => StatusCode::$status, )* }
            }

            /// The word in `error_code`.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $( Self::$name => $text, )* }
            }

            /// What it means, for the documentation.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $( Self::$name => $meaning, )* }
            }
        }
    };
}

codes! {
    BadJson = BAD_REQUEST, "bad_json", "The body is not JSON that can be trusted: broken, too deep, not UTF-8, or with a key given twice.";
    Unauthorized = UNAUTHORIZED, "unauthorized", "There is no valid key in the Authorization header.";
    Forbidden = FORBIDDEN, "read_only_key", "The key may only read.";
    NotFound = NOT_FOUND, "not_found", "No record has this id.";
    NoSuchPath = NOT_FOUND, "no_such_path", "The service has nothing at this path.";
    MethodNotAllowed = METHOD_NOT_ALLOWED, "method_not_allowed", "The path does not take this method; Allow lists those it takes.";
    BodyTimeout = REQUEST_TIMEOUT, "body_timeout", "The body did not arrive in time.";
    PreconditionFailed = PRECONDITION_FAILED, "precondition_failed", "The record has changed since the ETag in If-Match.";
    TooLarge = PAYLOAD_TOO_LARGE, "body_too_large", "The body is larger than the service takes.";
    NotJson = UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "The body must be sent as application/json.";
    Invalid = UNPROCESSABLE_ENTITY, "validation_failed", "A field has a value that cannot be taken; errors names each.";
    JobNotFound = UNPROCESSABLE_ENTITY, "job_not_found", "The job in the body does not exist.";
    JobAmbiguous = UNPROCESSABLE_ENTITY, "job_ambiguous", "Several jobs have the name in the body.";
    JobMismatch = UNPROCESSABLE_ENTITY, "job_mismatch", "The job id and the other job fields contradict each other.";
    JobWithoutStage = UNPROCESSABLE_ENTITY, "job_without_stage", "The job has no stage that a candidate could start in.";
    ClientNotFound = UNPROCESSABLE_ENTITY, "client_not_found", "The client in the body does not exist.";
    ClientMismatch = UNPROCESSABLE_ENTITY, "client_mismatch", "The client id and the client name contradict each other.";
    RateLimited = TOO_MANY_REQUESTS, "rate_limited", "The key has used up its requests; Retry-After says when to go on.";
    Internal = INTERNAL_SERVER_ERROR, "internal_error", "The service failed; the request id finds the reason in its log.";
    Overloaded = SERVICE_UNAVAILABLE, "overloaded", "The service is busy; nothing was changed; try again after Retry-After.";
    Deadline = GATEWAY_TIMEOUT, "deadline_exceeded", "The answer took too long; a write may or may not have happened.";
}

/// One field at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Its path, as in `emails[0].value`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// A refusal, before it is written in an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// Which one.
    pub code: ErrorCode,
    /// What happened, for people.
    pub message: Cow<'static, str>,
    /// The fields at fault.
    pub errors: Vec<FieldError>,
    /// In how many seconds to try again.
    pub retry_after: Option<u64>,
    /// What the log should know and the caller should not.
    pub cause: Option<String>,
}

impl ApiError {
    /// A refusal with a sentence of its own.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self { code, message, errors: Vec::new(), retry_after: None, cause: None }
    }

    /// A refusal for the sake of one field.
    pub fn of_field(code: ErrorCode, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::of_fields(code, vec![FieldError { field: field.into(), message: message.into() }])
    }

    /// A refusal for the sake of several fields; the first leads the sentence.
    #[must_use]
    pub fn of_fields(code: ErrorCode, errors: Vec<FieldError>) -> Self {
        let lead = errors.first().map_or_else(
            || code.meaning().to_owned(),
            |first| format!("{}: {}", first.field, first.message),
        );
        let message = match errors.len() {
            0 | 1 => lead,
            several => format!("{lead} (and {} more)", several - 1),
        };
        Self { errors, ..Self::new(code, message) }
    }

    /// The failure body of version 1.
    #[must_use]
    pub fn body_v1(&self, request_id: &str) -> Value {
        let errors: Vec<Value> = self
            .errors
            .iter()
            .map(|error| json!({"field": error.field, "message": error.message}))
            .collect();
        json!({
            "success": false,
            "error": self.message,
            "error_code": self.code.text(),
            "errors": errors,
            "request_id": request_id,
            "data": null,
        })
    }

    /// The failure body of version 0.
    #[must_use]
    pub fn body_v0(&self) -> Value {
        json!({"error": self.message, "data": null})
    }
}

/// The response carries the problem along; `guard` writes the body.
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
                Self::of_field(ErrorCode::NotFound, "id", brief(&error.to_string()))
            }
            StoreError::Association { error, field, message } => {
                Self::of_field(association_code(error), field, brief(&message))
            }
            StoreError::Busy => Self {
                retry_after: Some(1),
                ..Self::new(ErrorCode::Overloaded, "the database is busy; nothing was changed")
            },
            other => Self {
                cause: Some(other.with_causes()),
                ..Self::new(ErrorCode::Internal, ErrorCode::Internal.meaning())
            },
        }
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

/// Text from a request, short enough to be told back.
#[must_use]
pub fn brief(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
