//! The client's errors in words for people.

use crate::app::failure::{Failure, Trouble};
use crate::client::{ClientError, ErrorKind, Fault, Retry, TimeoutPhase};

pub(super) fn told(error: &ClientError) -> Failure {
    let kind = match (error.kind(), error.fault()) {
        (ErrorKind::Cancelled, _) => Trouble::Cancelled,
        (ErrorKind::Paused { .. }, _) => Trouble::Waiting,
        _ if error.status() == Some(403) => Trouble::Forbidden,
        _ if error.status() == Some(404) => Trouble::Missing,
        _ if error.status() == Some(429) && matches!(error.retry(), Retry::After(_)) => {
            Trouble::Waiting
        }
        _ if error.status() == Some(429) => Trouble::Busy,
        // A server that cannot be trusted is not tried again by itself.
        (ErrorKind::Unreachable(_), _) if error.retry() == Retry::Never => Trouble::Server,
        // One answer that does not come says nothing about the others.
        (
            ErrorKind::Unreachable(_) | ErrorKind::TimedOut { phase: TimeoutPhase::Connect, .. },
            _,
        ) => Trouble::Network,
        (ErrorKind::TimedOut { .. }, _) => Trouble::Silence,
        (_, Fault::Key) => Trouble::Key,
        (_, Fault::Input) => Trouble::Input,
        (_, Fault::Conflict) => Trouble::Conflict,
        (_, Fault::Network | Fault::Server | Fault::Cancelled) => Trouble::Server,
    };
    Failure::new(kind, &error.kind().to_string())
}
