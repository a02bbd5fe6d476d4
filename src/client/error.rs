//! Why a request has no usable response. Callers learn whether it arrived, whether and when to
//! retry it, who is at fault, which field is wrong, and what the server said. Texts from the server
//! are kept as received, up to a maximum length; the caller sanitizes them.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use super::network_error::NetworkError;

#[derive(Debug, Clone)]
pub struct ClientError(Box<ErrorDetails>);

#[derive(Debug, Clone)]
struct ErrorDetails {
    request: String,
    kind: ErrorKind,
    delivery: Delivery,
    attempts: u32,
}

/// Whether the server may have acted on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// The request was never sent: the server has done nothing.
    NotSent,
    /// The request may have arrived, but no response came.
    Unknown,
    Confirmed,
}

/// Who can fix an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Network,
    Server,
    /// The key is unknown, or lacks the permission.
    Key,
    Input,
    /// The record changed meanwhile.
    Conflict,
    Cancelled,
}

/// Whether the same request may succeed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    Never,
    /// After a delay of the caller's choice.
    Soon,
    /// After the delay that the server asked for.
    After(Duration),
}

#[derive(Debug, Clone)]
pub enum ErrorKind {
    /// No connection could be made.
    Unreachable(NetworkError),
    /// The connection broke before the response was complete.
    Broken(NetworkError),
    TimedOut {
        after: Duration,
        phase: TimeoutPhase,
    },
    TooLarge {
        limit: usize,
        status: u16,
        request_id: Option<String>,
    },
    Refused(Refusal),
    /// Redirects are not followed: the key is for this server only.
    Redirected {
        status: u16,
        to: String,
        request_id: Option<String>,
    },
    /// The server reported success in a form that the API does not define.
    InvalidResponse {
        status: u16,
        detail: String,
        is_web_page: bool,
        /// An error message in the body, or empty.
        message: String,
        request_id: Option<String>,
    },
    /// The server sent a record with another id than the requested one, or without an id.
    WrongRecord {
        status: u16,
        requested: String,
        /// Empty without an id.
        received: String,
        request_id: Option<String>,
    },
    /// The server asked the client to pause beyond this request's deadline.
    Paused {
        remaining: Duration,
    },
    /// The user chose to send nothing.
    Offline,
    /// The server rejected the key before; nothing is sent until it is replaced.
    Locked,
    /// An id that does not fit a URL.
    BadId,
    Cancelled,
}

/// What a request waited for when it ran out of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeoutPhase {
    Connect,
    Response,
    Body { received: usize },
}

/// An error response, in any form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub(crate) status: u16,
    pub(crate) message: String,
    /// The server's name for this kind of error.
    pub(crate) code: Option<String>,
    pub(crate) fields: Vec<ServerFieldError>,
    pub(crate) request_id: Option<String>,
    pub(crate) retry_after: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFieldError {
    /// In the server's spelling.
    pub field: String,
    pub message: String,
}

impl ClientError {
    pub(super) fn new(request: String, kind: ErrorKind, delivery: Delivery, attempts: u32) -> Self {
        Self(Box::new(ErrorDetails { request, kind, delivery, attempts }))
    }

    #[must_use]
    pub fn delivery(&self) -> Delivery {
        self.0.delivery
    }

    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Method, path and query.
    pub(crate) fn request(&self) -> &str {
        &self.0.request
    }

    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// Whether a retry may succeed. For a write that may have arrived this is a
    /// hint for the user, never a reason to retry automatically.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.0.kind.retry()
    }

    #[must_use]
    pub fn fault(&self) -> Fault {
        match &self.0.kind {
            ErrorKind::Unreachable(_)
            | ErrorKind::Broken(_)
            | ErrorKind::TimedOut { .. }
            | ErrorKind::Offline => Fault::Network,
            ErrorKind::TooLarge { .. }
            | ErrorKind::Redirected { .. }
            | ErrorKind::InvalidResponse { .. }
            | ErrorKind::WrongRecord { .. }
            | ErrorKind::Paused { .. } => Fault::Server,
            ErrorKind::Locked => Fault::Key,
            ErrorKind::BadId => Fault::Input,
            ErrorKind::Cancelled => Fault::Cancelled,
            ErrorKind::Refused(refusal) => match refusal.status {
                401 | 403 | 407 => Fault::Key,
                409 | 412 => Fault::Conflict,
                408 | 425 | 429 => Fault::Server,
                400..=499 => Fault::Input,
                _ => Fault::Server,
            },
        }
    }

    #[must_use]
    pub fn fields(&self) -> &[ServerFieldError] {
        match &self.0.kind {
            ErrorKind::Refused(refusal) => &refusal.fields,
            _ => &[],
        }
    }

    /// Whether the server does not have the record.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self.status(), Some(404 | 410))
    }

    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match &self.0.kind {
            ErrorKind::Refused(refusal) => Some(refusal.status),
            ErrorKind::Redirected { status, .. }
            | ErrorKind::TooLarge { status, .. }
            | ErrorKind::InvalidResponse { status, .. }
            | ErrorKind::WrongRecord { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// The server's id for this request, to find it in the server's log.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        match &self.0.kind {
            ErrorKind::Refused(Refusal { request_id, .. })
            | ErrorKind::TooLarge { request_id, .. }
            | ErrorKind::Redirected { request_id, .. }
            | ErrorKind::InvalidResponse { request_id, .. }
            | ErrorKind::WrongRecord { request_id, .. } => request_id.as_deref(),
            _ => None,
        }
    }

    /// The server's own words, if there are any.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match &self.0.kind {
            ErrorKind::Refused(Refusal { message, .. })
            | ErrorKind::InvalidResponse { message, .. } => {
                Some(message.as_str()).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }
}

