//! The error of a command: an exit code and a message.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use crate::client::{AddressError, ClientError, ErrorKind, Fault, Refusal, SetupError};
use crate::config::ConfigError;
use crate::service::store::{StorageFailure, StoreError};

const PROXIES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// Why a command failed: an exit code for scripts, and a message with a hint for people. The README
/// documents the codes; they are stable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exit {
    code: u8,
    message: String,
}

impl Exit {
    const FAILURE: u8 = 1;
    const USAGE: u8 = 2;
    const KEY_REFUSED: u8 = 3;
    const NOT_FOUND: u8 = 4;
    const CONFLICT: u8 = 5;
    const UNREACHABLE: u8 = 6;
    /// The code that a shell reports for a program that SIGINT ended.
    const STOPPED: u8 = 130;

    pub(crate) fn failure(message: impl Into<String>) -> Self {
        Self { code: Self::FAILURE, message: message.into() }
    }

    /// Wrong arguments or configuration.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { code: Self::USAGE, message: message.into() }
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self { code: Self::NOT_FOUND, message: message.into() }
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self { code: Self::CONFLICT, message: message.into() }
    }

    /// The server cannot be reached, or the outcome of a write is unknown.
    pub(crate) fn unreachable(message: impl Into<String>) -> Self {
        Self { code: Self::UNREACHABLE, message: message.into() }
    }

    /// A signal ended an import; it was rolled back.
    pub(crate) fn interrupted() -> Self {
        Self::failure("interrupted: nothing was added")
    }

    /// A signal ended the command; there was nothing to undo.
    pub(crate) fn stopped() -> Self {
        Self { code: Self::STOPPED, message: "interrupted".to_owned() }
    }

    /// Prefixes the message with where it happened.
    pub(crate) fn with_prefix(self, prefix: &str) -> Self {
        Self { message: format!("{prefix}: {}", self.message), ..self }
    }

    /// Appends a hint to the message.
    pub(crate) fn with_advice(self, advice: &str) -> Self {
        Self { message: format!("{}; {advice}", self.message), ..self }
    }

    pub(crate) fn with_message(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// Whether the server rejected the key, so that every other request would fail too.
    pub(crate) const fn is_key_refused(&self) -> bool {
        self.code == Self::KEY_REFUSED
    }

    pub(crate) const fn is_not_found(&self) -> bool {
        self.code == Self::NOT_FOUND
    }

    pub(crate) const fn is_unreachable(&self) -> bool {
        self.code == Self::UNREACHABLE
    }

    /// Rank among several errors: errors that stop everything come first, then unknown outcomes,
    /// then failures.
    pub(crate) fn severity(&self) -> usize {
        let order = [Self::CONFLICT, Self::NOT_FOUND, Self::FAILURE, Self::UNREACHABLE];
        match self.code {
            0 => 0,
            code => 1 + order.iter().position(|other| *other == code).unwrap_or(order.len()),
        }
    }

    /// A reader that closed the pipe is not an error.
    const fn closed_pipe() -> Self {
        Self { code: 0, message: String::new() }
    }

    pub(crate) const fn code(&self) -> u8 {
        self.code
    }

    /// Empty if there is nothing to print.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::closed_pipe(),
            _ => Self::failure(error.to_string()),
        }
    }
}

impl From<ConfigError> for Exit {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<StoreError> for Exit {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::NotFound { .. } | StoreError::PersonMerged { .. } => Self::NOT_FOUND,
            StoreError::Conflict(_) | StoreError::DuplicateRecord { .. } => Self::CONFLICT,
            StoreError::CannotOpen { .. } | StoreError::InvalidArgument(_) => Self::USAGE,
            StoreError::CannotConnect { .. }
            | StoreError::Storage {
                failure: StorageFailure::Unreachable | StorageFailure::Standby,
                ..
            } => Self::UNREACHABLE,
            _ => Self::FAILURE,
        };
        let mut message = error.with_causes();
        if matches!(error, StoreError::Busy) {
            message.push_str("; try again when it has finished");
        }
        Self { code, message }
    }
}

impl From<AddressError> for Exit {
    fn from(error: AddressError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<SetupError> for Exit {
    fn from(error: SetupError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<ClientError> for Exit {
    fn from(error: ClientError) -> Self {
        let code = match (error.fault(), error.status()) {
            (_, Some(404)) => Self::NOT_FOUND,
            (Fault::Key, _) => Self::KEY_REFUSED,
            (Fault::Conflict, _) => Self::CONFLICT,
            (Fault::Network, _) => Self::UNREACHABLE,
            (Fault::Cancelled, _) => Self::STOPPED,
            (Fault::Input, None) => Self::USAGE,
            (Fault::Input | Fault::Server, _) => Self::FAILURE,
        };
        // What is wrong comes first; the request is for the server's operator.
        let tries = error.attempts();
        let mut message = match tries {
            ..=1 => format!("{} ({})", error.kind(), error.request()),
            tries => format!("{} ({}, tried {tries} times)", error.kind(), error.request()),
        };
        if let Some(advice) = advice_for(&error) {
            message.push_str("; ");
            message.push_str(&advice);
        }
        Self { code, message }
    }
}

/// The hint for the user, if there is one.
fn advice_for(error: &ClientError) -> Option<Cow<'static, str>> {
    let advice = match error.kind() {
        ErrorKind::Unreachable(error) if error.is_unknown_issuer() => {
            "if you run your own certificate authority, pass its certificate with --ca-file"
        }
        ErrorKind::Unreachable(error) if error.is_untrusted() => return None,
        ErrorKind::Unreachable(_)
            if PROXIES.iter().any(|name| std::env::var_os(name).is_some()) =>
        {
            "check the address, the server and the proxy settings of the environment"
        }
        ErrorKind::Unreachable(_) => "check the address and whether the server is running",
        ErrorKind::Offline => "this command needs the server; remove --offline",
        ErrorKind::TimedOut { .. } => "--deadline sets a longer time limit",
        ErrorKind::Paused { remaining } => return Some(deadline_hint(*remaining)),
        // Writes are never retried, so a longer deadline does not help.
        ErrorKind::Refused(Refusal { status: 429 | 503, retry_after: Some(_), .. })
            if ["PATCH ", "POST "].iter().any(|method| error.request().starts_with(method)) =>
        {
            "wait that long, then run it again"
        }
        ErrorKind::Refused(Refusal { status: 429 | 503, retry_after: Some(wait), .. }) => {
            return Some(deadline_hint(*wait));
        }
        ErrorKind::Refused(refusal) => match refusal.status {
            401 => "run `shortlist login`, or set SHORTLIST_KEY to a valid key",
            404 if error.request().contains("/v1/v1/") => "remove /v1 from the address",
            429 => "--max-rps lowers the request rate",
            _ => return None,
        },
        _ => return None,
    };
    Some(advice.into())
}

/// Longer waits are not suggested as a deadline.
const MAX_PATIENCE: Duration = Duration::from_hours(1);

/// A deadline that covers the requested wait and the response.
fn deadline_hint(wait: Duration) -> Cow<'static, str> {
    if wait > MAX_PATIENCE {
        return "try again after that time".into();
    }
    format!("--deadline {}s waits that long", wait.as_secs() + 20).into()
}
