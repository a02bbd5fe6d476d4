//! The client's errors in words for people.

use crate::app::failure::{Failure, Trouble};
use crate::client::{ClientError, Fault, Retry, Stage, What};

pub(super) fn told(error: &ClientError) -> Failure {
    let kind = match (error.what(), error.fault()) {
        (What::Cancelled, _) => Trouble::Cancelled,
        (What::Waiting { .. }, _) => Trouble::Waiting,
        _ if error.status() == Some(403) => Trouble::Forbidden,
        _ if error.status() == Some(404) => Trouble::Missing,
        _ if error.status() == Some(429) && matches!(error.retry(), Retry::After(_)) => {
            Trouble::Waiting
        }
        _ if error.status() == Some(429) => Trouble::Busy,
        // A server that cannot be trusted is not tried again by itself.
        (What::Unreachable(_), _) if error.retry() == Retry::Never => Trouble::Server,
        // One answer that does not come says nothing about the others.
        (What::Unreachable(_) | What::TimedOut { stage: Stage::Connection, .. }, _) => {
            Trouble::Network
        }
        (What::TimedOut { .. }, _) => Trouble::Silence,
        (_, Fault::Key) => Trouble::Key,
        (_, Fault::Input) => Trouble::Input,
        (_, Fault::Conflict) => Trouble::Conflict,
        (_, Fault::Network | Fault::Server | Fault::Nobody) => Trouble::Server,
    };
    Failure::new(kind, &error.what().to_string())
}
