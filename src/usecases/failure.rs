//! Client errors as failures with a text for the user.

use crate::client::{ClientError, ErrorKind, Fault, Retry, TimeoutPhase};
use crate::recruiting::failure::{Failure, FailureKind};

pub(crate) fn to_failure(error: &ClientError) -> Failure {
    let kind = match (error.kind(), error.fault()) {
        (ErrorKind::Cancelled, _) => FailureKind::Cancelled,
        (ErrorKind::Paused { .. }, _) => FailureKind::RateLimited,
        _ if error.status() == Some(403) => FailureKind::Forbidden,
        _ if error.status() == Some(404) => FailureKind::NotFound,
        _ if error.status() == Some(429) && matches!(error.retry(), Retry::After(_)) => {
            FailureKind::RateLimited
        }
        _ if error.status() == Some(429) => FailureKind::Busy,
        // For example a bad certificate: a retry cannot help.
        (ErrorKind::Unreachable(_), _) if error.retry() == Retry::Never => FailureKind::Server,
        // A missing answer to one request says nothing about the others: not `Network`.
        (
            ErrorKind::Unreachable(_) | ErrorKind::TimedOut { phase: TimeoutPhase::Connect, .. },
            _,
        ) => FailureKind::Network,
        (ErrorKind::TimedOut { .. }, _) => FailureKind::Timeout,
        (_, Fault::Key) => FailureKind::InvalidKey,
        (_, Fault::Input) => FailureKind::Invalid,
        (_, Fault::Conflict) => FailureKind::Conflict,
        (_, Fault::Network | Fault::Server | Fault::Cancelled) => FailureKind::Server,
    };
    Failure::new(kind, &error.kind().to_string())
}
