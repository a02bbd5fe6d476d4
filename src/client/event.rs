//! The events that the client sends to a subscriber about its requests.
//!
//! Events are plain data without timestamps: the subscriber adds its own.

use std::fmt;
use std::time::Duration;

use super::error::{ClientError, Fault};
use super::limiter::Priority;

/// Identifies one request of a client through all of its attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(u64);

impl From<u64> for RequestId {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientEvent {
    Request {
        id: RequestId,
        event: RequestEvent,
    },
    /// The server asked the client to pause.
    Paused {
        /// The remaining time.
        wait: Duration,
    },
    /// The server rejected the key: nothing is sent until it is replaced.
    Locked,
    Unlocked,
}

/// The life of a request, in this order: queued, sent (and retried any number
/// of times), then exactly one of the last four.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestEvent {
    Queued {
        /// Method, path and query.
        request: String,
        priority: Priority,
    },
    Sent {
        /// Attempt number, from 1.
        attempt: u32,
    },
    Retrying {
        delay: Duration,
        failure: RequestFailure,
    },
    /// The complete response arrived. It is not decoded yet and may still be unusable.
    Answered {
        status: u16,
        /// Length of the decompressed body.
        bytes: usize,
    },
    Failed(RequestFailure),
    Cancelled,
    /// The caller dropped the future.
    Dropped,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFailure {
    pub status: Option<u16>,
    pub fault: Fault,
    /// Never contains the key; may contain text from the server.
    pub message: String,
}

impl From<&ClientError> for RequestFailure {
    fn from(error: &ClientError) -> Self {
        Self { status: error.status(), fault: error.fault(), message: error.kind().to_string() }
    }
}
