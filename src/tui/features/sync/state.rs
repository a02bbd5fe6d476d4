//! State of the background sync.

use crate::recruiting::coverage::Coverage;
use crate::recruiting::mirror_settings::MirrorSettings;
use crate::tui::app::clock::Moment;
use crate::wire::Timestamp;

#[derive(Debug, Default)]
pub(crate) struct SyncState {
    /// `None` until the local data is read, or without a mirror.
    pub(crate) settings: Option<MirrorSettings>,
    pub(crate) coverage: Option<Coverage>,
    pub(crate) is_running: bool,
    /// Whether the user asked for it and waits for the result.
    pub(crate) is_requested: bool,
    /// Whether the lists on the screen were read again for the sync that is due.
    pub(crate) is_screen_fresh: bool,
    /// When the last sync of this session began, complete or not.
    pub(crate) begun_at: Option<Timestamp>,
    /// When the last complete sync of this session began, or the session itself.
    pub(crate) fresh_since: Option<Timestamp>,
    /// When the next one begins; `None` if only on demand.
    pub(crate) next_at: Option<Moment>,
}

impl SyncState {
    /// When the program wakes up for the next sync.
    pub(crate) fn wakes_at(&self) -> Option<Moment> {
        self.next_at.filter(|_| !self.is_running)
    }
}

/// What a sync of the terminal brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncSummary {
    pub(crate) coverage: Coverage,
    pub(crate) changes: usize,
    /// Jobs and records that could not be read.
    pub(crate) failures: usize,
    /// The server's data was replaced.
    pub(crate) is_reset: bool,
}

/// Why a sync ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncFailure {
    /// Another window or command is syncing this workspace.
    Busy,
    /// Shown on demand only: the connection reports itself.
    Failed(String),
}
