//! Whether and when requests may be sent. `connection` writes it; the fetch planner, the banner and
//! the key prompt read it.

use std::time::Duration;

use crate::recruiting::failure::Failure;
use crate::tui::app::clock::Moment;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct ConnectionStatus {
    /// The server asked the client to send nothing until then.
    pub(crate) paused_until: Option<Moment>,
    pub(crate) offline: Option<Offline>,
    /// When the last response came.
    pub(crate) answered_at: Option<Moment>,
    /// Why the server rejected the key; no requests are sent until there is another.
    pub(crate) locked: Option<String>,
    /// Why nothing may be changed on the server.
    pub(crate) read_only: Option<ReadOnlyReason>,
    /// Why a key prompt opens as soon as the user stops typing.
    pub(crate) deferred_key_prompt: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnlyReason {
    /// The profile of the workspace says so.
    Profile,
    /// The config may say so, in a part that cannot be read.
    ConfigMistake,
}

impl ReadOnlyReason {
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Profile => "This profile is read-only",
            Self::ConfigMistake => "Read-only until the mistakes in the config are corrected",
        }
    }
}

impl ConnectionStatus {
    /// Why nothing is ever sent: the user chose so.
    pub(crate) fn offline_reason(&self) -> Option<&str> {
        let offline = self.offline.as_ref().filter(|offline| offline.probe_at.is_none())?;
        Some(&offline.failure.message)
    }
}

/// The server cannot be reached or does not answer; probes are sent until it responds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offline {
    pub(crate) since: Timestamp,
    pub(crate) failure: Failure,
    /// None if the user chose to be offline: the server is never asked.
    pub(crate) probe_at: Option<Moment>,
    /// The delay between that probe and the next one.
    pub(crate) wait: Duration,
}
