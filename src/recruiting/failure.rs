//! A failed request, in words for the user.
//!
//! The executor and the commands make it from typed errors; it is kept beside what it is about (a
//! page, a record, the connection) and shown there.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// One sentence, safe to show.
    pub message: String,
}

/// Only as fine as it decides what the user or the program can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The server cannot be reached, or the connection broke.
    Network,
    /// Timeout.
    Timeout,
    /// A server error, or a response that cannot be parsed.
    Server,
    /// The API key is invalid.
    InvalidKey,
    /// The API key lacks the permission.
    Forbidden,
    NotFound,
    /// Rate limited, with a known delay.
    RateLimited,
    /// Rate limited, without a known delay.
    Busy,
    /// Cancelled by the user in the request log.
    Cancelled,
    /// The request is invalid.
    Invalid,
    /// Changed by another user meanwhile, or contradicts existing data.
    Conflict,
}

impl Failure {
    /// The text may come from a server.
    pub(crate) fn new(kind: FailureKind, message: &str) -> Self {
        Self { kind, message: crate::text::sanitize(message).into_owned() }
    }
}