impl ErrorKind {
    pub(super) fn retry(&self) -> Retry {
        match self {
            Self::Unreachable(error) if error.is_untrusted() => Retry::Never,
            Self::Paused { remaining } => Retry::After(*remaining),
            Self::Refused(Refusal { retry_after: Some(wait), status: 429 | 503, .. }) => {
                Retry::After(*wait)
            }
            Self::Unreachable(_)
            | Self::Broken(_)
            | Self::TimedOut { .. }
            | Self::Refused(Refusal { status: 408 | 425 | 429 | 500 | 502..=504, .. }) => {
                Retry::Soon
            }
            _ => Retry::Never,
        }
    }

    pub(super) const fn is_overload(&self) -> bool {
        matches!(self, Self::TimedOut { .. } | Self::Refused(Refusal { status: 429, .. }))
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.request, self.0.kind)?;
        if self.0.attempts > 1 { write!(f, " (tried {} times)", self.0.attempts) } else { Ok(()) }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(error) if error.is_untrusted() => {
                write!(f, "the server's certificate is not trusted: {error}")
            }
            Self::Unreachable(error) => write!(f, "cannot reach the server: {error}"),
            Self::Broken(error) => write!(f, "the connection broke: {error}"),
            Self::TimedOut { after, phase } => {
                write!(f, "{phase} within {:.1} s", after.as_secs_f64())
            }
            Self::TooLarge { limit, status, request_id } => write!(
                f,
                "the response ({}) is larger than {} MiB and was not read",
                StatusLabel(*status, request_id.as_deref()),
                limit >> 20
            ),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Redirected { status, to, request_id } => write!(
                f,
                "the server redirects ({}) to {to:?}; shortlist does not follow redirects, because the key is for this server only",
                StatusLabel(*status, request_id.as_deref())
            ),
            Self::InvalidResponse { status, detail, message, request_id, .. } => {
                write!(
                    f,
                    "the response ({}) does not match the API: {detail}",
                    StatusLabel(*status, request_id.as_deref())
                )?;
                if message.is_empty() { Ok(()) } else { write!(f, "; the server says: {message}") }
            }
            Self::WrongRecord { status, requested, received, request_id } => {
                let label = StatusLabel(*status, request_id.as_deref());
                let received =
                    if received.is_empty() { "a record without an ID" } else { received };
                write!(
                    f,
                    "the server sent the wrong record ({label}): requested {requested}, received {received}"
                )
            }
            Self::Paused { remaining } => {
                write!(f, "the server asks us to wait another {}", WaitTime(*remaining))
            }
            Self::Offline => f.write_str("offline: --offline was given"),
            Self::Locked => f.write_str("not sent: the server rejected the key"),
            Self::BadId => f.write_str("not sent: this is not a valid ID"),
            Self::Cancelled => f.write_str("canceled"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = StatusLabel(self.status, self.request_id.as_deref());
        let verb = match self.status {
            200..=299 => "reported a failure",
            401 => "rejected the key",
            500.. => "failed",
            _ => "returned an error",
        };
        // Many servers repeat the fields in the message.
        let is_new = |error: &&ServerFieldError| !self.message.contains(&error.message);
        let fields = self.fields.iter().filter(is_new).take(10);
        let mut parts: Vec<String> = fields
            .map(|ServerFieldError { field, message }| format!("{field}: {message}"))
            .collect();
        if !self.message.is_empty() {
            parts.insert(0, self.message.clone());
        } else if parts.is_empty() {
            parts.push("no details".to_owned());
        }
        write!(f, "the server {verb} ({label}): {}", parts.join("; "))?;
        match self.retry_after {
            Some(wait) => write!(f, "; it asks us to wait {}", WaitTime(wait)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for TimeoutPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect => f.write_str("no connection"),
            Self::Response => f.write_str("no response"),
            Self::Body { received } => {
                write!(f, "incomplete response ({received} bytes received)")
            }
        }
    }
}

/// A wait in the largest unit that is still exact enough.
struct WaitTime(Duration);

impl fmt::Display for WaitTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MINUTE: u64 = 60;
        const HOUR: u64 = 60 * MINUTE;
        const DAY: u64 = 24 * HOUR;
        match self.0.as_secs().max(1) {
            seconds @ ..=119 => write!(f, "{seconds} s"),
            seconds if seconds < 2 * HOUR => write!(f, "{} min", seconds.div_ceil(MINUTE)),
            seconds if seconds < 2 * DAY => write!(f, "{} h", seconds.div_ceil(HOUR)),
            seconds => write!(f, "{} days", seconds.div_ceil(DAY)),
        }
    }
}

struct StatusLabel<'a>(u16, Option<&'a str>);

impl fmt::Display for StatusLabel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(id) => write!(f, "{}, request {id}", self.0),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.kind {
            ErrorKind::Unreachable(error) | ErrorKind::Broken(error) => Some(error.as_source()),
            _ => None,
        }
    }
}
