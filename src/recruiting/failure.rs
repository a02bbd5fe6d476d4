//! A failed request, described for the user.
//!
//! `usecases::error` builds it from typed errors. The state keeps it beside the page, record or
//! connection that failed, and the screen shows it there.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    /// One sentence, safe to show.
    pub message: String,
}

/// Distinguishes only the kinds that the user or the program handles differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The server cannot be reached, or the connection broke.
    Network,
    /// The user chose to send nothing.
    Offline,
    Timeout,
    /// The server failed, or the connection broke; it may work later.
    Server,
    /// A response that cannot be used, or a server that is not trusted: a retry does not help.
    Unusable,
    /// The API key is invalid.
    InvalidKey,
    /// The API key lacks the permission.
    Forbidden,
    NotFound,
    /// Rate limited, with a known delay.
    RateLimited,
    /// Rate limited, without a known delay.
    Busy,
    /// The user cancelled it in the request log.
    Cancelled,
    /// The request is invalid.
    Invalid,
    /// Another user changed the record meanwhile, or the request contradicts existing data.
    Conflict,
}

impl FailureKind {
    /// Whether the failure may pass without the user.
    pub(crate) const fn is_transient(self) -> bool {
        matches!(
            self,
            Self::Network | Self::Timeout | Self::Server | Self::RateLimited | Self::Busy
        )
    }

    /// Whether the cause affects every other request, too: a retry helps once it is resolved.
    pub(crate) const fn affects_all_requests(self) -> bool {
        matches!(
            self,
            Self::Network | Self::Offline | Self::InvalidKey | Self::RateLimited | Self::Busy
        )
    }
}

impl Failure {
    /// The text may come from a server.
    pub(crate) fn new(kind: FailureKind, message: &str) -> Self {
        Self { kind, message: crate::text::sanitize(message).into_owned() }
    }
}
